import { sql } from 'kysely'
import readWorkbook from 'read-excel-file/node'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { shipped } from '#contract/messages/index.ts'
import type { Values } from '#contract/schema/field.ts'
import type { GraphAnswer } from '#contract/trace/graph.ts'
import { brokenIdentities as brokenTradeIdentities } from '../model/identities.ts'
import { brokenIdentities } from '../support/identities.ts'
import { withPlant } from '../support/plantServer.ts'
import { plantOf } from '../support/recall.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
const store = stockroomOf(at)
beforeAll(async () => {
  await store.signAs('E001')
  await at.day.product('X1', [['M001', '1']])
})
afterEach(async () => {
  expect(await brokenIdentities(at.server.db)).toEqual([])
  // I5 is of plans in kilograms; these make cases.
  expect((await brokenTradeIdentities(at)).filter(each => !each.startsWith('I5'))).toEqual([])
})

const relabel = (lot: Lot, more: Values = {}) =>
  at.day.run('stockrelabel.save', {
    lotId: lot.id,
    qty: '4',
    newLotNo: `${lot.lotNo}-R`,
    reason: '标签批号印错',
    handlerId: at.day.id('employee', 'E002'),
    relabelTime: at.plant.script.now,
    submit: true,
    ...more,
  })
const lotOf = async (id: unknown) => (await at.rows(sql<Values>`select * from stocklot where id = ${id}`))[0] as Values
const relabelled = async (lot: Lot, more: Values = {}) => {
  const done = await relabel(lot, more)
  return { done, lot: { id: Number(done.newLotId), lotNo: String(done.newLotNo) } }
}
const links = (lotId: number) =>
  at.rows(
    sql<Values>`select kind, "inLotId", "outLotId", "usedQuantity", "docNo" from lotlink where "outLotId" = ${lotId}`,
  )
const ask = async (path: string, asked: Values) => {
  const answer = await at.server.call('POST', `SafetyReview/${path}`, asked, at.token)
  expect(answer).toMatchObject({ status: 0 })
  return answer.data
}
const refused = async (work: Promise<unknown>) => (await refusalOf(work)).refusal
const invalid = (data: Values) => ({ refusal: 'invalid', data })

describe('a relabelling', () => {
  test('takes a quantity from its bin and puts it back as a new lot of the same item', async () => {
    const lot = await at.plant.lot('M001', '10', { expiryDate: '2027-01-01' })
    const { done, lot: fresh } = await relabelled(lot)
    expect(done).toMatchObject({ status: 'SUBMITTED', approverId: at.day.id('employee', 'E001') })
    expect(await store.posted(done.docNo)).toMatchObject([
      { moveType: 'RLO', from: 'STORAGE', to: 'PROCESS', quantity: '4.0000', reason: '标签批号印错' },
      { moveType: 'RLI', from: 'PROCESS', to: 'STORAGE', quantity: '4.0000' },
    ])
    const [before, now] = [await lotOf(lot.id), await lotOf(fresh.id)]
    expect(before).toMatchObject({ onHandQty: '6.0000' })
    for (const name of ['materialId', 'unitId', 'supplyId', 'supplierLotNo', 'produceDate', 'expiryDate'])
      expect([name, now[name]]).toEqual([name, before[name]])
    expect(now).toMatchObject({ onHandQty: '4.0000', sourceDocNo: done.docNo, qualityStatus: before.qualityStatus })
    expect(await links(fresh.id)).toEqual([
      { kind: 'RELABEL', inLotId: lot.id, outLotId: fresh.id, usedQuantity: '4.0000', docNo: done.docNo },
    ])
  })

  test('is signed by somebody else than who handled it', async () => {
    const lot = await at.plant.lot('M001', '10')
    expect(await refused(relabel(lot, { handlerId: at.day.id('employee', 'E001') }))).toBe('samePerson')
  })

  test('is not of tomorrow', async () => {
    const lot = await at.plant.lot('M001', '10')
    const tomorrow = new Date(Date.parse(at.plant.script.now) + 2 * 86_400_000).toISOString()
    expect(await refused(relabel(lot, { relabelTime: tomorrow }))).toBe('backdatedTooFar')
  })

  test('takes no more than is there, and no number that the item has already', async () => {
    const lot = await at.plant.lot('M001', '3')
    expect(await refused(relabel(lot))).toBe('shortOfStock')
    expect(await refused(relabel(lot, { qty: '1', newLotNo: lot.lotNo }))).toBe('lotTaken')
    expect(await refusalOf(relabel(lot, { qty: '0' }))).toEqual(invalid({ qty: 'positive' }))
  })

  test('shows later dates only with a reason, and never beyond the shelf life', async () => {
    const lot = await at.plant.lot('M001', '10', { produceDate: '2026-10-01', expiryDate: '2027-01-01' })
    const dated = (more: Values) => refusalOf(relabel(lot, { qty: '1', ...more }))
    expect(await dated({ expiryDate: '2027-01-02' })).toEqual(invalid({ extensionReason: 'required' }))
    expect(await dated({ produceDate: '2026-10-02' })).toEqual(invalid({ extensionReason: 'required' }))
    const extensionReason = '供应商书面确认'
    expect(await dated({ expiryDate: '2099-01-01', extensionReason })).toEqual(
      invalid({ expiryDate: 'beyondShelfLife' }),
    )
    const ahead = { produceDate: '2099-01-01', expiryDate: '2099-01-02', extensionReason }
    expect(await dated(ahead)).toEqual(invalid({ produceDate: 'future' }))
    expect(await dated({ expiryDate: '2026-09-30' })).toEqual(invalid({ expiryDate: 'expiryBeforeProduction' }))
    const later = await relabelled(lot, { newLotNo: `${lot.lotNo}-L`, expiryDate: '2027-01-02', extensionReason })
    expect(await lotOf(later.lot.id)).toMatchObject({ expiryDate: '2027-01-02' })
    const earlier = await relabelled(lot, { newLotNo: `${lot.lotNo}-E`, expiryDate: '2026-12-01' })
    expect(await lotOf(earlier.lot.id)).toMatchObject({ expiryDate: '2026-12-01', produceDate: '2026-10-01' })
  })

  test('keeps a lot blocked that was blocked, with its open case', async () => {
    const lot = await at.plant.lot('M001', '10')
    const found = { source: 'STOCK', lotId: lot.id, qty: '10', unqualifiedItems: '结块' }
    const open = await at.day.run('unqualifiedproduct.save', { ...found, foundById: at.day.id('employee', 'E006') })
    const { lot: fresh } = await relabelled(lot)
    const { qualityStatus, statusReason } = await lotOf(lot.id)
    expect(await lotOf(fresh.id)).toMatchObject({ qualityStatus: 'HOLD', statusReason })
    expect(qualityStatus).toBe('HOLD')
    expect(await refusalOf(at.day.run('stocklot.release', { id: fresh.id, reason: '已查' }))).toMatchObject({
      refusal: 'openCase',
      data: { lotNo: fresh.lotNo, docNo: open.docNo },
    })
  })

  test('is done in a bin of quarantine, and the goods stay in it', async () => {
    const locationId = await store.bin('Q-RL', 'WH01', { isQuarantine: true })
    const lot = await at.plant.lot('M001', '10')
    const out = { outType: 'TRANSFER_OUT', warehouseId: at.day.id('warehouse', 'WH01'), reason: '隔离', submit: true }
    const lines = [{ lotId: lot.id, qty: '10', toLocationId: locationId }]
    const by = { handlerId: at.day.id('employee', 'E002'), targetWarehouseId: out.warehouseId }
    await at.day.run('materialstoreout.save', { ...out, ...by, lines })
    const { lot: fresh } = await relabelled(lot, { locationId })
    expect(await store.lies(fresh.id)).toEqual({ QUARANTINE: '4.0000' })
  })

  test('is held back from other documents by its draft, and shown among what a trace can stop', async () => {
    const lot = await at.plant.lot('M001', '10', { expiryDate: at.plant.today, produceDate: '2026-01-01' })
    const proposed = async () => {
      const [row] = await at.plant.script.prepare('getmaterialrecord', { producePlanId })
      const lines = (row?.lines ?? []) as readonly Values[]
      return lines.filter(line => line.lotId === lot.id).map(line => line.qty)
    }
    const producePlanId = await at.plant.plan('X1', '20')
    expect(await proposed()).toEqual(['10.0000'])
    const draft = await relabel(lot, { submit: false })
    expect(await proposed()).toEqual(['6.0000'])
    const { sections } = await ask('ReviewAsc', { lotNos: [lot.lotNo] })
    expect(sections.reviewstoppable.rows).toContainEqual(
      expect.objectContaining({ kind: 'DRAFT_RELABEL', refNo: draft.docNo, qty: '4.0000' }),
    )
    await at.day.run('stockrelabel.submit', { id: draft.id })
    expect(await proposed()).toEqual(['6.0000'])
  })

  test('of held goods is released only when their earlier label has its verdict', async () => {
    const receipt = await at.day.receive([at.day.receiptLine('M001', '10')])
    const [{ lotId, lotNo }] = receipt.lines as unknown as readonly [{ lotId: number; lotNo: string }]
    await at.day.run('stocklot.hold', { id: lotId, reason: '待查' })
    const [inspection] = await at.rows(sql<Values>`select id, "docNo" from qualityinspection where "lotId" = ${lotId}`)
    await at.rows(sql`update qualityinspection set status = 'TESTING' where id = ${inspection?.id}`)
    const { lot: fresh } = await relabelled({ id: lotId, lotNo })
    expect(await refusalOf(at.day.run('stocklot.release', { id: fresh.id, reason: '已查' }))).toMatchObject({
      refusal: 'openCase',
      data: { docNo: inspection?.docNo },
    })
  })

  test('is named by a recall of its earlier label, whenever it was made, and stopped with it', async () => {
    const { soldLot, saveRecall, approvedPlan, signAs } = plantOf(at)
    const old = await soldLot('10', {})
    const { lot: first } = await relabelled(old, { newLotNo: `${old.lotNo}-1`, qty: '3' })
    const recall = await saveRecall([old.id], { callbackPlanId: await approvedPlan([old.id]) })
    const named = async () =>
      (await at.rows(sql<Values>`select "lotId" from callbacklot where "parentId" = ${recall.id} order by 1`)).map(
        row => row.lotId,
      )
    expect(await named()).toEqual([old.id, first.id])
    await signAs('E001')
    const { lot: second } = await relabelled(first, { newLotNo: `${old.lotNo}-2`, qty: '1' })
    await at.day.run('callback.start', { id: recall.id })
    expect(await named()).toEqual([old.id, first.id, second.id])
    for (const lot of [old, first, second]) expect(await lotOf(lot.id)).toMatchObject({ qualityStatus: 'RECALLED' })
    await store.signAs('E001')
  })

  test.each(['PENDING', 'REJECTED', 'RECALLED'])('is refused of a lot that is %s', async status => {
    const lot = await at.plant.lot('M001', '10')
    await at.rows(sql`update stocklot set "qualityStatus" = ${status} where id = ${lot.id}`)
    expect(await refused(relabel(lot))).toBe('lotNotUsable')
    await at.rows(sql`update stocklot set "qualityStatus" = 'RELEASED', "produceDate" = '2025-06-01',
      "expiryDate" = '2026-01-01' where id = ${lot.id}`)
    expect(await refused(relabel(lot))).toBe('lotExpired')
  })

  test('is taken back while the goods are there and the new lot is not blocked', async () => {
    const lot = await at.plant.lot('M001', '10')
    const { done, lot: fresh } = await relabelled(lot)
    const back = () => at.day.run('stockrelabel.reverse', { id: done.id, reason: '贴错' })
    await at.day.run('stocklot.hold', { id: fresh.id, reason: '待查' })
    expect(await refused(back())).toBe('lotNotUsable')
    await at.day.run('stocklot.release', { id: fresh.id, reason: '已查' })
    expect(await back()).toMatchObject({ status: 'REVERSED' })
    expect(await lotOf(lot.id)).toMatchObject({ onHandQty: '10.0000' })
    expect(await lotOf(fresh.id)).toMatchObject({ onHandQty: '0.0000' })
    expect(await links(fresh.id)).toEqual([])
  })
})

describe('a trace goes through a relabelling', () => {
  let soy: Lot
  let old: Lot
  let fresh: Lot
  let docNo: string
  let before: Values
  beforeAll(async () => {
    soy = await at.plant.lot('M001', '50', { expiryDate: '2027-01-01' })
    old = await at.day.madeFrom('X1', soy, '20', '20')
    before = await ask('ReviewAsc', { lotNos: [soy.lotNo] })
    const { done, lot } = await relabelled(old, { newLotNo: `${old.lotNo}-N`, qty: '8' })
    fresh = lot
    docNo = String(done.docNo)
    await at.day.sell('D001', [at.day.saleLine('X1', fresh.id, '3')])
  })
  const numbers = (answer: Values, section: string): readonly unknown[] =>
    (answer.sections as Values & Record<string, { rows: readonly Values[] }>)[section]?.rows.map(row => row.lotNo) ?? []

  test('forward, to the new lot and who holds it, with every quantity in its place', async () => {
    for (const lotNos of [[soy.lotNo], [old.lotNo]]) {
      const answer = await ask('ReviewAsc', { lotNos })
      expect(numbers(answer, 'reviewproductlot')).toContain(fresh.lotNo)
      expect(numbers(answer, 'reviewdealer')).toEqual([fresh.lotNo])
      expect(answer).toMatchObject({ accountedRate: '100.00', counts: { dealers: 1 } })
      expect(answer.sections.reviewbalance.rows).toContainEqual(
        expect.objectContaining({
          refNo: fresh.lotNo,
          sourceQty: '8.0000',
          soldQty: '3.0000',
          accountedRate: '100.00',
        }),
      )
    }
    expect((await ask('ReviewAsc', { lotNos: [old.lotNo] })).counts).toMatchObject({ lots: 2, plans: 0 })
  })

  test('backward, to the old lot, its materials and what they were made in', async () => {
    const answer = await ask('ReviewDesc', { productLotNos: [fresh.lotNo] })
    expect(answer).toMatchObject({ counts: { lots: 3, plans: 1 }, accountedRate: '100.00' })
    expect(numbers(answer, 'reviewmaterial')).toContain(soy.lotNo)
  })

  test('as it was then: before it there was no new lot', async () => {
    const { asOfSeq } = before
    const then = await ask('ReviewAsc', { lotNos: [soy.lotNo], asOfSeq })
    expect(numbers(then, 'reviewproductlot')).toEqual([old.lotNo])
    for (const precision of ['BATCH', 'PLAN']) {
      const now = await ask('ReviewAsc', { lotNos: [soy.lotNo], precision })
      expect(numbers(now, 'reviewproductlot').toSorted()).toEqual([old.lotNo, fresh.lotNo].toSorted())
    }
  })

  test.each([
    ['', [0, 1]],
    [' also of one taken back', [0, 1, 0, 0]],
  ])(
    'as of any row of the ledger: between its two rows there is no link to goods that are nowhere%s',
    async (undone, linked) => {
      const lot = await at.plant.lot('M001', '10')
      const { done, lot: fresh } = await relabelled(lot)
      if (undone) await at.day.run('stockrelabel.reverse', { id: done.id, reason: '贴错' })
      const seqs = await at.rows(
        sql<{ id: number }>`select id from stockledger where "docNo" = ${done.docNo} order by id`,
      )
      const answered: unknown[] = []
      for (const { id } of seqs) {
        const { edges }: GraphAnswer = await ask('ReviewAscGraph', { lotNos: [lot.lotNo], asOfSeq: id })
        answered.push(edges.filter(edge => edge.to === `lot:${fresh.id}`).length)
      }
      expect(answered).toEqual(linked)
    },
  )

  test('in the graph, from label to label', async () => {
    const graph: GraphAnswer = await ask('ReviewAscGraph', { lotNos: [soy.lotNo] })
    const edge = { from: `lot:${old.id}`, to: `lot:${fresh.id}`, quantity: '8.0000' }
    expect(graph.edges).toContainEqual(expect.objectContaining(edge))
  })

  test('in the workbook: an edge with its document, and an event on either side', async () => {
    const response = await fetch(`${at.server.url}/zh-CN/SafetyReview/ReviewDescDataExport`, {
      method: 'POST',
      headers: { authorization: `Bearer ${at.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ productLotNos: [fresh.lotNo], format: 'XLSX' }),
    })
    const sheets = await readWorkbook(Buffer.from(await response.arrayBuffer()))
    const rowsWith = (...cells: readonly unknown[]) =>
      sheets.flatMap(({ data }) => data).filter(row => cells.every(cell => row.some(each => each === cell)))
    const edges = sheets.find(({ sheet }) => sheet === shipped['zh-CN']['tracesheet.edges'])?.data ?? []
    const edge = edges.filter(row => [old.lotNo, fresh.lotNo].every(lotNo => row.includes(lotNo)))
    expect(edge).toEqual([expect.arrayContaining([docNo, 8])])
    expect(rowsWith('TRANSFORMATION-INPUT', old.lotNo, fresh.lotNo, docNo)).toHaveLength(1)
    expect(rowsWith('TRANSFORMATION-OUTPUT', fresh.lotNo, docNo)).toHaveLength(1)
  })

  test('until it is taken back', async () => {
    const lot = await at.day.madeFrom('X1', soy, '5', '5')
    const { done, lot: undone } = await relabelled(lot)
    const asOfSeq = (await ask('ReviewAsc', { lotNos: [lot.lotNo] })).asOfSeq
    await at.day.run('stockrelabel.reverse', { id: done.id, reason: '贴错' })
    expect((await ask('ReviewAsc', { lotNos: [lot.lotNo] })).counts).toMatchObject({ lots: 1 })
    const then = await ask('ReviewAsc', { lotNos: [lot.lotNo], asOfSeq })
    expect(numbers(then, 'reviewproductlot')).toContain(undone.lotNo)
  })
})
