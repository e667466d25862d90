/** Posting documents: saved and submitted in one call, audited, with an idempotency key. */
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { type Result, timed } from './report.ts'
import type { BenchServer } from './server.ts'

const calls = 200
const warm = 20
/** Milliseconds at the large plant: a document of one line, and an issue of eight lots. */
const budget = 30
const issueBudget = 60
const clients = 10
const togetherMs = 5_000
const key = () => ({ 'idempotency-key': randomUUID() })

export interface Facts {
  readonly materialId: number
  readonly materialSpecId: number
  readonly supplyId: number
  readonly keeper: number
  readonly leader: number
  readonly store1: number
  readonly store5: number
}

export async function factsOf({ client }: BenchServer): Promise<Facts> {
  const { rows } = await client.query(`
    select m.id::int as "materialId", m.spec::int as "materialSpecId", s.id::int as "supplyId", o.keeper::int,
      o.leader::int, o.store1::int, o.store5::int
    from bench.one o join bench.material m on m.n = 2 join bench.supply s on s.n = 1`)
  return rows[0]
}

/** A sale of one case of the product with the most lots, from the lot that expires first. */
export async function saleOf(
  { client }: BenchServer,
  facts: Facts,
  dealerId: number | undefined,
  product = 1,
): Promise<object> {
  const { rows } = await client.query(
    `
    select l.id::int as "lotId", i.id::int as "productId", i.spec::int as "productSpecId"
    from stocklot l join bench.product i on i.id = l."productId" and i.n = $1 join productspec s on s.id = i.spec
    where l."qualityStatus" = 'RELEASED' and l."onHandQty" >= s."baseQtyPerPackage"
      and l."expiryDate" >= (now() at time zone 'Asia/Shanghai')::date
    order by l."expiryDate", l."produceDate", l."lotNo" limit 1`,
    [product],
  )
  const at = new Date().toISOString()
  return {
    dealerId,
    saleDate: new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date()),
    shipTime: at,
    warehouseId: facts.store5,
    handlerId: facts.keeper,
    submit: true,
    // A dealer who wants the newest, or less than a case left of the earliest: the reason is what the rule asks for.
    lines: [{ ...rows[0], packageQty: '1', fefoOverrideReason: '经销商指定' }],
  }
}

/** An issue as the console would offer it: every material of the plan, first expired first. */
export async function issueOf(server: BenchServer, facts: Facts, producePlanId: number): Promise<object> {
  const { rows } = await server.ask('template/prepare/getmaterialrecord', { producePlanId })
  return {
    ...rows[0],
    producePlanId,
    issueTime: new Date().toISOString(),
    issuerId: facts.keeper,
    receiverId: facts.leader,
    warehouseId: facts.store1,
    submit: true,
  }
}

/** A receipt of one line; no two receive the same lot of the supplier. */
export function receiptOf({ materialId, materialSpecId, supplyId, store1, keeper }: Facts): object {
  const at = new Date().toISOString()
  const delivery = randomUUID().slice(0, 18)
  const line = { materialId, materialSpecId, supplierLotNo: delivery, produceDate: at.slice(0, 10) }
  return {
    storeInDate: at,
    supplyId,
    deliveryNoteNo: delivery,
    warehouseId: store1,
    receiverId: keeper,
    submit: true,
    lines: [{ ...line, packageQty: '1', baseQty: '50', certificateNo: 'COA' }],
  }
}

/** Receipts by several clients at once, each as fast as it is answered. */
async function receiveTogether(receive: () => Promise<unknown>): Promise<Result> {
  const times: number[] = []
  const from = performance.now()
  const client = async () => {
    while (performance.now() - from < togetherMs) times.push(...(await timed(1, receive, 0)))
  }
  await Promise.all(Array.from({ length: clients }, client))
  const perSecond = (times.length * 1000) / (performance.now() - from)
  return { title: `receipt, ${clients} clients at once`, times, note: `${perSecond.toFixed(0)} a second` }
}

/** Measures a receipt, receipts at once, an issue of eight lots and a sale. */
export async function measurePosting(server: BenchServer): Promise<Result[]> {
  const facts = await factsOf(server)
  const receive = () => server.ask('template/save/materialstorein', receiptOf(facts), key())
  const receipt = await timed(calls, receive, warm)
  const together = await receiveTogether(receive)

  const { rows: open } = await server.client.query<{ id: number }>(
    `select id::int from produceplan where status = 'RELEASED' and id in (select id from bench.open)
     order by id limit ${calls + warm}`,
  )
  const preparing: number[] = []
  const issue: number[] = []
  for (const [index, { id }] of open.entries()) {
    const [prepared] = await timed(1, () => issueOf(server, facts, id), 0)
    const row = await issueOf(server, facts, id)
    const [posted] = await timed(1, () => server.ask('template/save/getmaterialrecord', row, key()), 0)
    if (index < warm) continue
    preparing.push(prepared ?? 0)
    issue.push(posted ?? 0)
  }

  const { rows: dealers } = await server.client.query<{ id: number }>('select id::int from bench.dealer order by n')
  const sale: number[] = []
  for (let index = -warm; index < calls; index += 1) {
    const row = await saleOf(server, facts, dealers[(index + warm) % dealers.length]?.id)
    const [posted] = await timed(1, () => server.ask('template/save/productsaleout', row, key()), 0)
    if (index >= 0) sale.push(posted ?? 0)
  }
  return [
    { title: 'receipt of one line', times: receipt, budget },
    together,
    { title: 'issue of eight lots, prepared', times: preparing },
    { title: 'issue of eight lots, posted', times: issue, budget: issueBudget },
    { title: 'sale of one line', times: sale, budget },
  ]
}
