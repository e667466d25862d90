import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { batchName } from '#contract/trace/lotName.ts'
import { type SectionName, sectionsOf } from '#contract/trace/sectionNames.ts'
import { sections } from '#contract/trace/sections.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { linksOf } from '../../server/domain/stock/genealogy.ts'
import { defaultOptions } from '../../server/domain/trace/walk/traceOptions.ts'
import { walk } from '../../server/domain/trace/walk/traceScope.ts'
import { withPlant } from '../support/plantServer.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
let [soy, label] = [] as unknown as [Lot, Lot]
/** Two batches of one plan, one input lot each, and the output of the first. */
let [left, right, fromLeft, fromRight, boxed] = [] as unknown as [Lot, Lot, Lot, Lot, Lot]
let then: TraceAnswer

const ask = (path: string, asked: Values) => at.server.call('POST', `SafetyReview/${path}`, asked, at.token)
async function trace(path: 'ReviewAsc' | 'ReviewDesc', asked: Values): Promise<TraceAnswer> {
  const answer = await ask(path, asked)
  expect(answer).toMatchObject({ status: 0 })
  return answer.data
}
const rowsOf = (answer: TraceAnswer, name: SectionName) => answer.sections[name]?.rows ?? []
const lotNosOf = (answer: TraceAnswer, name: SectionName) =>
  rowsOf(answer, name)
    .map(row => String(row.lotNo))
    .sort()
const numbers = (...lots: readonly Lot[]) => lots.map(lot => lot.lotNo).sort()
const issueLine = (lot: Lot, qty: string, material = 'M001'): Values => ({
  materialId: at.day.id('material', material),
  lotId: lot.id,
  qty,
  fefoOverrideReason: '测试',
})

beforeAll(async () => {
  const { day, plant } = at
  await day.product('X1', [['M001', '1']])
  await day.product('Y1', [['X1', '1']])
  await day.product('Z1', [
    ['M001', '1'],
    ['M002', '1'],
  ])
  ;[soy, left, right] = [await plant.lot('M001', '90'), await plant.lot('M001', '10'), await plant.lot('M001', '10')]
  label = await plant.lot('M002', '50', { supplierLotNo: 'LB-1' })
  const planId = await plant.plan('X1', '20', { batchCount: 2 })
  await day.issue(planId, [issueLine(left, '10'), issueLine(right, '10')])
  await day.use(planId, left.id, '10', { batchSeq: 1 })
  await day.use(planId, right.id, '10', { batchSeq: 2 })
  const made = async (batchSeq: number) => {
    const receipt = await day.produce(planId, '10', { batchSeq, lotNo: `T${planId}${batchSeq}` })
    await day.run('stocklot.release', { id: receipt.lotId })
    return { id: Number(receipt.lotId), lotNo: String(receipt.lotNo) }
  }
  ;[fromLeft, fromRight] = [await made(1), await made(2)]
  const packing = await plant.plan('Y1', '5')
  const semi = { itemType: 'PRODUCT', semiProductId: day.id('product', 'X1'), lotId: fromLeft.id, qty: '5' }
  await day.issue(packing, [semi], { warehouseId: day.id('warehouse', 'WH05') })
  await day.use(packing, fromLeft.id, '5')
  const receipt = await day.produce(packing, '5')
  boxed = { id: Number(receipt.lotId), lotNo: String(receipt.lotNo) }
  await day.run('stocklot.release', { id: boxed.id })
  await day.sell('D001', [day.saleLine('Y1', boxed.id, '2'), day.saleLine('X1', fromLeft.id, '1')])
  then = await trace('ReviewAsc', { lotNos: [left.lotNo] })
})

describe('a trace of the past', () => {
  const sectionsThen = ['reviewdealer', 'reviewproductlot', 'reviewuse', 'reviewsourcelot', 'reviewbalance'] as const
  const bare = ({ elapsedMs: _, asOf: __, sections: found, ...answer }: TraceAnswer) => ({
    ...answer,
    sections: sectionsThen.map(name => found[name]),
  })

  test('answers as it was answered then, whatever was sold, made, corrected, undone and held since', async () => {
    const { day, plant } = at
    const sale = await day.sell('D002', [day.saleLine('X1', fromLeft.id, '1')])
    await day.sell('D003', [day.saleLine('Y1', boxed.id, '1')])
    await day.run('productsaleout.reverse', { id: sale.id, reason: '取消' })
    const packing = await plant.plan('Y1', '1')
    const semi = { itemType: 'PRODUCT', semiProductId: day.id('product', 'X1'), lotId: fromLeft.id, qty: '1' }
    await day.issue(packing, [semi], { warehouseId: day.id('warehouse', 'WH05') })
    await day.use(packing, fromLeft.id, '1')
    await day.produce(packing, '1')
    const held = await at.server.call('POST', 'template/hold/stocklot', { ids: [boxed.id], reason: '怀疑' }, at.token)
    expect(held).toMatchObject({ status: 0 })
    const now = await trace('ReviewAsc', { lotNos: [left.lotNo] })
    expect(now.counts).toMatchObject({ lots: then.counts.lots + 1, dealers: 2 })
    const again = await trace('ReviewAsc', { lotNos: [left.lotNo], asOfSeq: then.asOfSeq })
    expect(bare(again)).toEqual(bare(then))
    const [row] = await at.rows(sql<Values>`select "postedAt" from stockledger where id = ${then.asOfSeq}`)
    expect(again.asOf).toBe(row?.postedAt)
    const page = await ask('ReviewAscRows', { lotNos: [left.lotNo], asOfSeq: then.asOfSeq, section: 'reviewdealer' })
    expect(page.data).toEqual(then.sections.reviewdealer)
  })

  test('is asked for by a time as well', async () => {
    const sale = await at.day.sell('D005', [at.day.saleLine('X1', fromLeft.id, '1')])
    const now = await trace('ReviewAsc', { lotNos: [left.lotNo] })
    const asOf = new Date().toISOString()
    const undone = await at.server.call(
      'POST',
      'template/reverse/productsaleout',
      { ids: [sale.id], reason: '取消' },
      at.token,
    )
    expect(undone).toMatchObject({ status: 0 })
    expect((await trace('ReviewAsc', { lotNos: [left.lotNo] })).counts.dealers).toBe(now.counts.dealers - 1)
    const again = await trace('ReviewAsc', { lotNos: [left.lotNo], asOf })
    expect(bare(again)).toEqual(bare(now))
    expect((await trace('ReviewAsc', { lotNos: [left.lotNo], asOf: '2020-01-01T00:00:00Z' })).counts.plans).toBe(0)
  })

  test('shows the stock as it lay, and no drafts, as nobody knows which there were', async () => {
    await at.day.sell('D004', [at.day.saleLine('X1', fromLeft.id, '1')], { submit: false })
    const of = (answer: TraceAnswer) =>
      rowsOf(answer, 'reviewstoppable').map(row => [row.kind, row.refNo, row.lotNo, row.qty])
    expect(of(await trace('ReviewAsc', { lotNos: [left.lotNo] })).map(([kind]) => kind)).toContain('DRAFT_SALE')
    const again = of(await trace('ReviewAsc', { lotNos: [left.lotNo], asOfSeq: then.asOfSeq }))
    expect(again).toEqual(of(then))
    expect(again.map(([kind]) => kind)).not.toContain('DRAFT_SALE')
  })

  test('of a moment finds nothing of a lot that came later', async () => {
    const answer = await trace('ReviewAsc', { lotNos: [left.lotNo], asOfSeq: 1 })
    expect(answer.counts).toMatchObject({ lots: 1, plans: 0, dealers: 0 })
    expect(rowsOf(answer, 'reviewsourcelot')).toMatchObject([{ lotNo: left.lotNo, receivedQty: '0' }])
    const material = { materialId: at.day.id('material', 'M001'), asOfSeq: 1 }
    expect((await trace('ReviewAsc', material)).rootLots).toEqual([soy.lotNo])
  })

  test('has the links that are stored, worked out from the ledger level by level', async () => {
    const lots = (await at.rows(sql<Values>`select id from stocklot order by id`)).map(row => Number(row.id))
    const [last] = await at.rows(sql<Values>`select max(id) as id from stockledger`)
    const asOfSeq = Number(last?.id)
    await at.plant.inside(async context => {
      const byLot = await walk(context, lots, 'asc')
      const past = { ...defaultOptions, isHistorical: true, asOfSeq, lastSeq: asOfSeq + 1_000_000 }
      const inOrder = (links: readonly unknown[]) => links.map(link => JSON.stringify(link)).sort()
      for (const direction of ['asc', 'desc'] as const) {
        const { links } = await walk(context, lots, direction, past)
        expect(links.length).toBeGreaterThan(3)
        expect(inOrder(links)).toEqual(inOrder(byLot.links))
      }
      const kept = await sql<Values>`select "inLotId", "outLotId", "usedQuantity" from lotlink order by 1, 2`.execute(
        context.tx,
      )
      const again = await sql<Values>`
        select "inLotId", "outLotId", "usedQuantity" from (${linksOf(sql`array(select id from produceplan)`)}) k
        order by 1, 2`.execute(context.tx)
      expect(again.rows).toEqual(kept.rows)
    })
  })
})

describe('the options of a trace', () => {
  test('by plan it is the widest: what batches keep apart is told together, and every row says so', async () => {
    const fine = await trace('ReviewAsc', { lotNos: [right.lotNo] })
    expect(lotNosOf(fine, 'reviewproductlot')).toEqual(numbers(fromRight))
    const wide = await trace('ReviewAsc', { lotNos: [right.lotNo], precision: 'PLAN' })
    expect(lotNosOf(wide, 'reviewproductlot')).toEqual(expect.arrayContaining(numbers(fromLeft, fromRight, boxed)))
    expect(new Set(rowsOf(wide, 'reviewproductlot').map(row => row.linkPrecision))).toEqual(new Set(['PLAN']))
    const back = await trace('ReviewDesc', { productLotNos: [fromRight.lotNo], precision: 'PLAN' })
    expect(lotNosOf(back, 'reviewmaterial')).toEqual(numbers(left, right))
  })

  test('it goes no farther than it is told to', async () => {
    const near = await trace('ReviewAsc', { lotNos: [left.lotNo], depth: 1 })
    expect(lotNosOf(near, 'reviewproductlot')).toEqual(numbers(fromLeft))
    const back = await trace('ReviewDesc', { productLotNos: [boxed.lotNo], depth: 1 })
    expect(lotNosOf(back, 'reviewproductlot')).toEqual(numbers(boxed, fromLeft))
    expect(lotNosOf(back, 'reviewmaterial')).toEqual([])
  })

  test('what is left out leads nowhere; a lot nobody knows cannot be left out', async () => {
    const narrowed = await trace('ReviewAsc', { lotNos: [left.lotNo, right.lotNo], without: [fromLeft.lotNo] })
    expect(lotNosOf(narrowed, 'reviewproductlot')).toEqual(numbers(fromRight))
    expect(narrowed.rootLots).toEqual(numbers(left, right))
    const root = await trace('ReviewAsc', { lotNos: [left.lotNo, right.lotNo], without: [left.lotNo] })
    expect(root.rootLots).toEqual(numbers(right))
    const unknown = await ask('ReviewAsc', { lotNos: [left.lotNo], without: ['L-0'] })
    expect(unknown).toMatchObject({ status: 2025, data: { lotNo: 'L-0' } })
  })

  test('packaging may be left out: backwards of the materials, forwards of what a search finds', async () => {
    await at.rows(sql<Values>`update material set "materialType" = 'PACK_OUTER' where code = 'M002'`)
    const { day, plant } = at
    const planId = await plant.plan('Z1', '3')
    await day.issue(planId, [issueLine(soy, '3'), issueLine(label, '3', 'M002')])
    await day.use(planId, soy.id, '3')
    await day.use(planId, label.id, '3')
    const made = await day.produce(planId, '3')
    const asked = { productLotNos: [String(made.lotNo)] }
    expect(lotNosOf(await trace('ReviewDesc', asked), 'reviewmaterial')).toEqual(numbers(soy, label))
    const without = await trace('ReviewDesc', { ...asked, includePackaging: false })
    expect(lotNosOf(without, 'reviewmaterial')).toEqual(numbers(soy))
    const [stored] = await at.rows(sql<Values>`select "supplierLotNo" from stocklot where id = ${label.id}`)
    const search = { supplierLotNo: stored?.supplierLotNo }
    expect((await trace('ReviewAsc', search)).rootLots).toContain(label.lotNo)
    expect((await trace('ReviewAsc', { ...search, includePackaging: false })).rootLots).not.toContain(label.lotNo)
    expect((await trace('ReviewAsc', { lotNos: [label.lotNo], includePackaging: false })).rootLots).toEqual([
      label.lotNo,
    ])
  })
})

describe('a section, page by page', () => {
  test.each([
    ['asc', 'ReviewAsc'],
    ['desc', 'ReviewDesc'],
  ] as const)(
    '%s has every row once in every order, also backwards',
    async (direction, path) => {
      const asked = direction === 'asc' ? { lotNos: [left.lotNo, right.lotNo] } : { productLotNos: [boxed.lotNo] }
      const answer = await trace(path, asked)
      for (const name of sectionsOf[direction]) {
        const whole = answer.sections[name]
        const inOrder = (rows: readonly Values[]) => rows.map(row => JSON.stringify(row)).sort()
        for (const field of Object.keys(sections[name].fields)) {
          const rows: Values[] = []
          for (let page = 1; rows.length < (whole?.total ?? 0); page += 1) {
            const { data } = await ask(`${path}Rows`, { ...asked, section: name, sort: [`-${field}`], page, size: 2 })
            expect([name, data.total]).toEqual([name, whole?.total])
            rows.push(...data.rows)
            if (data.rows.length === 0) break
          }
          // A dealer's total sales come only with the whole section.
          const same = (of: readonly Values[]) => inOrder(of.map(({ soldToDealer: _, ...row }) => row))
          expect([name, field, same(rows)]).toEqual([name, field, same(whole?.rows ?? [])])
        }
        const behind = await ask(`${path}Rows`, { ...asked, section: name, page: 99 })
        expect(behind.data).toMatchObject({ total: whole?.total ?? 0, rows: [] })
      }
      expect(
        (await ask(`${path}Rows`, { ...asked, section: sectionsOf[direction][0], sort: ['nothing'] })).status,
      ).toBe(1001)
      expect((await ask(`${path}Rows`, { ...asked, section: 'nothing' })).status).toBe(1001)
    },
    120_000,
  )
})

describe('a batch that is left out', () => {
  const batch = async (batchSeq: number) => {
    const [plan] = await at.rows(sql<{ docNo: string }>`
      select p."docNo" from produceplan p join stocklot l on l."producePlanId" = p.id where l.id = ${fromLeft.id}`)
    return batchName(String(plan?.docNo), batchSeq)
  }

  const made = async (asked: Values) => lotNosOf(await trace('ReviewAsc', asked), 'reviewproductlot')

  test('takes what was made in it out of the scope, and what that went into', async () => {
    const asked = { lotNos: [left.lotNo, right.lotNo] }
    expect(await made(asked)).toEqual(expect.arrayContaining(numbers(fromLeft, fromRight, boxed)))
    const narrowed = await made({ ...asked, without: [await batch(1)] })
    expect(narrowed).toContain(fromRight.lotNo)
    expect(narrowed).not.toContain(fromLeft.lotNo)
    expect(narrowed).not.toContain(boxed.lotNo)
    const without = [await batch(1), await batch(2)]
    const nothing = await trace('ReviewAsc', { ...asked, without })
    expect(nothing.counts).toMatchObject({ lots: 2, plans: 0, productLots: 0, dealers: 0 })
  })

  test('leads back to nothing', async () => {
    const asked = { productLotNos: [boxed.lotNo] }
    expect(lotNosOf(await trace('ReviewDesc', asked), 'reviewmaterial')).toEqual(numbers(left))
    const narrowed = await trace('ReviewDesc', { ...asked, without: [await batch(1)] })
    expect(lotNosOf(narrowed, 'reviewmaterial')).toEqual([])
  })

  test('changes nothing where links are of the whole plan', async () => {
    const asked = { lotNos: [left.lotNo], precision: 'PLAN' }
    expect(await made({ ...asked, without: [await batch(1)] })).toEqual(await made(asked))
  })

  test('is known, or refused by its name', async () => {
    const refused = await ask('ReviewAsc', { lotNos: [left.lotNo], without: ['PP0/1'] })
    expect(refused).toMatchObject({ data: { lotNo: 'PP0/1' } })
  })
})
