/** Product withdrawals other than sale (domain.md §2.1). */
import { format } from '#contract/messages/index.ts'
import { productstoreout } from '#contract/production/productstoreout.ts'
import { productstoreoutline } from '#contract/production/productstoreoutline.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { anyOf, rowsOf } from '../../db/query/rowsOf.ts'
import { areLinesLeftOut, type EntityHooksWithActions, followedLine } from '../basis/hooks.ts'
import { onEachLine } from '../basis/lineErrors.ts'
import { labelled, ownEmployee } from '../basis/people.ts'
import { approve, clearApproval, demandApproval } from '../stock/approval.ts'
import { guardBusinessTime } from '../stock/backdating.ts'
import { virtualLocations } from '../stock/locations.ts'
import { assertUsable, type Lot, lotRequirements } from '../stock/lots.ts'
import { linesOfPallets, movePallets, unmovePallets, withPalletLines } from '../stock/pallets/palletMoves.ts'
import { reverseDocument } from '../stock/reversal.ts'
import { factsOfLines, lotsOfLines, takeOut } from '../stock/withdrawal.ts'
import { advance, lockPlan } from './plan.ts'
import { guardRework } from './rework.ts'

type StockOut = RowOf<typeof productstoreout>
type StockOutDraft = DraftOf<typeof productstoreout>
type Lines = NonNullable<StockOutDraft['lines']>

/** Movement type, target and lot requirement by kind. */
const kinds = {
  TEST_SAMPLE: { moveType: 'TST', place: 'LAB', asks: lotRequirements.test },
  OFFICIAL_SAMPLE: { moveType: 'TST', place: 'LAB', asks: lotRequirements.test },
  SCRAP: { moveType: 'SCR', place: 'SCRAP', asks: lotRequirements.scrap },
  REWORK: { moveType: 'RWK', place: 'WIP', asks: null },
  TRANSFER_OUT: { moveType: 'TRF', place: null, asks: null },
} as const

const approved: ReadonlySet<string> = new Set(['SCRAP', 'REWORK'])

async function guardProducts(context: Context, out: StockOut, lots: readonly Lot[]): Promise<void> {
  const specs = await rowsOf(context, 'productspec')
    .select(['id', 'productId'])
    .where('id', '=', anyOf(out.lines.map(line => line.productSpecId)))
    .execute()
  const productOf = new Map(specs.map(spec => [spec.id, spec.productId]))
  onEachLine(lots, (lot, index) => {
    if (lot.productId === null) throw new AppError('lotWrongItem', { lotNo: lot.lotNo })
    if (productOf.get(out.lines[index]?.productSpecId ?? 0) !== lot.productId)
      throw invalid({ [`lines.${index}.productSpecId`]: 'reference' })
    if (decimal(out.lines[index]?.qty).lte(0)) throw invalid({ [`lines.${index}.qty`]: 'positive' })
  })
}

async function submit(context: Context, out: StockOut): Promise<undefined> {
  if (out.outType === 'RETAIN_SAMPLE') throw invalid({ outType: 'byRetainSample' })
  guardBusinessTime(context, out.outTime)
  if (approved.has(out.outType)) demandApproval(out)
  const isRework = out.outType === 'REWORK'
  // Lock order: plan before lots, always.
  const plan = isRework
    ? await lockPlan(context, out.targetPlanId ?? 0, ['RELEASED', 'ISSUING', 'PRODUCING'])
    : undefined
  await movePallets(context, out)
  const lots = await lotsOfLines(context, out)
  await guardProducts(context, out, lots)
  if (plan) await guardRework(context, plan, lots)
  const { moveType, place, asks } = kinds[out.outType]
  if (asks) onEachLine(lots, lot => assertUsable(context, lot, asks))
  await takeOut(context, out, lots, {
    moveType,
    docType: productstoreout.name,
    bizTime: out.outTime,
    to: place === null ? null : (await virtualLocations(context))[place],
    producePlanId: plan?.id ?? null,
  })
  if (!plan) return
  if (plan.status === 'RELEASED') await advance(context, plan, 'ISSUING')
}

async function fillLines(context: Context, row: StockOutDraft, before: StockOut | null): Promise<void> {
  const lines = await withPalletLines(context, row.lines ?? [], lineOf)
  const known = [...lines, ...(before?.lines ?? [])]
  const facts = await factsOfLines(context, { ...row, lines: known })
  const chosenBy = (line: (typeof known)[number]) => {
    const lot = facts[known.indexOf(line)]
    return { lotId: { ...lot }, productSpecId: { baseQtyPerPackage: lot?.factor } }
  }
  row.lines = lines.map((line, index) => ({
    ...followedLine(productstoreoutline, before, line, chosenBy),
    availableQty: facts[index]?.available ?? null,
  }))
}

const lineOf = (content: Awaited<ReturnType<typeof linesOfPallets>>[number], line?: Lines[number]): Lines[number] => {
  const { warehouseId: _, productId: _id, productId$label: productName, ...own } = content
  return { ...own, productName, toLocationId: line?.toLocationId ?? null } as Lines[number]
}

/** Transfer of a whole pallet within its warehouse. */
async function transferOf(context: Context, palletId: number): Promise<StockOutDraft> {
  const content = await linesOfPallets(context, [palletId])
  const house = await rowsOf(context, 'warehouse')
    .select(['id', 'name'])
    .where('id', '=', content[0]?.warehouseId ?? 0)
    .executeTakeFirst()
  if (!house) return {}
  return {
    outType: 'TRANSFER_OUT',
    ...labelled('warehouseId', house),
    ...labelled('targetWarehouseId', house),
    reason: format(context.locale, 'pallet.move'),
    lines: content.map(each => lineOf(each)),
  }
}

export const productstoreoutRules: EntityHooksWithActions<typeof productstoreout> = {
  async prepare(context, given) {
    const palletId = given.lines?.[0]?.palletId
    const transfer = palletId ? await transferOf(context, palletId) : {}
    if (transfer.lines) await fillLines(context, transfer, null)
    return [{ ...transfer, ...labelled('handlerId', await ownEmployee(context)) }]
  },
  async beforeSave(context, row, before) {
    if (!areLinesLeftOut(row, before)) await fillLines(context, row, before)
    clearApproval(productstoreout, row, before)
  },
  actions: {
    submit,
    approve: (context, out) => approve(context, 'productstoreout', out),
    async reverse(context, out, given) {
      if (out.outType === 'RETAIN_SAMPLE') throw new AppError('bySampleOnly', { docNo: out.docNo })
      const planId = out.outType === 'REWORK' ? out.targetPlanId : null
      if (planId) await lockPlan(context, planId, ['RELEASED', 'ISSUING', 'PRODUCING', 'FINISHED'])
      // Before their goods, which pallets hold.
      await unmovePallets(context, out)
      await reverseDocument(context, productstoreout.name, out.docNo ?? '', given.reason)
      return undefined
    },
  },
}
