/** Screen of traces, headless: questions in URLs and words, contacts. */
import { expect, test } from 'vitest'
import { tracePath } from '../../src/commands/trace/tracePrompts.ts'
import { text } from '../../src/data/language.ts'
import type { Row } from '../../src/data/records/row.ts'
import type { GridSource } from '../../src/grid/state/source.ts'
import { checkedOf, isOfNow, leadsTo, selectionOf } from '../../src/screens/trace/chosen.ts'
import { contactsOf } from '../../src/screens/trace/contacts.ts'
import { fieldsOf, isGiven, partsOf, questionIn, saidOf } from '../../src/screens/trace/question.ts'

test('an address asks with every field there is, and nothing that is none', () => {
  const address = '/reviewasc?lotNos=L1 L2&supplyId=3&asOfSeq=12&includePackaging=false&without=P1&noSuch=1'
  expect(questionIn(address, fieldsOf.asc)).toEqual({
    lotNos: ['L1', 'L2'],
    supplyId: 3,
    asOfSeq: 12,
    includePackaging: false,
    without: ['P1'],
  })
  expect(questionIn('/reviewdesc?productLotNos=P1&gs1=(10)P1', fieldsOf.desc)).toEqual({
    productLotNos: ['P1'],
    gs1: '(10)P1',
  })
})

test('an address gives back the lots it was made of, whatever stands in their numbers', () => {
  for (const lotNos of [['A 1', 'B'], ['A 1'], ['A,1'], ['L1'], ['L1', 'L2']])
    expect(questionIn(tracePath('reviewasc', { lotNos, depth: 2 }), fieldsOf.asc)).toEqual({ lotNos, depth: 2 })
})

test('a row that does not tell the state of its lot greys nothing', () => {
  const lots = { entity: 'stocklot', record: 'lotId' } as const
  const reported = { lotId: 7, lotNo: 'P7', qualityStatus: 'HOLD' }
  const silent = { lotId: 8, lotNo: 'P8' }
  const how = { isChecked: true, now: true }
  expect(selectionOf(lots, [reported, reported, silent], how)).toEqual({
    entity: 'stocklot',
    ids: [7, 8],
    rows: [{ ...reported, id: 7 }],
    isChecked: true,
  })
  // A lot's past status decides no action now.
  expect(selectionOf(lots, [reported], { ...how, now: false })).toMatchObject({ ids: [7], rows: [] })
  expect([isOfNow({ lotNos: ['P7'] }), isOfNow({ asOfSeq: 9 }), isOfNow({ asOf: '2026-11-22T00:00:00Z' })]).toEqual([
    true,
    false,
    false,
  ])
  expect(selectionOf(lots, [{ lotNo: 'P9' }], how)).toBeNull()
  const dealers = { entity: 'dealer', record: 'dealerId' } as const
  expect(selectionOf(dealers, [{ dealerId: 3, recallPhone: '022' }], { ...how, now: false })).toMatchObject({
    rows: [{ id: 3, recallPhone: '022' }],
  })
})

test('rows tell the batches they are of, each once, where links are of batches', () => {
  const lots = { entity: 'stocklot', record: 'lotId' } as const
  const row = { lotId: 7, planNo: 'PP1', batchSeq: 2, linkPrecision: 'BATCH' }
  const chosen = (...rows: readonly object[]) => selectionOf(lots, rows as never, { isChecked: true, now: true })
  expect(chosen(row, { ...row, lotId: 8 }, { ...row, batchSeq: 3 })?.batches).toEqual(['PP1/2', 'PP1/3'])
  expect(chosen({ ...row, linkPrecision: 'PLAN' }, { ...row, batchSeq: null })?.batches).toBeUndefined()
})

test('a row leads to the document it is of, otherwise to its dealer or its lot', () => {
  expect(leadsTo({ docType: 'callback', docId: 4, lotId: 7 })).toBe('/callback/4')
  expect(leadsTo({ dealerId: 3, lotId: 7 })).toBe('/dealer/3')
  expect(leadsTo({ lotId: 7 })).toBe('/stocklot/7')
  expect(leadsTo({ employeeName: '王' })).toBeNull()
})

test('a checked row stays meant when it is no longer loaded', () => {
  const sourceOf = (...rows: readonly Row[]): GridSource => ({
    count: rows.length,
    version: 1,
    rowId: index => rows[index]?.id,
    row: index => rows[index],
    indexOf: id => rows.findIndex(row => row.id === id),
    state: () => 'clean',
    fieldError: () => undefined,
    editable: () => false,
    ensure: () => undefined,
  })
  const [one, other] = [1, 2].map(id => ({ id, rowVersion: 0, lotId: id + 10 }))
  if (!one || !other) throw new Error('no rows')
  const first = checkedOf(new Map(), new Set([1]), sourceOf(one))
  expect([...checkedOf(first, new Set([1, 2]), sourceOf(other)).values()]).toEqual([one, other])
  expect([...checkedOf(first, new Set([2]), sourceOf(other)).values()]).toEqual([other])
})

test('what goes without saying is not said', () => {
  const { by, options } = partsOf('asc')
  const asked = {
    lotNos: ['L1', 'L2'],
    supplyId: 3,
    supplyId$label: '北大荒',
    precision: 'BATCH',
    includePackaging: true,
  }
  expect(saidOf({ ...by, ...options }, asked, 'zh-CN')).toEqual([
    { name: 'lotNos', value: 'L1, L2' },
    { name: 'supplyId', value: '北大荒' },
  ])
  expect(isGiven(options, asked)).toBe(false)
  expect(isGiven(options, { ...asked, includePackaging: false })).toBe(true)
})

test('each dealer is called once, who holds most first, less what came back', () => {
  const row = (dealerId: number, lotNo: string, netQty: string, unitName = '箱') => ({
    dealerId,
    dealerName: `D${dealerId}`,
    recallContactName: '许',
    recallPhone: '022',
    lotNo,
    netQty,
    unitName,
  })
  const rows = [row(1, 'P1', '38'), row(2, 'P1', '25'), row(2, 'P1', '20.5'), row(2, 'P2', '7', '千克')]
  const contacts = contactsOf(rows, text)
  expect(contacts.map(({ dealerName, lots, held }) => [dealerName, lots, held])).toEqual([
    ['D2', ['P1', 'P2'], ['45.5 箱', '7 千克']],
    ['D1', ['P1'], ['38 箱']],
  ])
})
