/** Changes of an audit row as stored: `field: old → new`, lines as `lines#7.field: old → new`. */
import type { Entity } from '../schema/entity.ts'
import type { Field } from '../schema/field.ts'

export const noValue = '—'
export const arrow = ' → '

const pattern = /^(?:(\w+)#([^.\s]+)\.)?(\w+): (.*)$/

export interface StoredChange {
  /** Definition of the record, or of its line. */
  readonly owner: Entity
  readonly name: string
  readonly field: Field
  /** Name and id of the line. */
  readonly line?: readonly [name: string, id: string]
  readonly values: string
}

/** Change of a known field, or null. */
export function changeIn(entity: Entity, text: string): StoredChange | null {
  const [, lines, id = '', name = '', values = ''] = pattern.exec(text) ?? []
  const owner = lines === undefined ? entity : entity.lines[lines]
  const field = owner && Object.hasOwn(owner.fields, name) ? owner.fields[name] : undefined
  if (!owner || !field) return null
  return { owner, name, field, values, ...(lines === undefined ? {} : { line: [lines, id] as const }) }
}

/** Old and new value; null where a value holds the arrow itself. */
export function sidesOf(values: string): readonly [before: string, after: string] | null {
  const [empty, none] = [noValue + arrow, arrow + noValue]
  if (values.startsWith(empty)) return [noValue, values.slice(empty.length)]
  if (values.endsWith(none)) return [values.slice(0, -none.length), noValue]
  const [before, after, ...more] = values.split(arrow)
  return before === undefined || after === undefined || more.length > 0 ? null : [before, after]
}
