/** What is done for a plan: planned, issued, charged, corrected, received, ended. */
import type { Values } from '#contract/schema/field.ts'
import {
  type Choice,
  type Client,
  chance,
  documentIn,
  idOf,
  inWork,
  isMaterial,
  itemFields,
  nearLots,
  oneOf,
  partOf,
  planIn,
  stockIn,
  usable,
  withDocument,
} from './client.ts'
import type { Line, Of } from './operation.ts'
import { stockOut, taken } from './operationsOfStore.ts'
import { text, times } from './quantity.ts'
import { lotOf, type Plan } from './state.ts'

const mostOpen = 30

/** Plan of a product, or a rework of it. */
const plan: Choice = client => {
  const { fixture, board } = client
  const open = board.plans.filter(id => !['CLOSED', 'CANCELLED'].includes(board.state.plans.get(id)?.status ?? ''))
  const good = oneOf(client, fixture.goods)
  if (!good || open.length > mostOpen) return null
  const rework = chance(client, 0.2)
  const planned = BigInt(10_000 + Math.floor(client.next() * 900_000))
  const shares = rework ? [{ item: good.item, share: 10_000n }] : good.shares
  const lines = shares.map(({ item, share }) => ({ item, required: times(planned, share) }))
  const batches = chance(client, 0.5) ? 1 : 3
  const about = { kind: 'plan', plan: 0, rework, item: good.item, planned, batches, lines } as const
  return {
    path: 'template/save/produceplan',
    sent: {
      ...{ planType: rework ? 'REWORK' : 'NORMAL', productId: good.productId, productSpecId: good.specId },
      ...{
        plannedQty: text(planned),
        batchCount: batches,
        produceDate: fixture.today,
        leaderId: fixture.employee('E004'),
      },
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
  client => {
    const found = planIn(client, ...from)
    if (!found) return null
    const explained = step === 'close' && chance(client, 0.5)
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
const stockFor = (client: Client, found: Plan) => {
  const wanted = oneOf(client, found.lines)
  const stray = chance(client, 0.02)
  const kind = wanted && isMaterial(wanted.item) ? ('material' as const) : ('product' as const)
  return { wanted, held: usable(client, kind, lot => stray || lot.item === wanted?.item) }
}

const least = (one: bigint, other: bigint) => (one < other ? one : other)

function lineRow(client: Client, line: Line): Values {
  const reason = chance(client, 0.9) ? { fefoOverrideReason: '走查' } : {}
  return {
    ...itemFields(lotOf(client.board.state, line.lot).item),
    ...{ lotId: line.lot, qty: text(line.quantity), locationId: idOf(line.bin), ...reason },
  }
}

const issueRow = (client: Client, found: Plan, issueType: string, lines: readonly Line[]): Values => ({
  ...{ producePlanId: found.id, issueType, warehouseId: client.fixture.warehouses.material, submit: true },
  ...{ issuerId: client.fixture.employee('E002'), receiverId: client.fixture.employee('E004') },
  lines: lines.map(line => lineRow(client, line)),
})

const issue: Choice = client => {
  const found = planIn(client, 'RELEASED', 'ISSUING', 'PRODUCING')
  if (!found || (found.rework && chance(client, 0.8))) return null
  const lines = [0, 1].slice(chance(client, 0.4) ? 0 : 1).flatMap((): Line[] => {
    const { wanted, held } = stockFor(client, found)
    const one = oneOf(client, held)
    const open = (wanted?.required ?? 0n) - (wanted?.issued ?? 0n) + (wanted?.returned ?? 0n)
    if (!one || (open <= 0n && chance(client, 0.9))) return []
    return [
      { lot: one.lot.id, bin: one.bin, quantity: partOf(client, least(one.quantity, open > 0n ? open : 10_000n)) },
    ]
  })
  if (lines.length === 0) return null
  const about = { kind: 'issue', document: '', plan: found.id, lines } as const
  const sent = issueRow(client, found, 'PLAN', lines)
  return { path: 'template/save/getmaterialrecord', sent, about, done: withDocument('getmaterialrecord', about) }
}

const giveBack: Choice = client => {
  const found = planIn(client, 'ISSUING', 'PRODUCING', 'FINISHED')
  const one = found && oneOf(client, inWork(client, found))
  if (!one) return null
  const bin = oneOf(client, client.fixture.bins[isMaterial(one.lot.item) ? 'material' : 'product'])
  const lines = [{ lot: one.lot.id, bin: `bin:${bin}`, quantity: partOf(client, one.quantity) }]
  const about = { kind: 'return', document: '', plan: found.id, lines } as const
  const sent = issueRow(client, found, 'RETURN', lines)
  return { path: 'template/save/getmaterialrecord', sent, about, done: withDocument('getmaterialrecord', about) }
}

const makeUp: Choice = client => {
  const found = planIn(client, 'ISSUING', 'PRODUCING')
  if (!found) return null
  const one = oneOf(client, stockFor(client, found).held)
  if (!one) return null
  const line = { lot: one.lot.id, bin: one.bin, quantity: partOf(client, least(one.quantity, 50_000n)) }
  const about = { kind: 'makeUp', document: '', plan: found.id, lines: [line] } as const
  const sent = {
    ...{ ...lineRow(client, line), producePlanId: found.id, reasonType: 'SPILL', reason: '走查' },
    ...{ applicantId: client.fixture.employee('E002'), submit: true },
  }
  return { path: 'template/save/materialmakeup', sent, about, done: withDocument('materialmakeup', about) }
}

const use: Choice = client => {
  const found = planIn(client, 'ISSUING', 'PRODUCING', 'PRODUCING', 'FINISHED')
  const one = found && oneOf(client, inWork(client, found))
  if (!one) return null
  const batch = 1 + Math.floor(client.next() * found.batches) + (chance(client, 0.01) ? found.batches : 0)
  const quantity = partOf(client, one.quantity)
  const about = { kind: 'use', document: '', plan: found.id, lot: one.lot.id, batch, quantity } as const
  const sent = {
    ...{ producePlanId: found.id, lotId: one.lot.id, batchSeq: batch, factAmount: text(quantity) },
    operatorId: client.fixture.employee('E004'),
  }
  return { path: 'template/save/usematerialrecord', sent, about, done: withDocument('usematerialrecord', about) }
}

/** Correction's record, queried afterwards; of two the later is believed. */
const correct: Choice = client => {
  const key = documentIn(client, (posting, status) => posting.kind === 'use' && status === 'SUBMITTED')
  const posting = key ? client.board.state.documents.get(key)?.posting : undefined
  if (!key || posting?.kind !== 'use') return null
  const quantity = chance(client, 0.05) ? 0n : partOf(client, posting.quantity * 2n)
  const about = { kind: 'correct', document: '', use: key, quantity } as const
  return {
    path: 'template/correct/usematerialrecord',
    sent: { ids: [idOf(key)], factAmount: text(quantity), reason: '走查' },
    about,
    async done() {
      const where = [{ field: 'correctionOfId', op: 'eq', value: idOf(key) }]
      const found = await client.read('POST', 'template/list/usematerialrecord', {
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
  client => {
    const { fixture } = client
    const found = planIn(client, 'PRODUCING', 'PRODUCING', 'FINISHED')
    const good = byProduct ? fixture.byProduct : fixture.goods.find(each => each.item === found?.item)
    if (!found?.lotNo || !good) return null
    const left = found.planned - found.produced
    const quantity = partOf(client, left > 0n ? left : 1_000n)
    const batch = chance(client, 0.5) ? 0 : 1 + Math.floor(client.next() * found.batches)
    const bin = oneOf(client, fixture.bins.product.slice(0, 2)) as number
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
        ...{
          lotNo: found.lotNo,
          produceDate: fixture.today,
          packageQty: '0',
          looseQty: text(quantity),
          batchSeq: batch,
        },
        ...{
          warehouseId: fixture.warehouses.product,
          locationId: bin,
          handlerId: fixture.employee('E003'),
          submit: true,
        },
      },
      about,
      done: data => ({ ...about, document: `productstorein:${data.id}`, lot: Number(data.lotId) }),
    }
  }

const rework: Choice = client => {
  const found = planIn(client, 'RELEASED', 'ISSUING', 'PRODUCING')
  if (!found?.rework) return null
  const fits = stockIn(nearLots(client, 'product'), lot => lot.item === found.item)
  const lines = taken(client, fits)
  if (lines.length === 0) return null
  const about = { kind: 'rework', document: '', plan: found.id, lines } as const
  return stockOut(client, about, 'REWORK', false, { targetPlanId: found.id })
}

const scrapRest: Choice = client => {
  const found = planIn(client, 'ISSUING', 'PRODUCING', 'FINISHED')
  const one = found && oneOf(client, inWork(client, found))
  if (!one) return null
  const quantity = partOf(client, one.quantity)
  return {
    path: 'template/scrapRest/produceplan',
    sent: { ids: [found.id], lotId: one.lot.id, qty: text(quantity), reason: '走查' },
    about: { kind: 'scrapRest', plan: found.id, lot: one.lot.id, quantity },
  }
}

export const planOperations = {
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
