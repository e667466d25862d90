/** Pallet scanned into a sale or transfer: put in whole. */
import type { Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Result } from '../../commands/core/command.ts'
import { isBlankLine } from '../../data/drafts/draft.ts'
import { type LineRows, lineKey } from '../../data/drafts/lineKeys.ts'
import { text } from '../../data/language.ts'
import { loadRecord } from '../../data/records/records.ts'
import type { Row } from '../../data/records/row.ts'
import { changed, inserted } from './lineRows.ts'
import { isOpenField } from './scannedQuantity.ts'

export const takesPallets = (line: Entity): boolean =>
  isOpenField(line, 'palletId') && line.fields.palletId?.to === 'pallet'

const copied = ['productId', 'productSpecId', 'packageQty', 'lotId'] as const

/** Lines with those of the pallet; a refusal in words otherwise. */
export async function withPallet(
  line: Entity,
  rows: LineRows,
  pallet: Row,
  moment: { readonly today: string; readonly now: string },
): Promise<LineRows | Result> {
  const sscc = String(pallet.sscc)
  if (rows.some(row => row.palletId === pallet.id))
    return { status: 'ok', message: 'scan.palletThere', values: { sscc } }
  if (pallet.status !== 'CLOSED') {
    const status = text(`PalletStatus.${pallet.status}`)
    return { status: 'failed', code: 0, message: text('error.palletNotClosed', { sscc, status }) }
  }
  const { lines, locationId, locationId$label } = await loadRecord('pallet', pallet.id as number)
  let filled = rows
  for (const content of lines as readonly Values[]) {
    const free = filled.findIndex(row => isBlankLine(line, row))
    if (free < 0) filled = inserted(line, filled, 1, filled.length, moment)
    const at = free < 0 ? filled.length - 1 : free
    const rowId = lineKey(filled[at] ?? {}, at)
    const given = [
      ...copied
        .filter(columnId => columnId in line.fields)
        .map(columnId => ({ columnId, value: content[columnId], label: content[`${columnId}$label`] })),
      { columnId: 'locationId', value: locationId, label: locationId$label },
      { columnId: 'palletId', value: pallet.id, label: sscc },
    ]
    filled = changed(
      line,
      filled,
      given.map(entry => ({ ...entry, rowId })),
    )
  }
  return filled
}
