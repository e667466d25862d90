/** Retained samples, complaints and existing recalls in a trace. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { format } from '#contract/messages/index.ts'
import type { Values } from '#contract/schema/field.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { parseCsv } from '../../server/domain/importExport/csv.ts'
import { withPlant } from '../support/plantServer.ts'
import { plantOf } from '../support/recall.ts'
import { unzipped } from '../support/unzipped.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
let recalls: ReturnType<typeof plantOf>
let [soy, made, apart] = [] as unknown as [Lot, Lot, Lot]
const docs = {} as Record<'sample' | 'dealers' | 'consumers' | 'recall' | 'drill' | 'source', Values>
/** Time before the first of them was recorded, and after each. */
const moments: string[] = []

async function saved(entity: string, row: Values): Promise<Values> {
  const answer = await at.server.call('POST', `template/save/${entity}`, row, at.token)
  expect(answer, entity).toMatchObject({ status: 0 })
  return answer.data
}
async function moment(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 5))
  moments.push(new Date().toISOString())
  await new Promise(resolve => setTimeout(resolve, 5))
}
const now = () => new Date().toISOString()
const complain = (lot: Lot, more: Values = {}) =>
  saved('complaint', {
    complaintTime: now(),
    complaintType: 'FOREIGN',
    productId: at.day.id('product', 'X1'),
    lotNo: lot.lotNo,
    content: '瓶内有异物',
    contactName: '王女士',
    phone: '13912345678',
    ...more,
  })

beforeAll(async () => {
  const { day, plant } = at
  recalls = plantOf(at)
  await day.product('X1', [['M001', '1']])
  soy = await plant.lot('M001', '20')
  made = await day.madeFrom('X1', soy, '20', '20')
  await day.sell('D001', [day.saleLine('X1', made.id, '3')])
  apart = await recalls.soldLot('5', {})
  await recalls.signAs('E001')
  await moment()
  const sampled = { sampleTime: now(), sampleQty: '2', samplerId: day.id('employee', 'E006') }
  const place = { productId: day.id('product', 'X1'), lotId: made.id, storageLocation: '留样室 A-1' }
  docs.sample = await saved('retainsample', { ...place, ...sampled })
  await moment()
  docs.dealers = await complain(made, { dealerId: day.id('dealer', 'D001') })
  docs.consumers = await complain(made)
  await complain(apart)
  await moment()
  docs.source = await saved('callback', await recalls.recallRow([soy.id], { title: '原料召回' }))
  docs.drill = await saved('callback', await recalls.recallRow([made.id], { callbackType: 'DRILL' }))
  const plan = await recalls.approvedPlan([made.id])
  docs.recall = await saved('callback', await recalls.recallRow([made.id], { callbackPlanId: plan }))
  await moment()
  for (const [entity, action, id, more] of [
    ['callback', 'start', docs.recall.id, {}],
    ['complaint', 'answer', docs.consumers.id, { handling: '退货' }],
  ] as const) {
    const answer = await at.server.call('POST', `template/${action}/${entity}`, { ids: [id], ...more }, at.token)
    expect(answer.data.rows, action).toMatchObject([{ ok: true }])
  }
})

const directions = [
  ['forward', 'ReviewAsc', () => ({ lotNos: [soy.lotNo] })],
  ['backward', 'ReviewDesc', () => ({ productLotNos: [made.lotNo] })],
] as const
async function cases(path: string, asked: Values) {
  const answer = await at.server.call('POST', `SafetyReview/${path}`, asked, at.token)
  expect(answer).toMatchObject({ status: 0 })
  return (answer.data as TraceAnswer).sections.reviewcase ?? { total: -1, rows: [] }
}
const reported = (rows: readonly Values[]) => rows.map(row => [row.kind, row.docNo, row.status])

describe.each(directions)('a %s trace', (_, path, asked) => {
  test('tells each recall, drill, complaint and retained sample of a lot in scope, and of no other', async () => {
    const { total, rows } = await cases(path, asked())
    expect(reported(rows)).toEqual([
      ['RECALL', docs.recall.docNo, 'STARTED'],
      ['RECALL', docs.source.docNo, 'DRAFT'],
      ['DRILL', docs.drill.docNo, 'DRAFT'],
      ['COMPLAINT', docs.consumers.docNo, 'ANSWERED'],
      ['COMPLAINT', docs.dealers.docNo, 'OPEN'],
      ['SAMPLE', docs.sample.docNo, 'RETAINED'],
    ])
    expect(total).toBe(rows.length)
    expect(rows.map(row => row.lotId)).toEqual([made.id, soy.id, made.id, made.id, made.id, made.id])
  })

  test('says how much, whose or where, on which day, and leads to the document; nobody’s phone is told', async () => {
    const { rows } = await cases(path, asked())
    const [product] = await at.rows(sql<Values>`
      select p.name, u.name as unit from stocklot l join product p on p.id = l."productId"
      join unit u on u.id = l."unitId" where l.id = ${made.id}`)
    const [people] = await at.rows(sql<Values>`
      select (select name from employee where id = ${docs.recall.responsibleId}) as responsible,
        (select name from dealer where code = 'D001') as dealer`)
    const of = (doc: Values) => rows.find(row => row.docNo === doc.docNo)
    const common = { lotNo: made.lotNo, itemName: product?.name, day: at.plant.script.day }
    expect([of(docs.recall), of(docs.dealers), of(docs.consumers), of(docs.sample)]).toMatchObject([
      { ...common, qty: '3.0000', unitName: product?.unit, partyName: people?.responsible, docType: 'callback' },
      { ...common, qty: null, unitName: null, partyName: people?.dealer, docType: 'complaint' },
      { ...common, qty: null, unitName: null, partyName: '王女士', docType: 'complaint' },
      { ...common, qty: '2.0000', unitName: product?.unit, partyName: '留样室 A-1', docType: 'retainsample' },
    ])
    for (const doc of Object.values(docs)) expect(of(doc)?.docId).toBe(doc.id)
    expect(JSON.stringify(rows)).not.toContain('13912345678')
  })

  test('counts as many as it has rows, now and then', async () => {
    for (const asOf of [null, ...moments]) {
      const { total, rows } = await cases(path, { ...asked(), asOf })
      expect(rows).toHaveLength(total)
      expect(await cases(path, { ...asked(), asOf, sections: [] })).toEqual({ total, rows: [] })
    }
  })

  test('of the past tells what there was, in the state it is known to have been in', async () => {
    const then = async (index: number) => reported((await cases(path, { ...asked(), asOf: moments[index] })).rows)
    const sample = ['SAMPLE', docs.sample.docNo, 'RETAINED']
    // the consumer's complaint has been answered since; its former state is unrecorded
    const complaints = [
      ['COMPLAINT', docs.consumers.docNo, null],
      ['COMPLAINT', docs.dealers.docNo, 'OPEN'],
    ]
    const drafts = [docs.recall, docs.source].map(({ docNo }) => ['RECALL', docNo, 'DRAFT'])
    expect(await then(0)).toEqual([])
    expect(await then(1)).toEqual([sample])
    expect(await then(2)).toEqual([...complaints, sample])
    expect(await then(3)).toEqual([...drafts, ['DRILL', docs.drill.docNo, 'DRAFT'], ...complaints, sample])
  })

  test('has a sheet of it in its file', async () => {
    const response = await fetch(`${at.server.url}/en-US/SafetyReview/${path}DataExport`, {
      method: 'POST',
      headers: { authorization: `Bearer ${at.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...asked(), format: 'CSV' }),
    })
    const files = [...unzipped(Buffer.from(await response.arrayBuffer()))]
    const [, bytes] = files.find(([name]) => name.endsWith(' Related cases.csv')) ?? []
    const [titles = [], ...lines] = parseCsv(String(bytes), 1e6)
    expect(titles.slice(0, 3)).toEqual(['Kind', 'No.', 'Status'])
    const { rows } = await cases(path, asked())
    const said = rows.map(row => [
      format('en-US', `CaseKind.${row.kind}`),
      row.docNo,
      format('en-US', `CaseStatus.${row.status}`),
    ])
    expect(lines.map(line => line.slice(0, 3))).toEqual(said)
    expect(said[0]).toEqual(['Recall', docs.recall.docNo, 'Started'])
  })
})

test('a page of an answer tells what the answer counted, whatever is posted meanwhile', async () => {
  const ask = async (path: string, asked: Values) =>
    (await at.server.call('POST', `SafetyReview/${path}`, asked, at.token)).data
  const asked = { lotNos: [soy.lotNo] }
  const answer: TraceAnswer = await ask('ReviewAsc', { ...asked, sections: [] })
  const counted = answer.sections.reviewcase?.total
  expect(counted).toBeGreaterThan(0)
  await new Promise(resolve => setTimeout(resolve, 5))
  await at.plant.lot('M001', '1')
  const page = await ask('ReviewAscRows', {
    ...asked,
    section: 'reviewcase',
    asOfSeq: answer.asOfSeq,
    answeredAt: answer.asOf,
  })
  expect(page.rows).toHaveLength(counted ?? 0)
})

test('who complained is told to whoever sees complaints', async () => {
  const names = async (...pages: readonly string[]) => {
    const token = await at.server.signInWith(['reviewasc', ...pages])
    const answer = await at.server.call('POST', 'SafetyReview/ReviewAsc', { lotNos: [soy.lotNo] }, token)
    const rows: readonly Values[] = answer.data.sections.reviewcase.rows
    return rows.filter(({ kind }) => kind === 'COMPLAINT').map(({ partyName }) => partyName)
  }
  expect(await names('complaint')).toContain('王女士')
  expect(await names()).not.toContain('王女士')
})

test('a sample that was kept long enough is due, and one that is gone says so', async () => {
  const asked = { lotNos: [made.lotNo] }
  await at.rows(
    sql<Values>`update retainsample set "retainUntil" = '2020-01-01' where id = ${docs.sample.id} returning id`,
  )
  expect(reported((await cases('ReviewAsc', asked)).rows).at(-1)).toEqual(['SAMPLE', docs.sample.docNo, 'DUE'])
  await at.server.call('POST', 'template/dispose/retainsample', { ids: [docs.sample.id] }, at.token)
  expect(reported((await cases('ReviewAsc', asked)).rows).at(-1)).toEqual(['SAMPLE', docs.sample.docNo, 'DISPOSED'])
})
