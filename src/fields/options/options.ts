/** Choice lookup of codes and records by text. */

import { entityNamed } from '#contract/index.ts'
import { locales } from '#contract/messages/locales.ts'
import { shippedText, unitText } from '#contract/messages/shippedNames.ts'
import { grouped } from '#contract/numerals.ts'
import type { Enumeration, Field } from '#contract/schema/field.ts'
import { pinyinAtom } from '../../commands/search/pinyin.ts'
import { matchScore, stepOf } from '../../commands/search/score.ts'
import { normalize, searchable, wordOf } from '../../commands/search/searchText.ts'
import { sounds } from '../../commands/search/sounds.ts'
import { text, textIn } from '../../data/language.ts'
import { memoized } from '../../data/memo.ts'
import { type Option, optionsAmong, searchOptions } from '../../data/records/options.ts'
import { recentChoices, rememberChoice } from '../../data/records/recentChoices.ts'
import type { RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { plainCell } from '../cell.ts'

export interface Choice {
  readonly value: unknown
  readonly label: string
  /** Label of the record in every language. */
  readonly stored?: string
  /** Recently used record, or the creation entry. */
  readonly note?: 'recent' | 'new'
  /** Said where nothing but the creation entry is offered. */
  readonly alone?: string
  readonly detail?: string
  /** Level in a tree. */
  readonly depth?: number
}

export function choicesOf(of: Enumeration | undefined, locale: string): readonly Choice[] {
  return Object.keys(of?.options ?? {}).map(code => ({ value: code, label: optionTitle(of, code, locale) }))
}

export function optionTitle(of: Enumeration | undefined, code: string, locale: string): string {
  if (!of || !Object.hasOwn(of.options, code)) return code
  const key = `${of.name}.${code}`
  const title = textIn(locales.find(known => known === locale) ?? 'zh-CN', key)
  return title === key ? (of.options[code] ?? code) : title
}

export function codeOf(of: Enumeration | undefined, text: string): string | null {
  const typed = plainCell(text).toLowerCase()
  for (const code of Object.keys(of?.options ?? {})) {
    if (code.toLowerCase() === typed) return code
    if (locales.some(locale => plainCell(optionTitle(of, code, locale)).toLowerCase() === typed)) return code
  }
  return null
}

const soundsOf = memoized(sounds)

/** Choices by label, number in the list, pinyin or code, best first. */
export function searchChoices(all: readonly Choice[], q: string): readonly Choice[] {
  const typed = plainCell(q).toLowerCase()
  if (typed === '') return all
  const soundOf = soundsOf(store.get(pinyinAtom))
  const word = wordOf(normalize(q))
  const rank = ({ label, value }: Choice, index: number): number => {
    const written = plainCell(label).toLowerCase()
    const place = written.indexOf(typed)
    if (written === typed) return 0
    if (typed === String(index + 1)) return 1
    if (place >= 0) return 2 + place
    const tier = word.isLatin && word.isPlain ? matchScore(searchable(label, soundOf), word) : null
    if (tier && stepOf[tier] <= stepOf.mixedInside) return 100 + stepOf[tier]
    const inCode = typeof value === 'string' ? value.toLowerCase().indexOf(typed) : -1
    return inCode < 0 ? Number.POSITIVE_INFINITY : 200 + inCode
  }
  return all
    .map((choice, index) => ({ choice, rank: rank(choice, index) }))
    .filter(found => found.rank < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.rank - other.rank)
    .map(({ choice }) => choice)
}

export const searchCodes = (of: Enumeration | undefined, q: string, locale: string): readonly Choice[] =>
  searchChoices(choicesOf(of, locale), q)

/** Index of an exact match by label or word; else -1. */
export function exactIndex(choices: readonly Choice[], text: string): number {
  const typed = plainCell(text).toLowerCase()
  const labels = choices.map(choice => plainCell(choice.label).toLowerCase())
  const whole = labels.indexOf(typed)
  return whole >= 0 ? whole : labels.findIndex(label => label.split(/[\s·|]+/).includes(typed))
}

function detailOf(to: string, { facts = {} }: Option): string {
  const { fields = {}, choiceFacts = [] } = entityNamed(to) ?? {}
  const said = choiceFacts.map(name => {
    const value = facts[name]
    const kind = fields[name]?.kind
    if (value === null || value === undefined || kind === 'reference') return ''
    const unit = facts.unitId$label
    if (kind === 'quantity') return `${grouped(value)} ${unit ? unitText(String(unit), text, value) : ''}`.trim()
    return `${text(`${to}.${name}`)} ${value}`
  })
  return said.filter(Boolean).join(' · ')
}

const choiceOf =
  (to: string) =>
  (option: Option): Choice => {
    const detail = detailOf(to, option)
    const { facts: _, ...plain } = option
    return { ...plain, label: shippedText(to, option.label, text), stored: option.label, ...(detail ? { detail } : {}) }
  }

export async function searchRecords(field: Field, row: RowValues, q: string, signal?: AbortSignal) {
  if (!field.to) return []
  const found = await searchOptions(field.to, plainCell(q), field.where?.(row), signal)
  return found.map(choiceOf(field.to))
}

/** Initial suggestions: recent choices for the field name, then defaults. */
export async function offerRecords(field: Field, name: string, row: RowValues, signal?: AbortSignal) {
  if (!field.to) return []
  const ids = recentChoices(`${field.to}.${name}`)
  const asked = ids.length === 0 ? [] : optionsAmong(field.to, ids, field.where?.(row), signal)
  const [recent, usual] = await Promise.all([asked, searchRecords(field, row, '', signal)])
  const isRecent = new Set<unknown>(recent.map(({ value }) => value))
  return [
    ...recent.map(choiceOf(field.to)).map((choice): Choice => ({ ...choice, note: 'recent' })),
    ...usual.filter(({ value }) => !isRecent.has(value)),
  ]
}

export function rememberChosen(field: Field, name: string, { value }: Choice): void {
  if (field.to && typeof value === 'number') rememberChoice(`${field.to}.${name}`, value)
}

/** Unambiguous match by label, code, or as the only one. */
export function namedBy(choices: readonly Choice[], text: string): Choice | undefined {
  const records = choices.filter(({ note }) => note !== 'new')
  return records[exactIndex(records, text)] ?? (records.length === 1 ? records[0] : undefined)
}
