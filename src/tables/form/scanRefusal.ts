/** Why a scanned lot is not taken into a document that was prepared. */
import { refusals } from '#contract/schema/answer.ts'
import type { Check, Entity } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import { scannedLot } from '#contract/stock/scannedLot.ts'
import type { Result } from '../../commands/core/command.ts'
import type { ScanMatch } from '../../commands/scan/lookUp.ts'
import { request } from '../../data/api/api.ts'
import { wordsOf } from '../../data/api/localizedMessage.ts'
import { CallError, isOutcomeUnknown } from '../../data/api/transport.ts'
import { isBlankLine } from '../../data/drafts/draft.ts'
import { type LineRows, lineKey } from '../../data/drafts/lineKeys.ts'
import { text } from '../../data/language.ts'
import type { Row, RowId, RowValues } from '../../data/records/row.ts'
import { errorText } from '../../fields/errorText.ts'
import { type Entry, isOfItem, isScanned } from './scannedLine.ts'
import { takesPallets } from './scannedPallet.ts'

export interface ScanRefusal {
  readonly code: string
  readonly message: `scan.refused.${'otherLot' | 'notListed' | 'earlier' | 'earlierOnPallet' | 'unusable' | 'pallet'}`
  readonly values: Readonly<Record<string, string>>
  /** Line whose lot it would replace. */
  readonly instead?: RowId | undefined
  /** The rules allow it with a reason. */
  readonly isAllowed: boolean
}

/** Result of a refused scan, which the banner shows. */
export const refusedScan = ({ message, values }: ScanRefusal): Result => ({
  status: 'failed',
  code: 0,
  message: text(message, values),
  isShown: true,
})

/** Does this document take lots out of stock? */
export function isPickList({ reserves }: Entity, record: RowValues): boolean {
  if (!reserves) return false
  const [field, value] = reserves.unless ?? []
  return field === undefined || record[field] !== value
}

/** Null where the document takes whole pallets, or none of its goods lie on them. */
export function refusalOfPallet(
  parent: Entity,
  line: Entity,
  record: RowValues,
  rows: LineRows,
  { pallets: [pallet], code }: ScanMatch,
): ScanRefusal | null {
  if (!pallet) return null
  const isOk = (lines: LineRows) => (check: Check) => check.ok({ ...record, lines })
  const broken = takesPallets(line)
    ? parent.checks?.filter(isOk(rows)).find(check => !isOk([...rows, { palletId: pallet.id }])(check))?.message
    : isPickList(parent, record) && 'palletTransferOnly'
  if (!broken) return null
  const values = { sscc: String(pallet.sscc), reason: errorText(text, broken) }
  return { code: code.text, message: 'scan.refused.pallet', values, isAllowed: false }
}

async function verdictOn(lot: Row, { producePlanId, warehouseId, dealerId }: RowValues) {
  const asked = { producePlanId, warehouseId, dealerId }
  const given = Object.entries(asked).filter(([, value]) => typeof value === 'number')
  try {
    return await request(scannedLot, { lotId: lot.id, ...Object.fromEntries(given) })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // Without a network the server judges when it is posted.
    if (isOutcomeUnknown(error)) return { earlier: [] }
    // Who may not ask is told when the document is posted.
    return error.status === refusals.notPermitted.status ? { earlier: [] } : { refused: wordsOf(error)() }
  }
}

/** Null where the lot is the one to take, or nothing is known against it. */
export async function refusalOfScan(
  line: Entity,
  rows: LineRows,
  entries: readonly Entry[],
  { lots: [lot], code }: ScanMatch,
  record: RowValues,
): Promise<ScanRefusal | null> {
  if (!lot || rows.some(row => row.lotId === lot.id)) return null
  const of = { code: code.text, isAllowed: true }
  const lotNo = String(lot.lotNo)
  const verdict = await verdictOn(lot, record)
  const ofItem = rows.findIndex(row => isOfItem(row, entries) && !isEmpty(row.lotId) && !isScanned(row))
  const proposed = rows[ofItem]
  const isAwaited = rows.some(row => isOfItem(row, entries) && isEmpty(row.lotId))
  const values = { lotNo, proposed: String(proposed?.lotId$label ?? '') }
  if ('refused' in verdict)
    return { ...of, message: 'scan.refused.unusable', values: { ...values, reason: verdict.refused }, isAllowed: false }
  if (proposed && !isAwaited)
    return { ...of, message: 'scan.refused.otherLot', values, instead: lineKey(proposed, ofItem) }
  const isListed = line.fields.producePlanMaterialId === undefined || rows.some(row => isOfItem(row, entries))
  if (!isListed && rows.some(row => !isBlankLine(line, row)))
    return { ...of, message: 'scan.refused.notListed', values: { ...values, item: String(lot.itemName ?? '') } }
  const earlier = verdict.earlier.find(({ lotId }) => rows.every(row => row.lotId !== lotId))
  if (!earlier) return null
  const dates = { expiry: String(lot.expiryDate ?? ''), earlier: earlier.expiryDate ?? '' }
  const { lotNo: first, sscc } = earlier
  const message = sscc ? 'scan.refused.earlierOnPallet' : 'scan.refused.earlier'
  return { ...of, message, values: { ...values, ...dates, proposed: first, ...(sscc ? { sscc } : {}) } }
}
