import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import type { GraphAnswer, GraphNode } from '#contract/trace/graph.ts'
import { maxNodes } from '#contract/trace/graph.ts'
import { withPlant } from '../support/plantServer.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
let [soy, bottled, canned, boxed] = [] as unknown as [Lot, Lot, Lot, Lot]

/** One soybean lot in two products, one of these in a third; three dealers. */
beforeAll(async () => {
  const { day, plant } = at
  for (const code of ['X1', 'X2']) await day.product(code, [['M001', '1']])
  await day.product('Y1', [['X1', '1']])
  soy = await plant.lot('M001', '100', { supplierLotNo: 'SB-77', expiryDate: '2027-01-01' })
  bottled = await day.madeFrom('X1', soy, '40', '40')
  canned = await day.madeFrom('X2', soy, '30', '30')
  const planId = await plant.plan('Y1', '10')
  const semi = { itemType: 'PRODUCT', semiProductId: day.id('product', 'X1'), lotId: bottled.id, qty: '10' }
  await day.issue(planId, [semi], { warehouseId: day.id('warehouse', 'WH05') })
  await day.use(planId, bottled.id, '10')
  const receipt = await day.produce(planId, '10')
  boxed = { id: receipt.lotId as number, lotNo: String(receipt.lotNo) }
  await day.run('stocklot.release', { id: boxed.id })
  await day.sell('D001', [day.saleLine('X1', bottled.id, '12'), day.saleLine('X2', canned.id, '5')])
  await day.sell('D002', [day.saleLine('X1', bottled.id, '3'), day.saleLine('Y1', boxed.id, '4')])
  const undone = await day.sell('D003', [day.saleLine('X1', bottled.id, '1')])
  await day.run('productsaleout.reverse', { id: undone.id, reason: '客户取消' })
})

async function graph(path: 'ReviewAscGraph' | 'ReviewDescGraph', asked: Values): Promise<GraphAnswer> {
  const answer = await at.server.call('POST', `SafetyReview/${path}`, asked, at.token)
  expect(answer).toMatchObject({ status: 0 })
  return answer.data
}
const forward = (asked: Values = { lotNos: [soy.lotNo] }) => graph('ReviewAscGraph', asked)
const ofKind = ({ nodes }: GraphAnswer, kind: GraphNode['kind']) => nodes.filter(node => node.kind === kind)
const unique = (ids: readonly string[]) => expect(new Set(ids).size).toBe(ids.length)

describe('the graph of a trace', () => {
  test('shows the supplier, every lot, every plan and every dealer once, and the root as such', async () => {
    const answer = await forward()
    unique(answer.nodes.map(({ id }) => id))
    const reported = answer.nodes.map(({ kind, label }) => `${kind} ${label}`).filter(text => !text.startsWith('PLAN'))
    expect(reported.sort()).toEqual(
      [
        'SUPPLIER 北大荒豆粕贸易有限公司',
        `MATERIAL_LOT ${soy.lotNo}`,
        ...[bottled, canned, boxed].map(({ lotNo }) => `SEMI_LOT ${lotNo}`),
        'DEALER 广州粤味商贸有限公司',
        'DEALER 深圳鲜达供应链有限公司',
      ].sort(),
    )
    expect(ofKind(answer, 'PLAN')).toHaveLength(3)
    expect(answer.nodes.filter(({ root }) => root).map(({ label }) => label)).toEqual([soy.lotNo])
    expect(answer.cut).toEqual({ suppliers: 0, lots: 0, plans: 0, dealers: 0 })
  })

  test('has an edge into and out of a plan for every link, with what was used and made', async () => {
    const { edges, asOfSeq } = await forward()
    const links = await at.rows(sql<Values>`select * from lotlink where "inLotId" in (${soy.id}, ${bottled.id})`)
    const between = edges.filter(({ from, to }) => from.startsWith('plan:') || to.startsWith('plan:'))
    const plan = ({ producePlanId, batchSeq }: Values) => `plan:${producePlanId}${batchSeq ? `:${batchSeq}` : ''}`
    const expected = new Set(
      links.flatMap(link => [`lot:${link.inLotId}>${plan(link)}`, `${plan(link)}>lot:${link.outLotId}`]),
    )
    unique(edges.map(({ from, to }) => `${from}>${to}`))
    expect(new Set(between.map(({ from, to }) => `${from}>${to}`))).toEqual(expected)
    const used = between.filter(({ from }) => from === `lot:${soy.id}`).map(({ quantity }) => quantity)
    expect(used.sort()).toEqual(['30.0000', '40.0000'])
    const made = between.find(({ to }) => to === `lot:${boxed.id}`)
    expect(made).toMatchObject({ quantity: '10.0000' })
    expect(asOfSeq).toBeGreaterThan(0)
  })

  test('tells of each dealer what he still holds, of each lot apart and in all', async () => {
    const answer = await forward()
    const dealer = ofKind(answer, 'DEALER').find(({ label }) => label.startsWith('深圳'))
    expect(dealer?.quantity).toBe('7.0000')
    const ways = answer.edges.filter(({ to }) => to === dealer?.id).map(({ from, quantity }) => [from, quantity])
    expect(ways.sort()).toEqual(
      [
        [`lot:${bottled.id}`, '3.0000'],
        [`lot:${boxed.id}`, '4.0000'],
      ].sort(),
    )
  })

  test('goes back from a product lot to the supplier, and to no other product of the material', async () => {
    const answer = await graph('ReviewDescGraph', { productLotNos: [boxed.lotNo] })
    const lots = answer.nodes.filter(({ ref }) => ref?.entity === 'stocklot').map(({ label }) => label)
    expect(lots.sort()).toEqual([boxed.lotNo, bottled.lotNo, soy.lotNo].sort())
    expect(ofKind(answer, 'SUPPLIER')).toHaveLength(1)
    expect(ofKind(answer, 'DEALER').map(({ label }) => label)).toEqual(['深圳鲜达供应链有限公司'])
  })

  test('ends where lots lead back to themselves, each of them drawn once', async () => {
    const [link] = await at.rows(sql<Values>`select * from lotlink where "outLotId" = ${boxed.id}`)
    await at.rows(sql<Values>`insert into lotlink ("customerId", "inLotId", "outLotId", "producePlanId", "batchSeq",
      "usedQuantity", "linkPrecision") values (${link?.customerId}, ${boxed.id}, ${bottled.id}, ${link?.producePlanId}, 0, 1,
      'PLAN') returning id`)
    const answer = await forward()
    await at.rows(sql<Values>`delete from lotlink where "inLotId" = ${boxed.id} returning id`)
    unique(answer.nodes.map(({ id }) => id))
    expect(ofKind(answer, 'SEMI_LOT')).toHaveLength(3)
    expect(answer.edges.some(({ from }) => from === `lot:${boxed.id}`)).toBe(true)
  })

  test('is refused as the trace itself is', async () => {
    const ask = (asked: Values) => at.server.call('POST', 'SafetyReview/ReviewAscGraph', asked, at.token)
    expect((await ask({})).status).toBe(2024)
    expect(await ask({ lotNos: ['L-0'] })).toMatchObject({ status: 2025, data: { lotNo: 'L-0' } })
  })
})

describe('a trace with more dealers than can be drawn', () => {
  const many = maxNodes + 400
  let [plain, wide] = [] as unknown as [GraphAnswer, GraphAnswer]

  /** Small sales to many dealers, straight into the ledger: documents would take minutes. */
  beforeAll(async () => {
    plain = await forward()
    const [sale] = await at.rows(
      sql<Values>`select * from stockledger where "moveType" = 'SAL' and "lotId" = ${canned.id} limit 1`,
    )
    await at.rows(sql<Values>`
      insert into dealer select added.* from dealer d, generate_series(1, ${many}::int) n,
        lateral jsonb_populate_record(null::dealer, to_jsonb(d) || jsonb_build_object('id', 100000 + n, 'code', 'DX' || n,
          'name', '零售商' || n, 'creditCode', null)) added
      where d.id = ${sale?.dealerId} returning id`)
    await at.rows(sql<Values>`
      insert into stockledger select added.* from stockledger g, generate_series(1, ${many}::int) n,
        lateral jsonb_populate_record(null::stockledger, to_jsonb(g) || jsonb_build_object('id', 900000 + n,
          'lotId', case when n % 3 = 0 then ${canned.id}::bigint else ${bottled.id}::bigint end,
          'quantity', (n % 7 + 1) / 4.0, 'dealerId', 100000 + n, 'docNo', 'WIDE' || n)) added
      where g.id = ${sale?.id} returning id`)
    wide = await forward()
  })

  test('has no more nodes than can be read, and says how many are behind groups', () => {
    expect(wide.nodes.length).toBeLessThanOrEqual(maxNodes)
    unique(wide.nodes.map(({ id }) => id))
    const shown = ofKind(wide, 'DEALER').filter(({ count }) => count === undefined)
    expect(shown.length + wide.cut.dealers).toBe(many + 2)
    const grouped = ofKind(wide, 'DEALER').reduce((sum, { count = 0 }) => sum + count, 0)
    expect(grouped).toBe(wide.cut.dealers)
  })

  test('adds up exactly: what goes to dealers and groups is what the ledger says of each lot', async () => {
    for (const lot of [bottled, canned]) {
      const [row] =
        await at.rows(sql<Values>`select sum(case when g."moveType" = 'SAL' then quantity else -quantity end) as net
        from stockledger g where "lotId" = ${lot.id} and "moveType" in ('SAL', 'DRT', 'RRT') and not exists (
          select from stockledger r where r."reversalOfSeq" = g.id) and "reversalOfSeq" is null`)
      const out = wide.edges.filter(({ from, to }) => from === `lot:${lot.id}` && to.startsWith('dealer'))
      const sum = out.reduce((all, { quantity }) => all + Math.round(Number(quantity) * 10_000), 0)
      expect((sum / 10_000).toFixed(4)).toBe(String(row?.net))
    }
  })

  test('shows those that hold most, and draws suppliers, lots and plans as before', () => {
    const others = ({ nodes }: GraphAnswer) => nodes.filter(({ kind }) => kind !== 'DEALER').map(({ id }) => id)
    expect(others(wide).sort()).toEqual(others(plain).sort())
    expect(ofKind(wide, 'DEALER').map(({ label }) => label)).toContain('广州粤味商贸有限公司')
  })
})
