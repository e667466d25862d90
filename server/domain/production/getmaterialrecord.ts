/** Material issue (领料), proposed first expired first out, and return (退料). */
import { sql } from 'kysely'
import type { getmaterialrecord } from '#contract/production/getmaterialrecord.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import type { MovementCode } from '#contract/stock/movementTypes.ts'
import type { Context } from '../../db/connection/context.ts'
import { anyOf, rowsOf } from '../../db/query/rowsOf.ts'
import { areLinesLeftOut, type EntityHooksWithActions } from '../basis/hooks.ts'
import { onEachLine } from '../basis/lineErrors.ts'
import { labelled, ownEmployee } from '../basis/people.ts'
import { guardPersons } from '../guards/persons.ts'
import { settingOf } from '../settings/settings.ts'
import { guardBusinessTime } from '../stock/backdating.ts'
import { allocate, candidatesOf, guardFirstExpiredOf, type LotQuery, type Picked, type Take } from '../stock/fefo.ts'
import { type Movement, movementsOf, post } from '../stock/ledger.ts'
import { binsOfLines, virtualLocations } from '../stock/locations.ts'
import { assertUsable, type Lot, lockLots, lotRequirements } from '../stock/lots.ts'
import { reverseDocument } from '../stock/reversal.ts'
import { advance, lockPlan, outstanding, type PlanLine, planHead, planLinesOf } from './plan.ts'
import { standingLot, supplyStandingLots } from './water.ts'

type Issue = RowOf<typeof getmaterialrecord>
type IssueDraft = DraftOf<typeof getmaterialrecord>
type Line = Issue['lines'][number]

const at = (line: Line, field: string) => `lines.${(line.lineNo ?? 1) - 1}.${field}`

const sameItem = (line: Line, planLine: PlanLine) =>
  line.itemType === 'PRODUCT' ? line.semiProductId === planLine.semiProductId : line.materialId === planLine.materialId

function guardItem(line: Line, lot: Lot | undefined): Lot {
  if (!lot) throw invalid({ [at(line, 'lotId')]: 'missing' })
  const belongs =
    line.itemType === 'PRODUCT' ? lot.productId === line.semiProductId : lot.materialId === line.materialId
  if (!belongs) throw new AppError('lotWrongItem', { lotNo: lot.lotNo })
  return lot
}

function guardLot(context: Context, line: Line, found: Lot | undefined, planLine: PlanLine | undefined): void {
  const lot = guardItem(line, found)
  if (!planLine) throw new AppError('lotWrongItem', { lotNo: lot.lotNo })
  assertUsable(context, lot, { ...lotRequirements.issue, remainingDays: planLine.minIssueRemainDays })
}

/** Upper bound on issues; beyond it needs a make-up (domain.md §2.5). */
async function guardAmounts(context: Context, issue: Issue, planLines: readonly PlanLine[]): Promise<void> {
  const tolerance = await settingOf(context, 'issueTolerance')
  for (const planLine of planLines) {
    if (!planLine.isLotTracked) continue
    const now = issue.lines
      .filter(line => sameItem(line, planLine))
      .reduce((sum, line) => sum.plus(line.qty), decimal(0))
    const total = now.plus(planLine.issuedQty).minus(planLine.returnedQty)
    const allowed = decimal(planLine.requiredQty)
      .times(100 + tolerance)
      .div(100)
    if (now.gt(0) && total.gt(allowed)) {
      const figures = { required: planLine.requiredQty, total: total.toFixed(4) }
      throw new AppError('issueOverRequired', { tolerance, item: planLine.itemName, ...figures })
    }
  }
}

const wantOf = ({ materialId, semiProductId, minIssueRemainDays }: PlanLine): LotQuery => ({
  materialId,
  productId: semiProductId,
  remainingDays: minIssueRemainDays,
})

async function guardOrder(
  context: Context,
  issue: Issue,
  planLines: readonly PlanLine[],
  lots: ReadonlyMap<number, Lot>,
) {
  const pickedOf = (planLine: PlanLine): readonly Picked[] =>
    issue.lines
      .filter(line => sameItem(line, planLine))
      .map(({ lotId, qty, fefoOverrideReason }) => ({
        lotId,
        lotNo: lots.get(lotId)?.lotNo ?? '',
        expiryDate: lots.get(lotId)?.expiryDate ?? null,
        quantity: qty,
        reason: fefoOverrideReason,
      }))
  const tracked = planLines.filter(planLine => planLine.isLotTracked)
  await guardFirstExpiredOf(
    context,
    tracked.map(planLine => ({ want: wantOf(planLine), picked: pickedOf(planLine) })),
  )
}

async function issueOut(context: Context, issue: Issue): Promise<void> {
  const plan = await lockPlan(context, issue.producePlanId, ['RELEASED', 'ISSUING', 'PRODUCING'])
  const planLines = await planLinesOf(context, plan.id)
  const lots = await lockLots(
    context,
    issue.lines.map(line => line.lotId),
  )
  onEachLine(issue.lines, line =>
    guardLot(
      context,
      line,
      lots.get(line.lotId),
      planLines.find(planLine => sameItem(line, planLine)),
    ),
  )
  await guardAmounts(context, issue, planLines)
  await guardOrder(context, issue, planLines, lots)
  const { WIP } = await virtualLocations(context)
  const movements = await movementsBetween(context, issue, 'ISS', bin => ({ fromLocationId: bin, toLocationId: WIP }))
  await supplyStandingLots(context, movements)
  await post(context, movements)
  if (plan.status === 'RELEASED') await advance(context, plan, 'ISSUING')
}

async function takeBack(context: Context, issue: Issue): Promise<void> {
  await lockPlan(context, issue.producePlanId, ['RELEASED', 'ISSUING', 'PRODUCING', 'FINISHED'])
  const lots = await lockLots(
    context,
    issue.lines.map(line => line.lotId),
  )
  onEachLine(issue.lines, line => guardItem(line, lots.get(line.lotId)))
  const { WIP } = await virtualLocations(context)
  await post(
    context,
    await movementsBetween(context, issue, 'RTN', bin => ({ fromLocationId: WIP, toLocationId: bin })),
  )
}

async function movementsBetween(
  context: Context,
  issue: Issue,
  moveType: MovementCode,
  between: (bin: number) => Pick<Movement, 'fromLocationId' | 'toLocationId'>,
): Promise<Movement[]> {
  const asked = issue.lines.map(line => ({ locationId: line.locationId, at: at(line, 'locationId') }))
  const bins = await binsOfLines(context, issue.warehouseId, asked)
  const { docNo, issueTime: bizTime, producePlanId } = issue
  return movementsOf(
    { moveType, docType: 'getmaterialrecord', docNo, bizTime, producePlanId },
    issue.lines.map(({ lotId, qty: quantity, lineNo }, index) => {
      return { lotId, ...between(bins[index] as number), quantity, docLineNo: lineNo ?? 0 }
    }),
  )
}

async function fromTap(context: Context, { materialId }: PlanLine, quantity: string): Promise<Take[]> {
  const candidate = await standingLot(context, materialId)
  return candidate ? [{ candidate, quantity }] : []
}

function proposedLine({ itemType, materialId, semiProductId, ...planLine }: PlanLine, { candidate, quantity }: Take) {
  const [what, id] = itemType === 'PRODUCT' ? ['semiProductId', semiProductId] : ['materialId', materialId]
  return {
    itemType,
    ...labelled(what, { id: id ?? 0, name: planLine.itemName }),
    ...labelled('lotId', { id: candidate.lotId, name: candidate.lotNo }),
    ...labelled('unitId', { id: planLine.unitId, name: planLine.unitName }),
    supplierLotNo: candidate.supplierLotNo,
    expiryDate: candidate.expiryDate,
    locationId: candidate.locationId,
    warehouseId: candidate.warehouseId,
    qty: quantity,
  }
}

export async function proposedLines(context: Context, planId: number) {
  const lines: ReturnType<typeof proposedLine>[] = []
  const planLines = (await planLinesOf(context, planId)).filter(planLine => decimal(outstanding(planLine)).gt(0))
  const tracked = planLines.filter(planLine => planLine.isLotTracked)
  const found = await candidatesOf(context, tracked.map(wantOf))
  for (const planLine of planLines) {
    const open = decimal(outstanding(planLine))
    const takes = planLine.isLotTracked
      ? allocate(found[tracked.indexOf(planLine)] ?? [], open)
      : await fromTap(context, planLine, open.toFixed(4))
    lines.push(...takes.map(take => proposedLine(planLine, take)))
  }
  return lines
}

/** The same for a sheet to pick by, with the names of the bins. */
export async function pickLines(context: Context, planId: number): Promise<readonly Values[]> {
  const lines = await proposedLines(context, planId)
  const bins = await rowsOf(context, 'stocklocation')
    .select(['id', 'name'])
    .where('id', '=', anyOf(lines.map(({ locationId }) => locationId ?? 0)))
    .execute()
  const named = new Map(bins.map(({ id, name }) => [id, name]))
  return lines.map(line => ({ ...line, locationId$label: named.get(line.locationId ?? 0) }))
}

async function prepare(context: Context, { producePlanId }: IssueDraft): Promise<readonly IssueDraft[]> {
  const receiver = await ownEmployee(context)
  if (!producePlanId) return [labelled('receiverId', receiver)]
  const plan = await planHead(context, producePlanId)
  const lines = await proposedLines(context, producePlanId)
  const warehouse = await rowsOf(context, 'warehouse')
    .select(['id', 'name'])
    .where('isDeleted', '=', false)
    .orderBy(eb => eb('id', '=', lines[0]?.warehouseId ?? 0), 'desc')
    .orderBy('code')
    .limit(1)
    .executeTakeFirst()
  const issuer = await sql<{ id: number; name: string }>`
    select e.id, e.name from warehouse w join employee e on e.id = w."keeperId"
    where w.id = ${warehouse?.id ?? 0} and e.id <> ${plan?.leader?.id ?? 0}`.execute(context.tx)
  const labels = { producePlanId$label: plan?.docNo }
  return [
    {
      ...labels,
      ...labelled('receiverId', plan?.leader ?? receiver),
      ...labelled('issuerId', issuer.rows[0] ?? null),
      ...labelled('warehouseId', warehouse ?? null),
      lines: lines.map(({ warehouseId: _, ...line }) => line),
    },
  ]
}

async function fillLines(context: Context, row: IssueDraft): Promise<void> {
  const lines = row.lines ?? []
  const lots = await rowsOf(context, 'stocklot')
    .select(['id', 'supplierLotNo', 'supplyId', 'expiryDate', 'unitId'])
    .where('id', '=', anyOf(lines.map(line => line.lotId ?? 0)))
    .execute()
  const factsOf = new Map(lots.map(({ id, ...facts }) => [id, facts]))
  row.lines = lines.map(line => ({ ...line, ...factsOf.get(line.lotId ?? 0) }))
}

export const getmaterialrecordRules: EntityHooksWithActions<typeof getmaterialrecord> = {
  prepare,
  async beforeSave(context, row, before) {
    if (!areLinesLeftOut(row, before)) await fillLines(context, row)
  },
  actions: {
    async submit(context, issue) {
      guardBusinessTime(context, issue.issueTime)
      await guardPersons(context, [issue.issuerId, issue.receiverId], issue.issueTime)
      if (issue.issueType === 'RETURN') await takeBack(context, issue)
      else await issueOut(context, issue)
      return undefined
    },
    async reverse(context, issue, given) {
      await lockPlan(context, issue.producePlanId, ['RELEASED', 'ISSUING', 'PRODUCING', 'FINISHED'])
      await reverseDocument(context, 'getmaterialrecord', issue.docNo ?? '', given.reason)
      return undefined
    },
  },
}
