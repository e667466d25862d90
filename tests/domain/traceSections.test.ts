/** What an answer tells of the sections whose rows nobody asked for. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { type SectionName, sectionsOf } from '#contract/trace/sectionNames.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { figuresOf } from '../../server/domain/trace/walk/figures.ts'
import { withPlant } from '../support/plantServer.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
const directions = [
  ['asc', 'ReviewAsc'],
  ['desc', 'ReviewDesc'],
] as const
let soy: Lot
let made: Lot

const ask = (path: string, asked: Values) => at.server.call('POST', `SafetyReview/${path}`, asked, at.token)
async function trace(path: string, asked: Values): Promise<TraceAnswer> {
  const answer = await ask(path, asked)
  expect(answer).toMatchObject({ status: 0 })
  return answer.data
}
const beginning = (path: string): Values =>
  path === 'ReviewAsc' ? { lotNos: [soy.lotNo] } : { productLotNos: [made.lotNo] }

/** Soybean in two products, one in a third; two dealers, a return, a reversal. */
beforeAll(async () => {
  const { day, plant } = at
  for (const code of ['X1', 'X2']) await day.product(code, [['M001', '1']])
  await day.product('Y1', [['X1', '1']])
  soy = await plant.lot('M001', '100')
  const bottled = await day.madeFrom('X1', soy, '40', '40')
  const canned = await day.madeFrom('X2', soy, '30', '30')
  const planId = await plant.plan('Y1', '10')
  const semi = { itemType: 'PRODUCT', semiProductId: day.id('product', 'X1'), lotId: bottled.id, qty: '10' }
  await day.issue(planId, [semi], { warehouseId: day.id('warehouse', 'WH05') })
  await day.use(planId, bottled.id, '10')
  const receipt = await day.produce(planId, '10')
  made = { id: receipt.lotId as number, lotNo: String(receipt.lotNo) }
  await day.run('stocklot.release', { id: made.id })
  await day.sell('D001', [day.saleLine('X1', bottled.id, '12'), day.saleLine('X2', canned.id, '5')])
  await day.sell('D002', [day.saleLine('Y1', made.id, '4'), day.saleLine('Y1', made.id, '1')])
  const undone = await day.sell('D003', [day.saleLine('Y1', made.id, '1')])
  await day.run('productsaleout.reverse', { id: undone.id, reason: '客户取消' })
  await day.sell('D004', [day.saleLine('X1', bottled.id, '2')], { submit: false })
})

test.each(directions)('%s tells how many rows each has, whichever are asked for', async (direction, path) => {
  const asked = beginning(path)
  const { elapsedMs: _, asOf: __, ...whole } = await trace(path, asked)
  const without = (names: readonly SectionName[]) =>
    Object.fromEntries(
      sectionsOf[direction].map(name => [
        name,
        names.includes(name) ? whole.sections[name] : { ...whole.sections[name], rows: [] },
      ]),
    )
  const choices = [...sectionsOf[direction].map(name => [name]), sectionsOf[direction].slice(0, 2), []]
  for (const names of choices) {
    const answer = await trace(path, { ...asked, sections: names })
    expect(answer).toMatchObject({ ...whole, sections: {} })
    expect(answer.sections).toEqual(without(names))
  }
})

test.each(directions)('%s tells it of the past and by plan as well', async (direction, path) => {
  const now = await trace(path, beginning(path))
  const views: readonly Values[] = [{ asOfSeq: now.asOfSeq - 6 }, { precision: 'PLAN' }, { depth: 1 }, { asOfSeq: 0 }]
  for (const view of views) {
    const asked = { ...beginning(path), ...view }
    const whole = await trace(path, asked)
    const counted = await trace(path, { ...asked, sections: [] })
    const totals = ({ sections }: TraceAnswer) =>
      sectionsOf[direction].map(name => [name, sections[name]?.total, sections[name]?.dealers ?? 0])
    expect([view, totals(counted), counted.counts]).toEqual([view, totals(whole), whole.counts])
  }
})

test('a section that the trace does not have is refused by name', async () => {
  const unknown = { status: 1001, data: { sections: 'unknown' } }
  expect(await ask('ReviewAsc', { lotNos: [soy.lotNo], sections: ['reviewpeople'] })).toMatchObject(unknown)
  expect(await ask('ReviewDesc', { productLotNos: [made.lotNo], sections: ['nothing'] })).toMatchObject(unknown)
})

test('dealers page by page are those of the whole, wherever a page ends, now and before a sale was undone', async () => {
  const rows = async (asked: Values) => {
    const answer = await ask('ReviewAscRows', { lotNos: [soy.lotNo], section: 'reviewdealer', ...asked })
    expect(answer).toMatchObject({ status: 0 })
    return answer.data as { total: number; dealers?: number; rows: readonly Values[] }
  }
  const { asOfSeq } = await trace('ReviewAsc', { lotNos: [soy.lotNo], sections: [] })
  const { rows: ledger } = await sql<{ seq: number }>`
    select max("reversalOfSeq") as seq from stockledger where "moveType" = 'REV'`.execute(at.server.db)
  for (const [then, lines, dealers] of [
    [asOfSeq, 4, 2],
    [ledger[0]?.seq, 5, 3],
  ] as const) {
    const whole = await rows({ asOfSeq: then })
    expect([whole.total, whole.dealers, whole.rows.length]).toEqual([lines, dealers, lines])
    for (const size of [1, 2, 3]) {
      const pages = Math.ceil(lines / size)
      const read = []
      for (let page = 1; page <= pages; page += 1) read.push(await rows({ asOfSeq: then, size, page }))
      expect(read.flatMap(page => page.rows)).toEqual(whole.rows)
      expect(read.map(page => [page.total, page.dealers])).toEqual(read.map(() => [lines, dealers]))
      expect(await rows({ asOfSeq: then, size, page: pages + 1 })).toMatchObject({ total: lines, rows: [] })
    }
  }
})

test('an empty page, size or order counts as left out', async () => {
  const asked = { lotNos: [soy.lotNo], section: 'reviewdealer' }
  const { data } = await ask('ReviewAscRows', asked)
  expect(data).toMatchObject({ total: 4 })
  expect(await ask('ReviewAscRows', { ...asked, page: '', size: '', sort: '' })).toMatchObject({ status: 0, data })
})

test('a lot of which everything was undone has no figures', async () => {
  const { day, plant } = at
  const lot = await plant.lot('M001', '7')
  const receipt = await sql<{ id: number }>`
    select d.id from materialstorein d join stockledger g on g."docNo" = d."docNo" where g."lotId" = ${lot.id} limit 1`.execute(
    at.server.db,
  )
  await day.run('materialstorein.reverse', { id: receipt.rows[0]?.id, reason: '录错' })
  expect(await plant.inside(context => figuresOf(context, [lot.id]))).toEqual([])
})
