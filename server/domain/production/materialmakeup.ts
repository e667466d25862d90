/** Make-up (补料): material beyond the plan, approved by a second person. */
import { sql } from 'kysely'
import type { materialmakeup } from '#contract/production/materialmakeup.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { labelled, ownEmployee, signerOf } from '../basis/people.ts'
import { guardPersons } from '../guards/persons.ts'
import { guardBusinessTime } from '../stock/backdating.ts'
import { candidates, guardFirstExpired } from '../stock/fefo.ts'
import { movementsOf, post } from '../stock/ledger.ts'
import { binOf, virtualLocations } from '../stock/locations.ts'
import { assertUsable, type Lot, lockLots, lotRequirements } from '../stock/lots.ts'
import { reverseDocument } from '../stock/reversal.ts'
import { lockPlan, outstanding, type PlanLine, planHead, planLinesOf } from './plan.ts'
import { percentOf } from './rates.ts'
import { standingLot, supplyStandingLots } from './water.ts'

type MakeUp = RowOf<typeof materialmakeup>
type MakeUpDraft = DraftOf<typeof materialmakeup>

const isOf = (item: MakeUpDraft, line: PlanLine) =>
  item.itemType === 'PRODUCT' ? line.semiProductId === item.semiProductId : line.materialId === item.materialId

/** Excess in percent; 0 within, null without requirement. */
function overRate(line: PlanLine, now: string): string | null {
  const required = decimal(line.requiredQty)
  const taken = decimal(line.issuedQty).plus(line.makeUpQty).minus(line.returnedQty).plus(now)
  const over = taken.minus(required)
  return percentOf(over.lt(0) ? decimal(0) : over, required)
}

/** Derives unit, line and excess; drafts may be incomplete. */
async function fill(context: Context, row: MakeUpDraft): Promise<PlanLine | undefined> {
  // Single item: drop the choice made under the other type.
  if (row.itemType === 'PRODUCT') row.materialId = null
  else row.semiProductId = null
  if (!row.producePlanId) return undefined
  const line = (await planLinesOf(context, row.producePlanId)).find(each => isOf(row, each))
  row.producePlanMaterialId = line?.id ?? null
  row.unitId = line?.unitId ?? null
  row.overRate = line && row.qty ? overRate(line, row.qty) : null
  return line
}

async function itemName(context: Context, makeUp: MakeUp): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from material where id = ${makeUp.materialId} and "customerId" = ${context.customerId}
    union all
    select name from product where id = ${makeUp.semiProductId} and "customerId" = ${context.customerId}`.execute(
    context.tx,
  )
  return rows[0]?.name ?? ''
}

/** Named bin, else the one with most of the lot. */
async function takenFrom(context: Context, makeUp: MakeUp, line: PlanLine): Promise<number> {
  if (makeUp.locationId !== null) return binOf(context, 0, makeUp.locationId)
  if (!line.isLotTracked) return (await standingLot(context, line.materialId))?.locationId ?? 0
  const { rows } = await sql<{ id: number }>`
    select b."locationId" as id from stockbalance b join stocklocation p on p.id = b."locationId"
    where b."lotId" = ${makeUp.lotId} and p."locationType" = 'STORAGE' and not p."isQuarantine" and b.quantity > 0
    order by b.quantity desc, b.id limit 1`.execute(context.tx)
  const found = rows[0]?.id
  if (found === undefined) throw invalid({ locationId: 'required' })
  return found
}

async function guardOrder(context: Context, makeUp: MakeUp, lot: Lot, line: PlanLine): Promise<void> {
  if (!line.isLotTracked) return
  const item = { materialId: line.materialId, productId: line.semiProductId }
  guardFirstExpired(await candidates(context, item, { remainingDays: line.minIssueRemainDays }), [
    {
      lotId: lot.id,
      lotNo: lot.lotNo,
      expiryDate: lot.expiryDate,
      quantity: makeUp.qty,
      reason: makeUp.fefoOverrideReason,
    },
  ])
}

/** Approves and posts (MUP); applicants must not approve (domain.md §2.4, guard 7). */
async function submit(context: Context, makeUp: MakeUp) {
  const approverId = await signerOf(context, 'makeUp', makeUp.applicantId)
  guardBusinessTime(context, makeUp.makeUpTime)
  await guardPersons(context, [makeUp.applicantId], makeUp.makeUpTime)
  const plan = await lockPlan(context, makeUp.producePlanId, ['ISSUING', 'PRODUCING'])
  const row: MakeUpDraft = { ...makeUp }
  // Formula substitutes are plan lines without requirement.
  const line = await fill(context, row)
  if (!line) throw new AppError('makeUpNotOnPlan', { item: await itemName(context, makeUp), planNo: plan.docNo })
  const lot = (await lockLots(context, [makeUp.lotId])).get(makeUp.lotId)
  if (!lot) throw invalid({ lotId: 'missing' })
  if (lot.materialId !== line.materialId || lot.productId !== line.semiProductId)
    throw new AppError('lotWrongItem', { lotNo: lot.lotNo })
  assertUsable(context, lot, { ...lotRequirements.issue, remainingDays: line.minIssueRemainDays })
  await guardOrder(context, makeUp, lot, line)
  const { WIP } = await virtualLocations(context)
  const fromLocationId = await takenFrom(context, makeUp, line)
  const { docNo, makeUpTime: bizTime, reason } = makeUp
  const head = { moveType: 'MUP', docType: 'materialmakeup', docNo, bizTime, producePlanId: plan.id, reason } as const
  const movements = movementsOf(head, [{ lotId: lot.id, fromLocationId, toLocationId: WIP, quantity: makeUp.qty }])
  await supplyStandingLots(context, movements)
  await post(context, movements)
  const { unitId, overRate: over, producePlanMaterialId } = row
  return { approverId, unitId, overRate: over, producePlanMaterialId, locationId: fromLocationId }
}

/** Requested item, else the plan's first short line. */
async function prepare(context: Context, given: MakeUpDraft) {
  const applicant = labelled('applicantId', await ownEmployee(context))
  const planId = given.producePlanId ?? 0
  const lines = await planLinesOf(context, planId)
  const named = given.materialId || given.semiProductId
  const short = (line: PlanLine) => decimal(outstanding(line)).gt(0)
  const line = named ? lines.find(each => isOf(given, each)) : (lines.find(short) ?? lines[0])
  if (!line) return [applicant]
  const item = { materialId: line.materialId, productId: line.semiProductId }
  const wanted = { remainingDays: line.minIssueRemainDays }
  const lot = line.isLotTracked
    ? (await candidates(context, item, wanted))[0]
    : await standingLot(context, line.materialId)
  return [
    {
      ...applicant,
      producePlanId$label: (await planHead(context, planId))?.docNo,
      itemType: line.itemType,
      ...labelled(line.materialId ? 'materialId' : 'semiProductId', {
        id: line.materialId ?? line.semiProductId ?? 0,
        name: line.itemName,
      }),
      ...labelled('unitId', { id: line.unitId, name: line.unitName }),
      ...(lot ? { ...labelled('lotId', { id: lot.lotId, name: lot.lotNo }), locationId: lot.locationId } : {}),
      ...(short(line) ? { qty: outstanding(line) } : {}),
    },
  ]
}

export const materialmakeupRules: EntityHooksWithActions<typeof materialmakeup> = {
  prepare,
  async beforeSave(context, row) {
    await fill(context, row)
  },
  actions: {
    submit,
    async reverse(context, makeUp, given) {
      await lockPlan(context, makeUp.producePlanId, ['ISSUING', 'PRODUCING', 'FINISHED'])
      await reverseDocument(context, 'materialmakeup', makeUp.docNo ?? '', given.reason)
      return undefined
    },
  },
}
