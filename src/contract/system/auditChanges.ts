/** Changes of an audit row as stored: `field: old → new`, lines as `lines#7.field: old → new`. */
import type { Entity } from '../schema/entity.ts'
import type { Field } from '../schema/field.ts'
import type { HistoryChange } from './recordHistory.ts'

export const noValue = '—'
export const arrow = ' → '

/** Line separator in place of breaks: each change is one line. */
const lineBreak = '\u2028'

export const onOneLine = (values: string): string => values.replace(/\r\n?|\n/g, lineBreak)

const pattern = /^(?:(\w+)#([^.\s]+)\.)?(\w+): (.*)$/s

export interface StoredChange {
  /** Definition of the record, or of its line. */
  readonly owner: Entity
  readonly name: string
  readonly field: Field
  readonly line?: readonly [name: string, id: string]
  readonly values: string
}

/** Change of a known field, or null. */
export function changeIn(entity: Entity, text: string): StoredChange | null {
  const [, lines, id = '', name = '', said = ''] = pattern.exec(text) ?? []
  const owner = lines === undefined ? entity : entity.lines[lines]
  const field = owner && Object.hasOwn(owner.fields, name) ? owner.fields[name] : undefined
  if (!owner || !field) return null
  const values = said.replaceAll(lineBreak, '\n')
  return { owner, name, field, values, ...(lines === undefined ? {} : { line: [lines, id] as const }) }
}

/** Kinds whose values may hold line breaks, raw in old rows. */
const multiline: ReadonlySet<string> = new Set(['text', 'longText', 'richText', 'json'])

function comesLater(entity: Entity, next: StoredChange, found: readonly StoredChange[]): boolean {
  const last = found.at(-1)
  if (!last) return true
  const partOf = ({ line }: StoredChange) => (line ? Object.keys(entity.lines).indexOf(line[0]) : -1)
  const placeOf = ({ owner, name }: StoredChange) => Object.keys(owner.fields).indexOf(name)
  if (partOf(next) !== partOf(last)) return partOf(next) > partOf(last)
  if (next.line?.[1] === last.line?.[1]) return placeOf(next) > placeOf(last)
  return !found.some(({ line }) => line?.[0] === next.line?.[0] && line?.[1] === next.line?.[1])
}

/** Changes of a row; unordered lines continue the value before. */
export function changesIn(entity: Entity, text: string): readonly StoredChange[] {
  const found: (StoredChange & { readonly raw: string })[] = []
  const isLong = ({ field }: StoredChange) => multiline.has(field.kind)
  const append = (raw: string) => {
    const last = found.pop()
    if (last) found.push({ ...last, values: `${last.values}\n${raw}` })
  }
  for (const raw of text.split('\n')) {
    const change = changeIn(entity, raw)
    const last = found.at(-1)
    if (!change) {
      if (last && isLong(last)) append(raw)
      continue
    }
    const fits = () => !found.some(isLong) || comesLater(entity, change, found)
    // A value of one line before it proves that one forged.
    while (!fits() && !isLong(found.at(-1) ?? change)) append(found.pop()?.raw ?? '')
    if (fits()) found.push({ ...change, raw })
    else append(raw)
  }
  return found
}

/** Old and new value; null where a value holds the arrow itself. */
export function sidesOf(values: string): readonly [before: string, after: string] | null {
  const [empty, none] = [noValue + arrow, arrow + noValue]
  if (values.startsWith(empty)) return [noValue, values.slice(empty.length)]
  if (values.endsWith(none)) return [values.slice(0, -none.length), noValue]
  const [before, after, ...more] = values.split(arrow)
  return before === undefined || after === undefined || more.length > 0 ? null : [before, after]
}

const listKinds: ReadonlySet<string> = new Set(['references', 'enumerations', 'texts'])

export function typedValue({ kind }: Field, said: string): unknown {
  if (said === noValue) return null
  if (kind === 'flag') return said === 'true'
  if (kind === 'integer' || kind === 'reference') return Number.isFinite(Number(said)) ? Number(said) : said
  if (!listKinds.has(kind)) return said
  try {
    return JSON.parse(said)
  } catch {
    return said
  }
}

/** Members that a list gained and lost, or null. */
export function membersChanged(before: unknown, after: unknown) {
  if (!Array.isArray(before) || !Array.isArray(after)) return null
  const [added, removed] = [after.filter(id => !before.includes(id)), before.filter(id => !after.includes(id))]
  return added.length + removed.length > 0 ? { added, removed } : null
}

/** State with the number of the document it follows from. */
const withCause = /^(\w+) \((.+)\)$/

export interface TypedChange extends HistoryChange {
  readonly owned: Field
  readonly causeNo?: string
}

function typedChange({ name, field, line, values }: StoredChange): TypedChange {
  const [lines, lineId] = line ?? []
  const place = { field: name, owned: field, ...(lines && lineId ? { lines, lineId } : {}) }
  if (field.personal || field.pattern === 'PHONE') return { ...place, before: null, after: null, hidden: true }
  const sides = sidesOf(values)
  if (!sides) return { ...place, before: null, after: null, text: values }
  const [before, said] = sides
  const [, state, causeNo] = (field.enumeration && withCause.exec(said)) ?? []
  const after = typedValue(field, state ?? said)
  return { ...place, before: typedValue(field, before), after, ...(causeNo ? { causeNo } : {}) }
}

/** Changes of an audit row with values of their kinds, secrets left out. */
export const typedChanges = (entity: Entity, text: string): readonly TypedChange[] =>
  changesIn(entity, text)
    .filter(({ field }) => field.kind !== 'secret')
    .map(typedChange)

export const idsIn = (...values: readonly unknown[]): readonly number[] =>
  values.flat().filter(Number.isSafeInteger) as readonly number[]

/** Change as shown, with the labels of its references, by `target:id`. */
export function labelledChange(
  { owned, causeNo, ...change }: TypedChange,
  labelOf: (key: string) => string | undefined,
  causeId?: number,
): HistoryChange {
  const named = idsIn(change.before, change.after).flatMap(id => {
    const label = owned.to ? labelOf(`${owned.to}:${id}`) : undefined
    return label === undefined ? [] : [[String(id), label] as const]
  })
  return {
    ...change,
    ...(named.length > 0 ? { labels: Object.fromEntries(named) } : {}),
    ...(causeNo ? { cause: { label: causeNo, ...(causeId === undefined ? {} : { id: causeId }) } } : {}),
  }
}
