import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { format } from '#contract/messages/index.ts'
import type { Values } from '#contract/schema/field.ts'
import type { GraphAnswer } from '#contract/trace/graph.ts'
import type { SectionName } from '#contract/trace/sectionNames.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { parseCsv } from '../../server/domain/importExport/csv.ts'
import { lotsNumbered, maxRoots } from '../../server/domain/trace/walk/lotLookup.ts'
import { laboratoryOf } from '../support/laboratory.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { unzipped } from '../support/unzipped.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
const lab = laboratoryOf(at)
const room = stockroomOf(at)
let soy: Lot
let made: Lot

const ask = (path: string, asked: Values) => at.server.call('POST', `SafetyReview/${path}`, asked, at.token)
async function trace(path: 'ReviewAsc' | 'ReviewDesc', asked: Values): Promise<TraceAnswer> {
  const answer = await ask(path, asked)
  expect(answer).toMatchObject({ status: 0 })
  return answer.data
}
const rowsOf = (answer: TraceAnswer, name: SectionName) => answer.sections[name]?.rows ?? []

/** A sheet of the exported trace, by the key of its name. */
async function sheet(path: 'ReviewAsc' | 'ReviewDesc', asked: Values, key: string) {
  const response = await fetch(`${at.server.url}/SafetyReview/${path}DataExport`, {
    method: 'POST',
    headers: { authorization: `Bearer ${at.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...asked, format: 'CSV' }),
  })
  expect(response.status).toBe(200)
  const files = [...unzipped(Buffer.from(await response.arrayBuffer()))]
  const [, bytes] = files.find(([name]) => name.endsWith(` ${format('zh-CN', key)}.csv`)) ?? []
  return parseCsv(String(bytes), 1e6)
}

const later = async () => {
  const now = new Date().toISOString()
  await new Promise(resolve => setTimeout(resolve, 5))
  return now
}

beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']], {
    productType: 'FINISHED',
    ingredientList: '大豆',
    standardNo: 'GB 2717',
  })
  soy = await at.plant.lot('M001', '10')
  const planId = await at.plant.plan('X1', '10')
  const line = { materialId: at.day.id('material', 'M001'), lotId: soy.id, qty: '10', fefoOverrideReason: '测试' }
  await at.day.issue(planId, [line])
  await at.day.use(planId, soy.id, '10')
  const receipt = await at.day.produce(planId, '10')
  made = { id: receipt.lotId as number, lotNo: String(receipt.lotNo) }
})
beforeEach(() => room.signAs('E001'))

test('before the first movement there was nothing: on every page, in the graph and in the file', async () => {
  const asked = { lotNos: [soy.lotNo], asOf: '2020-01-01T00:00:00.000Z' }
  const answer = await trace('ReviewAsc', asked)
  expect(answer).toMatchObject({ asOfSeq: 0, asOf: asked.asOf, counts: { lots: 1, plans: 0, dealers: 0 } })
  expect(rowsOf(answer, 'reviewsourcelot')).toMatchObject([{ lotNo: soy.lotNo, receivedQty: '0', usedQty: '0' }])
  for (const moment of [asked, { ...asked, asOfSeq: 0 }, { lotNos: asked.lotNos, asOfSeq: 0 }]) {
    const page = await ask('ReviewAscRows', { ...moment, section: 'reviewsourcelot' })
    expect(page.data).toEqual(answer.sections.reviewsourcelot)
    const graph: GraphAnswer = (await ask('ReviewAscGraph', moment)).data
    expect([graph.asOfSeq, graph.nodes.map(({ kind }) => kind)]).toEqual([0, ['SUPPLIER', 'MATERIAL_LOT']])
    const events = await sheet('ReviewAsc', moment, 'tracesheet.sortable')
    expect(events.flat().includes(soy.lotNo)).toBe(false)
    const summary = await sheet('ReviewAsc', moment, 'review.summary')
    expect(summary.find(([said]) => said === format('zh-CN', 'review.asOfSeq'))?.[1]).toBe('0')
  }
})

test('a time between two movements is kept: what was held, drafted and tested since is not told', async () => {
  const [open] = await lab.inspectionsOf(made)
  const run = async (action: string, entity: string, id: unknown, more: Values = {}) =>
    expect(
      await at.server.call('POST', `template/${action}/${entity}`, { ids: [id], ...more }, at.token),
    ).toMatchObject({ status: 0 })
  await run('test', 'qualityinspection', open?.id)
  const waiting = await later()
  const items = [{ itemName: '全氮', limitMin: '1.50', resultValue: '1.62', unitName: 'g/100mL' }]
  const filled = { standardNo: 'GB 2717', inspectorId: at.day.id('employee', 'E006'), items }
  await lab.change('qualityinspection', open?.id as number, filled)
  await run('judge', 'qualityinspection', open?.id)
  await run('release', 'qualityinspection', open?.id)
  const released = await later()
  await at.day.sell('D001', [at.day.saleLine('X1', made.id, '1')], { submit: false })
  const [lastRow] = await at.rows(sql<Values>`select max(id) as id from stockledger`)
  await run('hold', 'stocklot', made.id, { reason: '怀疑' })
  expect(await at.rows(sql<Values>`select max(id) as id from stockledger`)).toEqual([lastRow])

  const now = await trace('ReviewAsc', { lotNos: [made.lotNo] })
  expect(rowsOf(now, 'reviewproductlot')).toMatchObject([{ qualityStatus: 'HOLD' }])
  expect(rowsOf(now, 'reviewstoppable').map(row => row.kind)).toContain('DRAFT_SALE')
  for (const [asOf, status, verdict] of [
    [waiting, 'PENDING', 'UNKNOWN'],
    [released, 'RELEASED', 'PASS'],
  ] as const) {
    const forward = await trace('ReviewAsc', { lotNos: [made.lotNo], asOf })
    expect([forward.asOfSeq, forward.asOf]).toEqual([lastRow?.id, asOf])
    expect(rowsOf(forward, 'reviewproductlot')).toMatchObject([{ qualityStatus: status }])
    expect(rowsOf(forward, 'reviewstoppable').map(row => row.kind)).not.toContain('DRAFT_SALE')
    const asked = { lotNos: [made.lotNo], asOf, asOfSeq: forward.asOfSeq }
    const page = await ask('ReviewAscRows', { ...asked, section: 'reviewproductlot' })
    expect(page.data).toEqual(forward.sections.reviewproductlot)
    const graph: GraphAnswer = (await ask('ReviewAscGraph', asked)).data
    expect(graph.nodes.find(node => node.label === made.lotNo)?.status).toBe(status)

    const back = await trace('ReviewDesc', { productLotNos: [made.lotNo], asOf })
    expect(rowsOf(back, 'reviewproduct')).toMatchObject([{ qualityStatus: status }])
    const tests = rowsOf(back, 'reviewinspection').filter(row => row.evidenceType === 'FQC')
    expect(tests.map(row => [row.verdict, row.resultValue])).toEqual([[verdict, verdict === 'PASS' ? '1.62' : null]])
    const roles = rowsOf(back, 'reviewpeople').map(row => row.productionRole)
    expect(roles.includes('RELEASER')).toBe(verdict === 'PASS')

    const said = (await sheet('ReviewAsc', { lotNos: [made.lotNo], asOf }, 'tracesheet.sales')).flat()
    expect(said).toContain(format('zh-CN', `LotQuality.${status}`))
    expect(said).not.toContain(format('zh-CN', 'LotQuality.HOLD'))
    expect(said.includes(format('zh-CN', 'Verdict.PASS'))).toBe(verdict === 'PASS')
  }
})

test('more lots than one question may begin with are refused before they are looked up', async () => {
  const many = Array.from({ length: maxRoots + 1 }, (_, index) => `N${index}`)
  await at.plant.inside(async context => {
    const asked = lotsNumbered(context, many)
    await expect(asked).rejects.toMatchObject({ refusal: 'tooManyToTrace', data: { most: maxRoots } })
    await expect(lotsNumbered(context, many.slice(1))).rejects.toMatchObject({ data: { lotNo: 'N1' } })
  })
})

test('rows are ordered by three terms at most', async () => {
  const page = { lotNos: [soy.lotNo], section: 'reviewproductlot' }
  expect(await ask('ReviewAscRows', { ...page, sort: ['lotNo', '-produceDate', 'level'] })).toMatchObject({ status: 0 })
  const four = await ask('ReviewAscRows', { ...page, sort: ['lotNo', '-produceDate', 'level', 'expiryDate'] })
  expect(four).toMatchObject({ status: 1001, data: { sort: 'tooLong' } })
})

test('what is ordered as somebody asks takes no place among the statements that postings are quick by', async () => {
  const prepared = async () => {
    const texts: string[] = []
    for (let turn = 0; turn < 20; turn += 1)
      for (const { statement } of await at.rows(sql<Values>`select statement from pg_prepared_statements`))
        texts.push(String(statement))
    return texts
  }
  for (const sort of ['lotNo', 'producedQty'])
    for (let turn = 0; turn < 6; turn += 1)
      await ask('ReviewAscRows', { lotNos: [soy.lotNo], section: 'reviewproductlot', sort: [sort] })
  const texts = await prepared()
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter(text => /order by "(lotNo|producedQty)" asc nulls last/.test(text))).toEqual([])
})
