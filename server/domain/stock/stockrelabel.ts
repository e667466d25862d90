/** Relabelling to a new lot of the same item (domain.md §2.5). */
import { sql } from 'kysely'
import { expiryOf } from '#contract/calendar.ts'
import { type FieldErrors, invalid } from '#contract/schema/answer.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import { stockrelabel } from '#contract/stock/stockrelabel.ts'
import type { Context } from '../../db/connection/context.ts'
import type { ArgumentsOf, EntityHooksWithActions } from '../basis/hooks.ts'
import { labelled, ownEmployee, signerOf } from '../basis/people.ts'
import { settingOf } from '../settings/settings.ts'
import { postLines } from './ledger.ts'
import { binOf, virtualLocations } from './locations.ts'
import { assertUsable, createLot, type Lot, lockLots, lotRequirements } from './lots.ts'
import { placesOfLot } from './onHand.ts'
import { reverseDocument } from './reversal.ts'

type Relabelling = RowOf<typeof stockrelabel>
type RelabellingDraft = DraftOf<typeof stockrelabel>

interface Source extends Lot {
  readonly shelfLifeValue: number | null
  readonly shelfLifeUnit: string | null
}

async function sourceOf({ tx, customerId }: Context, lotId: number | null | undefined): Promise<Source | undefined> {
  if (!lotId) return undefined
  const { rows } = await sql<Source>`
    select l.*, coalesce(m."shelfLifeValue", p."shelfLifeValue") as "shelfLifeValue",
      coalesce(m."shelfLifeUnit", p."shelfLifeUnit") as "shelfLifeUnit"
    from stocklot l left join material m on m.id = l."materialId" left join product p on p.id = l."productId"
    where l.id = ${lotId} and l."customerId" = ${customerId}`.execute(tx)
  return rows[0]
}

/** Dates left empty are those of the old label. */
async function fill(context: Context, row: RelabellingDraft, before: Relabelling | null): Promise<void> {
  const source = await sourceOf(context, row.lotId)
  row.unitId = source?.unitId ?? null
  const isOther = before !== null && before.lotId !== row.lotId
  for (const name of ['produceDate', 'expiryDate'] as const)
    if (!row[name] || (isOther && row[name] === before[name])) row[name] = source?.[name] ?? null
}

/** Later dates need a reason, and never pass the item's shelf life. */
async function postingErrors(context: Context, row: RelabellingDraft): Promise<FieldErrors> {
  const source = await sourceOf(context, row.lotId)
  if (!source) return {}
  const [made, expires] = [row.produceDate ?? '', row.expiryDate ?? '']
  const fieldErrors: Record<string, string> = {}
  const isLater = made > source.produceDate || (source.expiryDate !== null && expires > source.expiryDate)
  if (isLater && !row.extensionReason) fieldErrors.extensionReason = 'required'
  const rule = await settingOf(context, 'expiryRule')
  const last = made && expiryOf(made, source.shelfLifeValue, source.shelfLifeUnit, rule)
  if (isLater && last && expires > last) fieldErrors.expiryDate = 'beyondShelfLife'
  return fieldErrors
}

async function takenFrom(context: Context, row: Relabelling): Promise<number> {
  if (row.locationId !== null) return binOf(context, 0, row.locationId)
  const [largest] = await placesOfLot(context, row.lotId)
  if (!largest) throw invalid({ locationId: 'required' })
  return largest.locationId
}

/** Approves and posts: the goods keep status, certificate and origin. */
async function submit(context: Context, row: Relabelling) {
  const approverId = await signerOf(context, 'relabel', row.handlerId)
  const lot = (await lockLots(context, [row.lotId])).get(row.lotId)
  if (!lot) throw invalid({ lotId: 'missing' })
  assertUsable(context, lot, lotRequirements.relabel)
  const bin = await takenFrom(context, row)
  const { PROCESS } = await virtualLocations(context)
  const { produceDate, expiryDate, newLotNo, docNo, relabelTime: bizTime, qty: quantity, reason } = row
  const newLotId = await createLot(context, {
    ...lot,
    lotNo: newLotNo,
    produceDate: produceDate ?? lot.produceDate,
    expiryDate,
    sourceDocNo: docNo ?? '',
    qualityStatus: lot.qualityStatus as 'RELEASED' | 'HOLD',
  })
  const line = { quantity, docLineNo: 1 }
  await postLines(context, { moveType: 'RLO', docType: stockrelabel.name, docNo, bizTime, reason }, [
    { ...line, lotId: lot.id, fromLocationId: bin, toLocationId: PROCESS },
    { ...line, moveType: 'RLI', lotId: newLotId, fromLocationId: PROCESS, toLocationId: bin },
  ])
  return { approverId, newLotId, locationId: bin }
}

/** Blocks of the new lot stay when the label is taken back. */
async function reverse(
  context: Context,
  row: Relabelling,
  { reason }: ArgumentsOf<typeof stockrelabel, 'reverse'>,
): Promise<undefined> {
  const { lotId, newLotId } = row
  const lots = await lockLots(context, [lotId, newLotId ?? 0])
  const [old, fresh] = [lots.get(lotId), lots.get(newLotId ?? 0)]
  if (fresh && fresh.qualityStatus !== old?.qualityStatus) assertUsable(context, fresh, { statuses: ['RELEASED'] })
  await reverseDocument(context, stockrelabel.name, row.docNo ?? '', reason)
}

export const stockrelabelRules: EntityHooksWithActions<typeof stockrelabel> = {
  async prepare(context) {
    return [labelled('handlerId', await ownEmployee(context))]
  },
  beforeSave: fill,
  postingErrors,
  actions: { submit, reverse },
}
