/** What is done for a plan: planned, issued, charged, corrected, received, ended. */
import type { Values } from '#contract/schema/field.ts'
import {
  type Choice,
  chance,
  documentIn,
  type Hand,
  idOf,
  inWork,
  isMaterial,
  itemFields,
  keyed,
  nearLots,
  oneOf,
  planIn,
  some,
  stockIn,
  usable,
} from './client.ts'
import { stockOut, taken } from './deedsOfStore.ts'
import type { Line, Of } from './operation.ts'
import { text, times } from './quantity.ts'
import { lotOf, type Plan } from './state.ts'

const mostOpen = 30

/** Plan of a product, or a rework of it. */
const plan: Choice = hand => {
  const { world, board } = hand
  const open = board.plans.filter(id => !['CLOSED', 'CANCELLED'].includes(board.state.plans.get(id)?.status ?? ''))
  const good = oneOf(hand, world.goods)
  if (!good || open.length > mostOpen) return null
  const rework = chance(hand, 0.2)
  const planned = BigInt(10_000 + Math.floor(hand.next() * 900_000))
  const shares = rework ? [{ item: good.item, share: 10_000n }] : good.shares
  const lines = shares.map(({ item, share }) => ({ item, required: times(planned, share) }))
  const batches = chance(hand, 0.5) ? 1 : 3
  const about = { kind: 'plan', plan: 0, rework, item: good.item, planned, batches, lines } as const
  return {
    path: 'template/save/produceplan',
    sent: {
      ...{ planType: rework ? 'REWORK' : 'NORMAL', productId: good.productId, productSpecId: good.specId },
      ...{ plannedQty: text(planned), batchCount: batches, produceDate: world.today, leaderId: world.employee('E004') },
      ...(rework
        ? { lines: lines.map(line => ({ ...itemFields(line.item), requiredQty: text(line.required) })) }
        : { formulaId: good.formulaId }),
    },
    about,
    done: data => ({ ...about, plan: Number(data.id) }),
  }
}

const planStep =
  (step: Of<'planStep'>['step'], from: readonly Plan['status'][]): Choice =>
  hand => {
    const found = planIn(hand, ...from)
    if (!found) return null
    const explained = step === 'close' && chance(hand, 0.5)
    const about = { kind: 'planStep', plan: found.id, step, explained } as const
    const more = step === 'reopen' ? { reason: '走查' } : explained ? { lossReason: '走查' } : {}
    return {
      path: `template/${step}/produceplan`,
      sent: { ids: [found.id], ...more },
      about,
      done: data => (step === 'release' ? { ...about, lotNo: String(data.lotNo) } : about),
    }
  }

/** Stock of the items of a plan, as its line `item` asks. */
const stockFor = (hand: Hand, found: Plan) => {
  const wanted = oneOf(hand, found.lines)
  const stray = chance(hand, 0.02)
  const kind = wanted && isMaterial(wanted.item) ? ('material' as const) : ('product' as const)
  return { wanted, held: usable(hand, kind, lot => stray || lot.item === wanted?.item) }
}

const least = (one: bigint, other: bigint) => (one < other ? one : other)

function lineRow(hand: Hand, line: Line): Values {
  const reason = chance(hand, 0.9) ? { fefoOverrideReason: '走查' } : {}
  return {
    ...itemFields(lotOf(hand.board.state, line.lot).item),
    ...{ lotId: line.lot, qty: text(line.quantity), locationId: idOf(line.bin), ...reason },
  }
}

const issueRow = (hand: Hand, found: Plan, issueType: string, lines: readonly Line[]): Values => ({
  ...{ producePlanId: found.id, issueType, warehouseId: hand.world.warehouses.material, submit: true },
  ...{ issuerId: hand.world.employee('E002'), receiverId: hand.world.employee('E004') },
  lines: lines.map(line => lineRow(hand, line)),
})

const issue: Choice = hand => {
  const found = planIn(hand, 'RELEASED', 'ISSUING', 'PRODUCING')
  if (!found || (found.rework && chance(hand, 0.8))) return null
  const lines = [0, 1].slice(chance(hand, 0.4) ? 0 : 1).flatMap((): Line[] => {
    const { wanted, held } = stockFor(hand, found)
    const one = oneOf(hand, held)
    const open = (wanted?.required ?? 0n) - (wanted?.issued ?? 0n) + (wanted?.returned ?? 0n)
    if (!one || (open <= 0n && chance(hand, 0.9))) return []
    return [{ lot: one.lot.id, bin: one.bin, quantity: some(hand, least(one.quantity, open > 0n ? open : 10_000n)) }]
  })
  if (lines.length === 0) return null
  const about = { kind: 'issue', document: '', plan: found.id, lines } as const
  const sent = issueRow(hand, found, 'PLAN', lines)
  return { path: 'template/save/getmaterialrecord', sent, about, done: keyed('getmaterialrecord', about) }
}

const giveBack: Choice = hand => {
  const found = planIn(hand, 'ISSUING', 'PRODUCING', 'FINISHED')
  const one = found && oneOf(hand, inWork(hand, found))
  if (!one) return null
  const bin = oneOf(hand, hand.world.bins[isMaterial(one.lot.item) ? 'material' : 'product'])
  const lines = [{ lot: one.lot.id, bin: `bin:${bin}`, quantity: some(hand, one.quantity) }]
  const about = { kind: 'return', document: '', plan: found.id, lines } as const
  const sent = issueRow(hand, found, 'RETURN', lines)
  return { path: 'template/save/getmaterialrecord', sent, about, done: keyed('getmaterialrecord', about) }
}

const makeUp: Choice = hand => {
  const found = planIn(hand, 'ISSUING', 'PRODUCING')
  if (!found) return null
  const one = oneOf(hand, stockFor(hand, found).held)
  if (!one) return null
  const line = { lot: one.lot.id, bin: one.bin, quantity: some(hand, least(one.quantity, 50_000n)) }
  const about = { kind: 'makeUp', document: '', plan: found.id, lines: [line] } as const
  const sent = {
    ...{ ...lineRow(hand, line), producePlanId: found.id, reasonType: 'SPILL', reason: '走查' },
    ...{ applicantId: hand.world.employee('E002'), submit: true },
  }
  return { path: 'template/save/materialmakeup', sent, about, done: keyed('materialmakeup', about) }
}

const use: Choice = hand => {
  const found = planIn(hand, 'ISSUING', 'PRODUCING', 'PRODUCING', 'FINISHED')
  const one = found && oneOf(hand, inWork(hand, found))
  if (!one) return null
  const batch = 1 + Math.floor(hand.next() * found.batches) + (chance(hand, 0.01) ? found.batches : 0)
  const quantity = some(hand, one.quantity)
  const about = { kind: 'use', document: '', plan: found.id, lot: one.lot.id, batch, quantity } as const
  const sent = {
    ...{ producePlanId: found.id, lotId: one.lot.id, batchSeq: batch, factAmount: text(quantity) },
    operatorId: hand.world.employee('E004'),
  }
  return { path: 'template/save/usematerialrecord', sent, about, done: keyed('usematerialrecord', about) }
}

/** Correction's record, queried afterwards; of two the later is believed. */
const correct: Choice = hand => {
  const key = documentIn(hand, (posting, status) => posting.kind === 'use' && status === 'SUBMITTED')
  const posting = key ? hand.board.state.documents.get(key)?.posting : undefined
  if (!key || posting?.kind !== 'use') return null
  const quantity = chance(hand, 0.05) ? 0n : some(hand, posting.quantity * 2n)
  const about = { kind: 'correct', document: '', use: key, quantity } as const
  return {
    path: 'template/correct/usematerialrecord',
    sent: { ids: [idOf(key)], factAmount: text(quantity), reason: '走查' },
    about,
    async done() {
      const where = [{ field: 'correctionOfId', op: 'eq', value: idOf(key) }]
      const found = await hand.ask('POST', 'template/list/usematerialrecord', {
        where,
        sort: [['id', 'desc']],
        size: 1,
      })
      const [latest] = (found?.rows ?? []) as readonly Values[]
      return { ...about, document: `usematerialrecord:${latest?.id}` }
    },
  }
}

const produced =
  (byProduct: boolean): Choice =>
  hand => {
    const { world } = hand
    const found = planIn(hand, 'PRODUCING', 'PRODUCING', 'FINISHED')
    const good = byProduct ? world.byProduct : world.goods.find(each => each.item === found?.item)
    if (!found?.lotNo || !good) return null
    const left = found.planned - found.produced
    const quantity = some(hand, left > 0n ? left : 1_000n)
    const batch = chance(hand, 0.5) ? 0 : 1 + Math.floor(hand.next() * found.batches)
    const bin = oneOf(hand, world.bins.product.slice(0, 2)) as number
    const about = {
      kind: 'produce' as const,
      ...{ document: '', plan: found.id, item: good.item, lot: 0, lotNo: found.lotNo },
      ...{ batch, bin: `bin:${bin}`, quantity },
    }
    return {
      path: 'template/save/productstorein',
      sent: {
        ...{
          storeInType: 'PRODUCTION',
          producePlanId: found.id,
          productId: good.productId,
          productSpecId: good.specId,
        },
        ...{ lotNo: found.lotNo, produceDate: world.today, packageQty: '0', looseQty: text(quantity), batchSeq: batch },
        ...{ warehouseId: world.warehouses.product, locationId: bin, handlerId: world.employee('E003'), submit: true },
      },
      about,
      done: data => ({ ...about, document: `productstorein:${data.id}`, lot: Number(data.lotId) }),
    }
  }

const rework: Choice = hand => {
  const found = planIn(hand, 'RELEASED', 'ISSUING', 'PRODUCING')
  if (!found?.rework) return null
  const fits = stockIn(nearLots(hand, 'product'), lot => lot.item === found.item)
  const lines = taken(hand, fits)
  if (lines.length === 0) return null
  const about = { kind: 'rework', document: '', plan: found.id, lines } as const
  return stockOut(hand, about, 'REWORK', false, { targetPlanId: found.id })
}

const scrapRest: Choice = hand => {
  const found = planIn(hand, 'ISSUING', 'PRODUCING', 'FINISHED')
  const one = found && oneOf(hand, inWork(hand, found))
  if (!one) return null
  const quantity = some(hand, one.quantity)
  return {
    path: 'template/scrapRest/produceplan',
    sent: { ids: [found.id], lotId: one.lot.id, qty: text(quantity), reason: '走查' },
    about: { kind: 'scrapRest', plan: found.id, lot: one.lot.id, quantity },
  }
}

export const planDeeds = {
  plan,
  releasePlan: planStep('release', ['DRAFT']),
  finish: planStep('finish', ['PRODUCING']),
  cancel: planStep('cancel', ['DRAFT', 'RELEASED', 'ISSUING']),
  close: planStep('close', ['FINISHED']),
  reopen: planStep('reopen', ['CLOSED']),
  issue,
  giveBack,
  makeUp,
  use,
  correct,
  produce: produced(false),
  byProduct: produced(true),
  rework,
  scrapRest,
} as const
