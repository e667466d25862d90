import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
beforeAll(() => at.day.product('X1', [['M001', '1']]))

const lots = async (...quantities: string[]): Promise<readonly [Lot, Lot]> => [
  await at.plant.lot('M001', quantities[0] ?? '10'),
  await at.plant.lot('M001', quantities[1] ?? '10'),
]
const issued = async (planId: number, ...of: Lot[]) =>
  at.day.issue(
    planId,
    of.map(lot => ({
      materialId: at.day.id('material', 'M001'),
      lotId: lot.id,
      qty: '10',
      fefoOverrideReason: '测试',
    })),
  )
/** The links of a plan, as `in → out, batch, quantity, precision`. */
async function links(planId: number): Promise<readonly string[]> {
  const found = await at.rows(sql<Values>`
    select i."lotNo" || ' → ' || o."lotNo" || ', ' || k."batchSeq" || ', ' || k."usedQuantity" || ', ' || k."linkPrecision"
      as link
    from lotlink k join stocklot i on i.id = k."inLotId" join stocklot o on o.id = k."outLotId"
    where k."producePlanId" = ${planId} order by k."batchSeq", k."inLotId", k."outLotId"`)
  return found.map(row => String(row.link))
}

describe('which lot went into which', () => {
  test('is told per batch when every charge and every receipt names its batch', async () => {
    const [a, b] = await lots()
    const planId = await at.plant.plan('X1', '20', { batchCount: 2 })
    await issued(planId, a, b)
    await at.day.use(planId, a.id, '10', { batchSeq: 1 })
    await at.day.use(planId, b.id, '10', { batchSeq: 2 })
    const first = await at.day.produce(planId, '10', { batchSeq: 1, lotNo: `A${planId}` })
    const second = await at.day.produce(planId, '10', { batchSeq: 2, lotNo: `B${planId}` })
    expect(await links(planId)).toEqual([
      `${a.lotNo} → ${first.lotNo}, 1, 10.0000, BATCH`,
      `${b.lotNo} → ${second.lotNo}, 2, 10.0000, BATCH`,
    ])
  })

  test('is told per plan, never narrowed by guessing, as soon as one receipt names none', async () => {
    const [a, b] = await lots()
    const planId = await at.plant.plan('X1', '20', { batchCount: 2 })
    await issued(planId, a, b)
    await at.day.use(planId, a.id, '10', { batchSeq: 1 })
    await at.day.use(planId, b.id, '10', { batchSeq: 2 })
    const first = await at.day.produce(planId, '10', { batchSeq: 1, lotNo: `A${planId}` })
    const second = await at.day.produce(planId, '10', { lotNo: `B${planId}` })
    expect(await links(planId)).toEqual([
      `${a.lotNo} → ${first.lotNo}, 0, 10.0000, PLAN`,
      `${a.lotNo} → ${second.lotNo}, 0, 10.0000, PLAN`,
      `${b.lotNo} → ${first.lotNo}, 0, 10.0000, PLAN`,
      `${b.lotNo} → ${second.lotNo}, 0, 10.0000, PLAN`,
    ])
    await at.day.run('productstorein.reverse', { id: second.id, reason: '锅次漏填' })
    expect(await links(planId)).toEqual([`${a.lotNo} → ${first.lotNo}, 1, 10.0000, BATCH`])
  })

  test('says of a link of the whole plan no batch, and by name what went into what', async () => {
    const [a] = await lots()
    const planId = await at.plant.plan('X1', '10')
    await issued(planId, a)
    await at.day.use(planId, a.id, '10', { batchSeq: 1 })
    await at.day.produce(planId, '10', { lotNo: `W${planId}` })
    const where = [{ field: 'producePlanId', op: 'eq', value: planId }]
    const list = async (name: string) =>
      (await at.server.call('POST', `template/list/${name}`, { where }, at.token)).data.rows
    expect(await list('lotlink')).toMatchObject([
      { batchSeq: null, linkPrecision: 'PLAN', inItemName: '脱脂大豆', outItemName: '产品X1' },
    ])
    expect((await list('stockledger')).map((row: Values) => row.itemName)).toContain('脱脂大豆')
  })

  test('of a batch that nothing was charged into is told per plan: no lot comes from nothing', async () => {
    const [a] = await lots()
    const planId = await at.plant.plan('X1', '20', { batchCount: 2 })
    await issued(planId, a)
    await at.day.use(planId, a.id, '10', { batchSeq: 1 })
    const second = await at.day.produce(planId, '10', { batchSeq: 2, lotNo: `B${planId}` })
    expect(await links(planId)).toEqual([`${a.lotNo} → ${second.lotNo}, 0, 10.0000, PLAN`])
  })

  test('sums several charges of one lot and follows what is charged after the receipt', async () => {
    const [a, b] = await lots()
    const planId = await at.plant.plan('X1', '20')
    await issued(planId, a, b)
    await at.day.use(planId, a.id, '3')
    await at.day.use(planId, a.id, '4.5')
    const made = await at.day.produce(planId, '15', { batchSeq: 1 })
    expect(await links(planId)).toEqual([`${a.lotNo} → ${made.lotNo}, 1, 7.5000, BATCH`])
    await at.day.use(planId, b.id, '1')
    expect(await links(planId)).toEqual([
      `${a.lotNo} → ${made.lotNo}, 1, 7.5000, BATCH`,
      `${b.lotNo} → ${made.lotNo}, 1, 1.0000, BATCH`,
    ])
  })

  test('every lot that was made has at least one that went in, and the quantities are those of the ledger', async () => {
    const orphans = await at.rows(sql<Values>`
      select l."lotNo" from stocklot l where l."itemType" = 'PRODUCT' and l."onHandQty" > 0
        and not exists (select 1 from lotlink k where k."outLotId" = l.id)`)
    expect(orphans).toEqual([])
    const differing = await at.rows(sql<Values>`
      with used as (
        select "producePlanId" as plan, sum(quantity) as total from stockledger g where "moveType" = 'USE'
          and not exists (select 1 from stockledger r where r."reversalOfSeq" = g.id) group by 1
      ), linked as (
        select plan, sum(quantity) as total from (select distinct "producePlanId" as plan, "inLotId", "batchSeq",
          "usedQuantity" as quantity from lotlink) k group by 1
      )
      select * from linked join used using (plan)
      where linked.total > used.total`)
    expect(differing).toEqual([])
  })
})
