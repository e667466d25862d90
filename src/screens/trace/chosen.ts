/** What is chosen in a section of a trace, as commands act on it. Pure. */
import type { Selection } from '../../commands/core/context.ts'
import type { Values } from '../../contract/schema/field.ts'
import { isEmpty } from '../../contract/schema/validate.ts'
import { batchName } from '../../contract/trace/lotName.ts'
import type { RowId } from '../../data/records/records.ts'
import type { GridSource } from '../../grid/state/source.ts'

/** What the rows of a section are about, and so what can be done with them. */
export interface Subject {
  readonly entity: 'stocklot' | 'dealer'
  readonly record: 'lotId' | 'dealerId'
}

/** Where a row leads: the document it is of, the dealer, or the lot it names. */
export function leadsTo(row: Values): string | null {
  if (row.docType) return `/${row.docType}/${row.docId}`
  if (row.dealerId) return `/dealer/${row.dealerId}`
  return row.lotId ? `/stocklot/${row.lotId}` : null
}

/** Rows as they were when they were checked: a long section does not keep all that were looked at. */
export type Checked = ReadonlyMap<RowId, Values>

/** The checked rows, each as it was known before or is known now. */
export function checkedOf(before: Checked, ids: ReadonlySet<RowId>, source: GridSource): Checked {
  const rowOf = (id: RowId) => before.get(id) ?? source.row(source.indexOf?.(id) ?? -1)
  return new Map(
    [...ids].flatMap(id => {
      const row = rowOf(id)
      return row ? [[id, row] as const] : []
    }),
  )
}

/** Do the rows of an answer say how lots are now? One of an earlier moment says how they were. */
export const isOfNow = (asked: Values): boolean => isEmpty(asked.asOf) && isEmpty(asked.asOfSeq)

/** Whether something can be done with a lot is a matter of its state: a row that does not tell it says nothing of the lot. */
const tellsRecord = ({ entity }: Subject, row: Values, now: boolean) =>
  entity !== 'stocklot' || (now && !isEmpty(row.qualityStatus))

/** The batch a row is of, where what was made of it is known to have come from that batch. */
const batchOf = ({ planNo, batchSeq, linkPrecision }: Values): readonly string[] =>
  linkPrecision === 'BATCH' && planNo && batchSeq ? [batchName(String(planNo), Number(batchSeq))] : []

/** The records that rows are about, and what is known of them. */
export function selectionOf(
  subject: Subject,
  rows: readonly Values[],
  { isChecked, now }: { readonly isChecked: boolean; readonly now: boolean },
): Selection | null {
  const records = new Map<number, Values>()
  for (const row of rows) {
    const id = row[subject.record]
    if (typeof id === 'number' && !records.has(id)) records.set(id, { ...row, id })
  }
  if (records.size === 0) return null
  const known = [...records.values()].filter(row => tellsRecord(subject, row, now))
  const batches = [...new Set(rows.flatMap(batchOf))]
  const chosen = { entity: subject.entity, ids: [...records.keys()], rows: known, isChecked }
  return batches.length > 0 ? { ...chosen, batches } : chosen
}
