/** Trace question as a value. Pure. */

import { type Gs1, readGs1 } from '#contract/gs1/label.ts'
import { type TraceQuestion, traceOptions } from '#contract/trace/trace.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { isSame } from '../drafts/draft.ts'

type Direction = TraceAnswer['direction']

export const lotsField = { asc: 'lotNos', desc: 'productLotNos' } as const satisfies Readonly<Record<Direction, string>>

const textsIn = (value: readonly string[] | '' | null | undefined) => value || []

export const leftOut = ({ without }: TraceQuestion): readonly string[] => textsIn(without)

/** Patches the question; another scope drops exclusions. */
export function changed(question: TraceQuestion, patch: TraceQuestion): TraceQuestion {
  const before = new Map<string, unknown>(Object.entries(question))
  const isOther = Object.entries(patch).some(
    ([name, value]) => !name.includes('$') && !(name in traceOptions) && !isSame(value, before.get(name)),
  )
  return { ...question, ...(isOther ? { without: null } : {}), ...patch }
}

export function codesIn(direction: Direction, question: TraceQuestion): readonly string[] {
  return [...textsIn(question[lotsField[direction]]), question.gs1 ?? ''].filter(text => readGs1(text) !== null)
}

export function codesRead(
  direction: Direction,
  question: TraceQuestion,
  scanned: readonly string[],
): readonly string[] {
  const lots = textsIn(question[lotsField[direction]])
  const standing = scanned.filter(text => lots.includes(readGs1(text)?.lotNo ?? ''))
  return [...new Set([...codesIn(direction, question), ...standing])]
}

/** Resolves codes: forward to lots; backward the first moves. */
export function withoutCodes(direction: Direction, question: TraceQuestion): TraceQuestion {
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
export function withLabels(asked: TraceQuestion, before: TraceQuestion): TraceQuestion {
  const [now, known] = [asked, before].map(question => new Map<string, unknown>(Object.entries(question)))
  const labels = Object.entries(before).filter(([name]) => {
    const [field = ''] = name.split('$')
    return name !== field && now?.has(field) && now.get(field) === known?.get(field)
  })
  return { ...asked, ...Object.fromEntries(labels) }
}
