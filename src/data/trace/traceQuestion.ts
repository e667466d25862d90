/** Trace question as a value. Pure. */

import type { Values } from '#contract/schema/field.ts'
import { type Gs1, readGs1 } from '#contract/trace/gs1.ts'
import { traceOptions } from '#contract/trace/trace.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { isSame } from '../drafts/draft.ts'

type Direction = TraceAnswer['direction']

export const lotsField: Readonly<Record<Direction, string>> = { asc: 'lotNos', desc: 'productLotNos' }

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

export const leftOut = (question: Values): readonly string[] => textsIn(question.without)

/** Patches the question; another scope drops exclusions. */
export function changed(question: Values, patch: Values): Values {
  const isOther = Object.entries(patch).some(
    ([name, value]) => !name.includes('$') && !(name in traceOptions) && !isSame(value, question[name]),
  )
  return { ...question, ...(isOther ? { without: null } : {}), ...patch }
}

export function codesIn(direction: Direction, question: Values): readonly string[] {
  const scanned = typeof question.gs1 === 'string' ? [question.gs1] : []
  return [...textsIn(question[lotsField[direction]]), ...scanned].filter(text => readGs1(text) !== null)
}

export function codesRead(direction: Direction, question: Values, scanned: readonly string[]): readonly string[] {
  const lots = textsIn(question[lotsField[direction]])
  const standing = scanned.filter(text => lots.includes(readGs1(text)?.lotNo ?? ''))
  return [...new Set([...codesIn(direction, question), ...standing])]
}

/** Resolves codes: forward to lots; backward the first moves. */
export function withoutCodes(direction: Direction, question: Values): Values {
  const field = lotsField[direction]
  const read = textsIn(question[field]).map(text => ({ text, code: readGs1(text) }))
  if (!read.some(({ code }) => code)) return question
  const own = direction === 'desc' && !question.gs1 ? read.find(({ code }) => code) : undefined
  const lots = read
    .filter(each => each !== own)
    .map(({ text, code }: { text: string; code: Gs1 | null }) => code?.lotNo ?? text)
  const { [field]: _lots, ...rest } = question
  return { ...(lots.length > 0 ? { [field]: lots } : {}), ...rest, ...(own ? { gs1: own.text } : {}) }
}

/** Restores known labels of unchanged references. */
export function withLabels(asked: Values, before: Values): Values {
  const labels = Object.entries(before).filter(([name]) => {
    const [field = ''] = name.split('$')
    return name !== field && field in asked && asked[field] === before[field]
  })
  return { ...asked, ...Object.fromEntries(labels) }
}
