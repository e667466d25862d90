/** Command line: a name, and words for values. Pure. */
import { entityNamed } from '#contract/index.ts'
import { type Field, type Fields, isEntered, type Kind } from '#contract/schema/field.ts'
import type { Command } from '../core/command.ts'
import { normalize } from './searchText.ts'

/** Field of a record, its lines, or an argument. */
export interface Slot {
  readonly name: string
  readonly field: Field
  readonly title: string
  readonly lines?: string
  /** Takes any text: optional ones need their label. */
  readonly isFree?: boolean
}

export interface CommandLine {
  readonly command: Command
  readonly named: readonly string[]
  readonly words: readonly string[]
}

/** Words; quotes hold several together. */
export function splitWords(query: string): readonly string[] {
  const parts = query.normalize('NFKC').match(/(?:[^\s"]|"[^"]*"?)+/g) ?? []
  return parts.map(part => part.replaceAll('"', '').trim()).filter(word => word !== '')
}

const maxNameWords = 3

export function commandLineOf(query: string, named: (text: string) => Command | undefined): CommandLine | null {
  const words = splitWords(query)
  const longest = Math.min(words.length - 1, maxNameWords)
  const counts = Array.from({ length: Math.max(longest, 0) }, (_, at) => longest - at)
  const before = counts.map(count => [words.slice(0, count), words.slice(count)] as const)
  const behind = counts.map(count => [words.slice(-count), words.slice(0, -count)] as const)
  for (const [name, rest] of [...before, ...behind]) {
    const command = named(name.join(' '))
    if (command) return { command, named: name, words: rest }
  }
  return null
}

const readable: ReadonlySet<Kind> = new Set<Kind>([
  ...(['text', 'longText', 'integer', 'bigint', 'quantity', 'money', 'rate', 'decimal'] as const),
  ...(['date', 'instant', 'enumeration', 'reference'] as const),
])

function slotsIn(fields: Fields, prefix: string, rest: Partial<Slot> = {}): readonly Slot[] {
  const entered = Object.entries(fields).filter(([, field]) => isEntered(field) && readable.has(field.kind))
  return entered.map(([name, field]) => ({ name, field, title: `${prefix}.${name}`, ...rest }))
}

export const beginsRecord = ({ id, accepts }: Command): boolean =>
  id.endsWith('.new') && accepts?.includes('values') === true

export const takesWords = (command: Command): boolean =>
  beginsRecord(command) || command.rows !== undefined || command.arguments !== undefined

export function slotsOf(command: Command): readonly Slot[] {
  if (command.arguments) {
    const slots = slotsIn(command.arguments, command.id)
    return slots.map(slot => (slot.field.required ? { ...slot, isFree: true } : slot))
  }
  const entity = beginsRecord(command) ? entityNamed(command.entity ?? '') : undefined
  if (!entity) return []
  const lines = Object.entries(entity.lines).flatMap(([name, line]) => slotsIn(line.fields, line.name, { lines: name }))
  const own = slotsIn(entity.fields, entity.name)
  return [...own.map(slot => (slot.name === entity.title ? { ...slot, isFree: true } : slot)), ...lines]
}

/** Lower ranks are more certain. */
export interface WordValue {
  readonly value: unknown
  readonly label: string
  readonly rank: number
}

export const rankOf = { labelled: 0, code: 1, number: 2, exact: 3, found: 4, text: 5 } as const

export interface WordReading {
  readonly word: string
  readonly slot?: Slot
  readonly value?: unknown
  readonly label?: string
  readonly offers?: readonly string[]
}

export type Reader = (slot: Slot, word: string) => WordValue | undefined

const isMissed = ({ field }: Slot) =>
  (field.required || field.requiredIf || field.requiredToPost) && field.default === undefined

/** Surest words first, then the most needed slots. */
export function assign(words: readonly string[], slots: readonly Slot[], read: Reader): readonly WordReading[] {
  const found = words.flatMap((word, at) =>
    slots.flatMap((slot, place) => {
      const value = read(slot, word)
      return value ? [{ word, at, slot, place, ...value, needed: isMissed(slot) ? 0 : 1 }] : []
    }),
  )
  const inOrder = found.toSorted((a, b) => a.rank - b.rank || a.needed - b.needed || a.place - b.place || a.at - b.at)
  const taken = new Set<Slot>()
  const byWord = new Map<number, WordReading>()
  for (const { at, word, slot, value, label } of inOrder) {
    if (taken.has(slot) || byWord.has(at)) continue
    taken.add(slot)
    byWord.set(at, { word, slot, value, label })
  }
  return words.map((word, at) => byWord.get(at) ?? { word })
}

export function labelledValue(word: string, labels: readonly string[]): string | null {
  const [, label = '', value = ''] = /^([^:=]+)[:=](.+)$/.exec(word) ?? []
  return value !== '' && labels.some(known => normalize(known) === normalize(label)) ? value : null
}

/** Pattern of `*`; null where it means nearly everything. */
export function wildcardOf(word: string): { readonly stem: string; readonly matches: RegExp } | null {
  const [stem = ''] = word.split('*').toSorted((a, b) => b.length - a.length)
  if (!word.includes('*') || stem.length < 2) return null
  const parts = word.split('*').map(part => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  return { stem, matches: new RegExp(`^${parts.join('.*')}$`, 'iu') }
}

export interface RecordValues {
  readonly header: Readonly<Record<string, unknown>>
  readonly labels: Readonly<Record<string, unknown>>
  readonly lines: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export function recordValuesOf(readings: readonly WordReading[]): RecordValues {
  const header: Record<string, unknown> = {}
  const labels: Record<string, unknown> = {}
  const lines: Record<string, Record<string, unknown>> = {}
  for (const { slot, value, label } of readings) {
    if (!slot) continue
    const line = slot.lines === undefined ? undefined : (lines[slot.lines] ?? {})
    if (line && slot.lines !== undefined) lines[slot.lines] = line
    const own = line ?? header
    own[slot.name] = value
    if (slot.field.kind !== 'reference') continue
    const beside = line ?? labels
    beside[`${slot.name}$label`] = label
  }
  return { header, labels, lines }
}
