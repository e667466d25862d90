/** What is asked of a trace, as a value: where its lots stand, and scanned codes in it. Pure. */

import type { Values } from '../../contract/schema/field.ts'
import { type Gs1, readGs1 } from '../../contract/trace/gs1.ts'
import { reviewOptions } from '../../contract/trace/review.ts'
import type { ReviewAnswer } from '../../contract/trace/sections.ts'
import { isSame } from '../drafts/draft.ts'

type Direction = ReviewAnswer['direction']

/** The field that names the lots where the trace begins. */
export const lotsField: Readonly<Record<Direction, string>> = { asc: 'lotNos', desc: 'productLotNos' }

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** What is left out of the scope for the time being. */
export const leftOut = (question: Values): readonly string[] => textsIn(question.without)

/** The question with part of it filled in: what was left out of one scope is not left out of another. */
export function changed(question: Values, patch: Values): Values {
  const isOther = Object.entries(patch).some(
    ([name, value]) => !name.includes('$') && !(name in reviewOptions) && !isSame(value, question[name]),
  )
  return { ...question, ...(isOther ? { without: null } : {}), ...patch }
}

/** The codes among what was typed or scanned into the question. */
export function codesIn(direction: Direction, question: Values): readonly string[] {
  const scanned = typeof question.gs1 === 'string' ? [question.gs1] : []
  return [...textsIn(question[lotsField[direction]]), ...scanned].filter(text => readGs1(text) !== null)
}

/** The codes to be shown as understood: those in the question, and those whose lots stand there now. */
export function codesRead(direction: Direction, question: Values, scanned: readonly string[]): readonly string[] {
  const lots = textsIn(question[lotsField[direction]])
  const standing = scanned.filter(text => lots.includes(readGs1(text)?.lotNo ?? ''))
  return [...new Set([...codesIn(direction, question), ...standing])]
}

/**
 * The question with codes in the field of the lots understood: forward by the lot each names; backward the first goes to
 * where codes belong, as it names the goods too.
 */
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

/** What is asked, with the labels that were known of the same references before. */
export function withLabels(asked: Values, before: Values): Values {
  const labels = Object.entries(before).filter(([name]) => {
    const [field = ''] = name.split('$')
    return name !== field && field in asked && asked[field] === before[field]
  })
  return { ...asked, ...Object.fromEntries(labels) }
}
