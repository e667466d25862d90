import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../../server/db/connection/context.ts'
import { seedGenerated } from '../../server/domain/seed/generated/generate.ts'
import { identityErrors } from '../../server/domain/seed/generated/identities.ts'
import { planDifferences } from '../../server/domain/tasks/jobs/planDifferences.ts'
import { tenth } from '../support/generatedPlant.ts'
import { unbalancedLots } from '../support/plant.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  const filled = {
    as: 'generated',
    with: (_: TestServer['db'], owner: TestServer['db']) => seedGenerated(owner, tenth),
  }
  server = await startTestServer({ filled })
  token = await server.signIn()
})
afterAll(() => server.close())

const rows = async (query: ReturnType<typeof sql<Values>>) => (await query.execute(server.db)).rows
const one = async (query: ReturnType<typeof sql<Values>>) => (await rows(query))[0] ?? {}
const ask = async (path: string, parameters: unknown) => {
  const answer = await server.call('POST', path, parameters, token)
  expect([path, answer.status, answer.data?.message]).toEqual([path, 0, answer.data?.message])
  return answer.data
}

describe('a generated plant', () => {
  test('adds up: every lot, balance, plan, link and recall', async () => {
    expect(await identityErrors(server.db)).toEqual([])
    expect(await unbalancedLots(server.db)).toEqual([])
  })

  test('has the sums of plans that postings would have kept', async () => {
    const { customer } = await one(sql`select min(id) as customer from customer`)
    const context = { tx: server.db, customerId: Number(customer) } as Context
    expect(await planDifferences(context, 5)).toEqual([])
    expect((await one(sql`select count(*)::int as count from planlotsum`)).count).toBeGreaterThan(100)
  })

  test('that does not add up is found out', async () => {
    const { id } = await one(sql`select id from stockbalance where quantity > 0 order by id limit 1`)
    await sql`update stockbalance set quantity = quantity + 1 where id = ${id}`.execute(server.db)
    expect((await identityErrors(server.db)).map(fieldError => fieldError.identity)).toContain('I8')
    await sql`update stockbalance set quantity = quantity - 1 where id = ${id}`.execute(server.db)
    const { use } = await one(sql`select id as use from lotlink order by id limit 1`)
    await sql`update lotlink set "usedQuantity" = "usedQuantity" + 1 where id = ${use}`.execute(server.db)
    expect((await identityErrors(server.db)).map(fieldError => fieldError.identity)).toEqual(['I6'])
    await sql`update lotlink set "usedQuantity" = "usedQuantity" - 1 where id = ${use}`.execute(server.db)
    expect(await identityErrors(server.db)).toEqual([])
  })

  test('works on its working days only, for three years up to yesterday', async () => {
    const days = await one(sql`
      select count(distinct d)::int as days, (max(d) < (now() at time zone 'Asia/Shanghai')::date) as past, max(d) - min(d) as span
      from (select ("bizTime" at time zone 'Asia/Shanghai')::date as d from stockledger) s`)
    expect(days.days).toBeLessThanOrEqual(750)
    expect(days.past).toBe(true)
    expect(days.span).toBeGreaterThan(1000)
  })

  test('has its share of what goes wrong', async () => {
    const share = await one(sql`
      select avg(("postedAt" > "bizTime")::int)::float as late, avg(("moveType" = 'REV')::int)::float as undone,
        (select avg(("qualityStatus" = 'HOLD')::int)::float from stocklot) as held,
        (select avg(("expiryDate" < current_date and "onHandQty" > 0)::int)::float from stocklot) as expired,
        (select count(*)::float from materialmakeup) / (select count(*) from produceplan) as "makeUps",
        (select avg((l."supplyId" <> m.main)::int)::float from stocklot l join (
          select "materialId", mode() within group (order by "supplyId") as main from stocklot group by 1) m using ("materialId")) as second
      from stockledger`)
    const between = (value: unknown, least: number, most: number) =>
      expect([value, Number(value) >= least && Number(value) <= most]).toEqual([value, true])
    between(share.late, 0.002, 0.01)
    between(share.undone, 0.0005, 0.005)
    between(share.held, 0.01, 0.035)
    between(share.expired, 0.002, 0.012)
    between(share.makeUps, 0.03, 0.07)
    between(share.second, 0.1, 0.25)
    const found = await one(sql`
      select (select count(*)::int from stocklot where "qualityStatus" = 'RECALLED') as recalled,
        (select count(*)::int from callback where "callbackType" = 'DRILL') as drills,
        (select count(*)::int from stockledger g join stocklot l on l.id = g."lotId" where g."moveType" = 'RWK' and l."itemType" = 'PRODUCT') as reworks,
        (select count(*)::int from stockledger g join productsaleout o on o."docNo" = g."docNo" and o.status = 'REVERSED'
          join stockledger u on u.id = g."reversalOfSeq" and u."moveType" = 'SAL' and u."lotId" = g."lotId" and u.quantity = g.quantity
          where g."moveType" = 'REV') as undone,
        (select count(*)::int from stockledger where "moveType" = 'REV') as reversals`)
    expect(found).toMatchObject({ recalled: 3, drills: 6, undone: found.reversals })
    expect(found.reworks).toBeGreaterThan(0)
  })

  test('keeps the ledger in the order of posting', async () => {
    const { broken } = await one(sql`select count(*)::int as broken from (
      select "postedAt" < lag("postedAt") over (order by id) as earlier from stockledger) s where earlier`)
    expect(broken).toBe(0)
  })

  test('has names of its own for everybody and everything', async () => {
    const { twice } = await one(sql`select (
      (select count(*) - count(distinct name) from supply) + (select count(*) - count(distinct name) from dealer)
      + (select count(*) - count(distinct name) from material) + (select count(*) - count(distinct name) from product))::int as twice`)
    expect(twice).toBe(0)
  })

  test('answers its lists, and a trace from salt to dealers and back', async () => {
    for (const entity of [
      'stocklot',
      'stockledger',
      'produceplan',
      'productsaleout',
      'qualityinspection',
      'importcontrol',
      'callback',
    ]) {
      const list = await ask(`template/list/${entity}`, { page: 1, size: 50 })
      expect([entity, list.rows.length > 0, list.total > 0]).toEqual([entity, true, true])
    }
    const { lotNo } =
      await one(sql`select l."lotNo" from stocklot l join material m on m.id = l."materialId" and m.code = 'M0001'
      where l."onHandQty" = 0 order by l.id limit 1`)
    const { asOfSeq } = await ask('SafetyReview/ReviewAsc', { lotNos: [lotNo] })
    const section = async (name: string) => {
      const rows: Values[] = []
      for (let page = 1, total = 1; rows.length < total; page += 1) {
        const found = await ask('SafetyReview/ReviewAscRows', {
          lotNos: [lotNo],
          asOfSeq,
          section: name,
          page,
          size: 200,
        })
        rows.push(...found.rows)
        total = found.total
      }
      return rows
    }
    const { name, product } = await one(sql`
      with recursive made(id) as (select id from stocklot where "lotNo" = ${lotNo} union select k."outLotId" from made join lotlink k on k."inLotId" = made.id)
      select d.name, l."lotNo" as product from made join stockledger g on g."lotId" = made.id and g."moveType" = 'SAL'
        join dealer d on d.id = g."dealerId" join stocklot l on l.id = made.id limit 1`)
    expect((await section('reviewdealer')).map(row => row.dealerName)).toContain(name)
    expect((await section('reviewproductlot')).map(row => row.lotNo)).toContain(product)
    expect(JSON.stringify(await ask('SafetyReview/ReviewDesc', { productLotNos: [product] }))).toContain(String(lotNo))
  })

  test('is gone on with: a receipt of today takes the next number and leaves everything in balance', async () => {
    const before = await one(sql`select max(id) as seq from stockledger`)
    const facts = await one(sql`
      select m.id as "materialId", s.id as "materialSpecId", m."defaultSupplyId" as "supplyId", m."defaultWarehouseId" as "warehouseId",
        (select id from employee where "jobNo" = 'E002') as "receiverId"
      from material m join materialspec s on s."materialId" = m.id where m.code = 'M0001'`)
    const { materialId, materialSpecId, ...head } = facts
    const today = new Date().toISOString()
    const receipt = await ask('template/save/materialstorein', {
      ...head,
      storeInDate: today,
      deliveryNoteNo: 'DN-next',
      submit: true,
      lines: [
        {
          materialId,
          materialSpecId,
          supplierLotNo: 'NEXT-1',
          produceDate: today.slice(0, 10),
          packageQty: '1',
          baseQty: '50',
          certificateNo: 'COA-next',
        },
      ],
    })
    expect(receipt.status).toBe('SUBMITTED')
    const after = await one(sql`select id, quantity, "docNo" from stockledger order by id desc limit 1`)
    expect(after).toMatchObject({ id: Number(before.seq) + 1, quantity: '50.0000', docNo: receipt.docNo })
    expect(await unbalancedLots(server.db)).toEqual([])
  })

  test('has every index and reference that any other database has', async () => {
    const guards = sql<Values>`
      select indexdef as guard from pg_indexes where schemaname = 'public'
      union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace
      order by guard`
    const other = await startTestServer()
    try {
      expect(await rows(guards)).toEqual((await guards.execute(other.db)).rows)
    } finally {
      await other.close()
    }
  })

  test('is not generated over entries that are there', async () => {
    expect(await seedGenerated(server.db, tenth)).toBe(false)
  })
})
