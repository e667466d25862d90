/** Id mapping for replays: created rows get other ids. Pure. */
import { entityNamed } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Field } from '#contract/schema/field.ts'
import { isRow, isStored, type RowValues } from '../../data/records/row.ts'
import type { Arguments, Command, Result } from '../core/command.ts'

/** Ids by entity, in result order. */
export type RowIds = Readonly<Record<string, readonly number[]>>

export type IdRemap = ReadonlyMap<string, number>

export function rowsIn(result: Result): readonly RowValues[] {
  if (result.status !== 'ok' && result.status !== 'partial') return []
  if (result.rows)
    return result.rows
      .filter(({ ok }) => ok)
      .map(({ id, data }) => (isStored(data) ? data : { id }))
      .filter(({ id }) => typeof id === 'number')
  return [result.data].flat().filter(isStored)
}

function collect(entity: Entity, row: RowValues, into: Map<string, number[]>): void {
  const add = (name: string, id: unknown) => {
    if (typeof id === 'number') into.set(name, [...(into.get(name) ?? []), id])
  }
  add(entity.name, row.id)
  for (const [name, { to, serverManaged }] of Object.entries(entity.fields)) if (to && serverManaged) add(to, row[name])
  for (const [name, line] of Object.entries(entity.lines))
    for (const item of [row[name]].flat()) if (isRow(item)) collect(line, item, into)
}

/** Server-assigned ids: of rows, their lines, and rows created along. */
export function idsIn(entity: Entity, rows: readonly RowValues[]): RowIds {
  const found = new Map<string, number[]>()
  for (const row of rows) collect(entity, row, found)
  return Object.fromEntries(found)
}

/** Adds the ids created by a replayed step; unpaired ones stay unmapped. */
export function remapped(before: IdRemap, made: RowIds, now: RowIds): IdRemap {
  const after = new Map(before)
  for (const [entity, ids] of Object.entries(made)) {
    const others = now[entity] ?? []
    if (others.length === ids.length)
      ids.forEach((id, index) => {
        after.set(`${entity}/${id}`, others[index] ?? id)
      })
  }
  return after
}

function successor(entity: string | undefined, value: unknown, successors: IdRemap): unknown {
  if (Array.isArray(value)) return value.map(item => successor(entity, item, successors))
  return typeof value === 'number' ? (successors.get(`${entity}/${value}`) ?? value) : value
}

function rowNow(entity: Entity, row: unknown, successors: IdRemap): unknown {
  if (Array.isArray(row)) return row.map(item => rowNow(entity, item, successors))
  if (!isRow(row)) return row
  const named = (name: string, value: unknown) => {
    const line = entity.lines[name]
    if (line) return rowNow(line, value, successors)
    const to = name === 'id' ? entity.name : entity.fields[name]?.to
    return to ? successor(to, value, successors) : value
  }
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, named(name, value)]))
}

export function argumentsNow(command: Command, args: Arguments, successors: IdRemap): Arguments {
  const entity = entityNamed(command.entity ?? '')
  const fields: Readonly<Record<string, Field>> = command.arguments ?? {}
  const acted = command.rows?.entity.name ?? command.entity
  const now = (name: string, value: unknown) => {
    if (name === 'ids' || name === 'id') return successor(acted, value, successors)
    if (entity && (name === 'row' || name === 'rows' || name === 'values')) return rowNow(entity, value, successors)
    const { to } = fields[name] ?? {}
    return to ? successor(to, value, successors) : value
  }
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, now(name, value)]))
}
