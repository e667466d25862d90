/** Section selection for commands. Pure. */
import { isEmpty } from '#contract/schema/field.ts'
import { batchName } from '#contract/trace/lotName.ts'
import type { TraceQuestion } from '#contract/trace/trace.ts'
import type { Selection } from '../../commands/core/context.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import type { GridSource } from '../../grid/state/source.ts'

/** Subject of section rows, determining available commands. */
export interface Subject {
  readonly entity: 'stocklot' | 'dealer'
  readonly record: 'lotId' | 'dealerId'
}

export function leadsTo(row: RowValues): string | null {
  if (row.docType) return `/${row.docType}/${row.docId}`
  if (row.dealerId) return `/dealer/${row.dealerId}`
  return row.lotId ? `/stocklot/${row.lotId}` : null
}

/** Rows snapshotted when checked: long sections unload viewed rows. */
export type Checked = ReadonlyMap<RowId, RowValues>

/** Checked rows, current or last known. */
export function checkedOf(before: Checked, ids: ReadonlySet<RowId>, source: GridSource): Checked {
  const rowOf = (id: RowId) => before.get(id) ?? source.row(source.indexOf?.(id) ?? -1)
  return new Map(
    [...ids].flatMap(id => {
      const row = rowOf(id)
      return row ? [[id, row] as const] : []
    }),
  )
}

/** Current-state check; historical answers show past lot states. */
export const isOfNow = ({ asOf, asOfSeq }: TraceQuestion): boolean => isEmpty(asOf) && isEmpty(asOfSeq)

/** Lot commands depend on state: rows without one are not enough. */
const identifiesRecord = ({ entity }: Subject, row: RowValues, now: boolean) =>
  entity !== 'stocklot' || (now && !isEmpty(row.qualityStatus))

const batchOf = ({ planNo, batchSeq, linkPrecision }: RowValues): readonly string[] =>
  linkPrecision === 'BATCH' && planNo && batchSeq ? [batchName(String(planNo), Number(batchSeq))] : []

export function selectionOf(
  subject: Subject,
  rows: readonly RowValues[],
  { isChecked, now }: { readonly isChecked: boolean; readonly now: boolean },
): Selection | null {
  const records = new Map<number, RowValues>()
  for (const row of rows) {
    const id = row[subject.record]
    if (typeof id === 'number' && !records.has(id)) records.set(id, { ...row, id })
  }
  if (records.size === 0) return null
  const known = [...records.values()].filter(row => identifiesRecord(subject, row, now))
  const batches = [...new Set(rows.flatMap(batchOf))]
  const chosen = { entity: subject.entity, ids: [...records.keys()], rows: known, isChecked }
  return batches.length > 0 ? { ...chosen, batches } : chosen
}
