/** Last posted document of the same partner, offered to a new one. */
import { atom } from 'jotai'
import type { AsLastTime, Entity } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import { initial } from '#contract/schema/validate.ts'
import { listRecords, loadRecord } from '../records/records.ts'
import type { Row, RowValues } from '../records/row.ts'
import { isBlankLine } from './draft.ts'
import { linesOf } from './lineKeys.ts'

export interface LastDocument {
  readonly entity: string
  readonly title: string
}

export const lastDocumentAtom = atom<LastDocument | null>(null)

/** @throws CallError when it cannot be read */
export async function lastDocument(
  { name, state = 'status' }: Entity,
  { same, from }: AsLastTime,
  value: number,
  signal: AbortSignal,
): Promise<Row | null> {
  const where = [
    { field: same, op: 'eq', value },
    { field: state, op: 'in', value: from },
  ]
  const { rows } = await listRecords(name, { page: 1, size: 1, where, sort: [['id', 'desc']] }, signal)
  return rows[0] ? loadRecord(name, rows[0].id) : null
}

function taken(row: RowValues, names: readonly string[]): RowValues {
  const withLabels = names.flatMap(name => [name, `${name}$label`, `${name}$labels`])
  return Object.fromEntries(withLabels.flatMap(name => (isEmpty(row[name]) ? [] : [[name, row[name]]])))
}

/** Values to take over; none once lines are begun. */
export function asLastTime(
  entity: Entity,
  { fields = [], lines = {} }: AsLastTime,
  row: RowValues,
  last: RowValues,
  clock: { readonly today: string; readonly now: string },
): RowValues {
  const isBegun = Object.keys(lines).some(name =>
    linesOf(row, name).some(line => entity.lines[name] && !isBlankLine(entity.lines[name], line)),
  )
  if (isBegun) return {}
  const blank = fields.filter(name => isEmpty(row[name]))
  const rows = Object.entries(lines).map(([name, names]) => {
    const line = entity.lines[name]
    return [name, line ? linesOf(last, name).map(one => ({ ...initial(line, clock), ...taken(one, names) })) : []]
  })
  return { ...taken(last, blank), ...Object.fromEntries(rows) }
}
