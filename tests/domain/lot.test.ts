import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { changeStatus, lockLots, type Lot as StoredLot } from '../../server/domain/stock/lots.ts'
import { addDays } from '../../src/contract/calendar.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
const room = stockroomOf(at)
beforeAll(() => at.day.product('X1', [['M001', '1']]))

const texts: Readonly<Record<string, string>> = { PENDING: '待检', HOLD: '冻结', REJECTED: '不合格' }
const notUsable = (lot: Lot, status: string) => ({
  refusal: 'lotNotUsable',
  data: { lotNo: lot.lotNo, status: texts[status] },
})

/** Lot brought into a status, as far as actions lead there. */
async function bring(lot: Lot, status: string) {
  if (status === 'RELEASED') return
  await at.day.run('stocklot.hold', { id: lot.id, reason: '待查' })
  if (status === 'REJECTED') await at.day.run('stocklot.reject', { id: lot.id, reason: '超标' })
}

async function pendingMaterial(): Promise<Lot> {
  const { lines } = await at.day.receive([at.day.receiptLine('M001', '10')])
  return { id: lines[0]?.lotId as number, lotNo: String(lines[0]?.lotNo) }
}

const materialLine = (lot: Lot, qty = '1') => ({
  materialId: at.day.id('material', 'M001'),
  lotId: lot.id,
  qty,
  fefoOverrideReason: '测试',
})

describe('what a lot’s status allows', () => {
  test.each(['PENDING', 'HOLD', 'REJECTED'])('a %s lot is not issued', async status => {
    const lot = status === 'PENDING' ? await pendingMaterial() : await at.plant.lot('M001', '10')
    if (status !== 'PENDING') await bring(lot, status)
    const planId = await at.plant.plan('X1', '5')
    expect(await refusalOf(at.day.issue(planId, [materialLine(lot)]))).toEqual(notUsable(lot, status))
  })

  test.each(['HOLD', 'REJECTED'])(
    'a %s lot already in work in progress is not charged, but may come back',
    async status => {
      const lot = await at.plant.lot('M001', '10')
      const planId = await at.plant.plan('X1', '5')
      await at.day.issue(planId, [materialLine(lot, '5')])
      await bring(lot, status)
      expect(await refusalOf(at.day.use(planId, lot.id, '1'))).toEqual(notUsable(lot, status))
      await at.day.issue(planId, [materialLine(lot, '5')], { issueType: 'RETURN' })
    },
  )

  test.each(['PENDING', 'HOLD', 'REJECTED'])('a %s lot is not sold', async status => {
    const lot = await at.day.madeFrom('X1', await at.plant.lot('M001', '5'), '5', '5')
    // No action leads back to pending; a second judgement starts from there.
    if (status === 'PENDING')
      await sql`update stocklot set "qualityStatus" = 'PENDING' where id = ${lot.id}`.execute(at.server.db)
    else await bring(lot, status)
    expect(await refusalOf(at.day.sell('D001', [at.day.saleLine('X1', lot.id, '1')]))).toEqual(notUsable(lot, status))
  })

  test('a lot may be used until the end of the day it expires, and not the day after', async () => {
    const { script, today } = at.plant
    const lot = await at.plant.lot('M001', '10', { produceDate: '2026-01-01', expiryDate: today })
    const planId = await at.plant.plan('X1', '5')
    await at.day.issue(planId, [materialLine(lot, '4')])
    await at.day.use(planId, lot.id, '1')
    const product = await at.day.madeFrom('X1', await at.plant.lot('M001', '5'), '5', '5')
    await sql`update stocklot set "expiryDate" = ${today} where id = ${product.id}`.execute(at.server.db)
    await at.day.sell('D001', [at.day.saleLine('X1', product.id, '1')])
    const [day, hour] = [script.day, Number(script.now.slice(11, 13))]
    script.at(addDays(day, 1), hour)
    const expired = (lotNo: string) => ({ refusal: 'lotExpired', data: { lotNo, expiryDate: today } })
    expect(await refusalOf(at.day.issue(planId, [materialLine(lot)]))).toEqual(expired(lot.lotNo))
    expect(await refusalOf(at.day.use(planId, lot.id, '1'))).toEqual(expired(lot.lotNo))
    const sale = at.day.sell('D001', [at.day.saleLine('X1', product.id, '1')])
    expect(await refusalOf(sale)).toEqual(expired(product.lotNo))
    await at.day.issue(planId, [materialLine(lot, '3')], { issueType: 'RETURN' })
    script.at(day, hour)
  })
})

describe('judging a lot', () => {
  const stored = async (lot: Lot) => (await at.rows(sql<Values>`select * from stocklot where id = ${lot.id}`))[0]
  const log = (lot: Lot) =>
    at.rows(
      sql<Values>`select "fromStatus", "toStatus", reason from lotstatuslog where "lotId" = ${lot.id} order by id`,
    )

  test('carries the moment of its receipt, as its documents do', async () => {
    const { id } = await pendingMaterial()
    const { createdAt } = await at.plant.script.load('stocklot', id)
    expect(createdAt).toBe(at.plant.script.now)
    await at.day.run('stocklot.release', { id })
    expect((await at.plant.script.load('stocklot', id)).updatedAt).toBe(at.plant.script.now)
  })

  test('writes who changed it from what to what and why', async () => {
    const lot = await pendingMaterial()
    await at.day.run('stocklot.release', { id: lot.id })
    await at.day.run('stocklot.hold', { id: lot.id, reason: '包装破损' })
    await at.day.run('stocklot.reject', { id: lot.id, reason: '霉变' })
    const [receipt, ...changes] = await log(lot)
    expect(receipt).toEqual({ fromStatus: null, toStatus: 'PENDING', reason: '新增批次' })
    expect(changes).toEqual([
      { fromStatus: 'PENDING', toStatus: 'RELEASED', reason: '放行' },
      { fromStatus: 'RELEASED', toStatus: 'HOLD', reason: '包装破损' },
      { fromStatus: 'HOLD', toStatus: 'REJECTED', reason: '霉变' },
    ])
    expect(await stored(lot)).toMatchObject({ qualityStatus: 'REJECTED', statusReason: '霉变', certificateNo: 'COA' })
  })

  test('gives a released product its certificate number, or the one that was said', async () => {
    const lot = await at.day.madeFrom('X1', await at.plant.lot('M001', '5'), '5', '5')
    const { certificateNo } = (await stored(lot)) as Values
    expect(certificateNo).toMatch(/^HG\d{8}-\d{4}$/)
    await at.day.run('stocklot.hold', { id: lot.id, reason: '复检' })
    await at.day.run('stocklot.release', { id: lot.id, reason: '复检合格', certificateNo: 'QC-9' })
    expect(await stored(lot)).toMatchObject({ certificateNo: 'QC-9', statusReason: '复检合格' })
  })

  test('out of a hold wants a reason; a hold and a rejection always do', async () => {
    const lot = await at.plant.lot('M001', '5')
    const required = { refusal: 'invalid', data: { reason: 'required' } }
    expect(await refusalOf(at.day.run('stocklot.hold', { id: lot.id }))).toEqual(required)
    await at.day.run('stocklot.hold', { id: lot.id, reason: '待查' })
    expect(await refusalOf(at.day.run('stocklot.release', { id: lot.id }))).toEqual(required)
    expect(await refusalOf(at.day.run('stocklot.reject', { id: lot.id }))).toEqual(required)
  })

  test.each([
    ['release', 'RELEASED'],
    ['reject', 'RELEASED'],
    ['hold', 'HOLD'],
    ['release', 'REJECTED'],
    ['hold', 'REJECTED'],
  ])('%s of a %s lot is refused', async (action, status) => {
    const lot = await at.plant.lot('M001', '5')
    await bring(lot, status)
    const refusal = await refusalOf(at.day.run(`stocklot.${action}`, { id: lot.id, reason: '原因' }))
    expect(refusal).toMatchObject({ refusal: 'wrongState' })
  })
})

describe('a recalled lot', () => {
  /** Lot recalled out of a hold, with this recall kind and disposal. */
  async function recalled(disposalMethod: string | null, callbackType = 'VOLUNTARY'): Promise<Lot> {
    const lot = await at.plant.lot('M001', '5')
    await at.day.run('stocklot.hold', { id: lot.id, reason: '待查' })
    await at.plant.inside(async context => {
      const { rows } = await sql<{ id: number }>`
        insert into callback ("customerId", "docNo", title, "callbackType", "triggerSource", reason, "knowTime",
          "disposalMethod", status)
        values (${context.customerId}, ${`CB-${lot.id}`}, '召回', ${callbackType}, 'SELF_TEST', '标签', now(),
          ${disposalMethod}, 'DISPOSING') returning id`.execute(context.tx)
      await sql`insert into callbacklot ("parentId", "lineNo", "lotId") values (${rows[0]?.id}, 1, ${lot.id})`.execute(
        context.tx,
      )
      const stored = (await lockLots(context, [lot.id])).get(lot.id) as StoredLot
      await changeStatus(context, stored, 'RECALLED', '召回')
    })
    return lot
  }
  const restore = (lot: Lot) => at.day.run('stocklot.restore', { id: lot.id, reason: '已补正标签' })

  test('whose label was put right goes back to what it was before, and no further', async () => {
    await room.signAs('E001')
    const lot = await recalled('RELABEL')
    expect(await restore(lot)).toMatchObject({ qualityStatus: 'HOLD' })
  })

  test.each([
    ['destroyed', 'DESTROY', 'VOLUNTARY'],
    ['not decided on', null, 'VOLUNTARY'],
    ['only named by a drill', 'RELABEL', 'DRILL'],
  ])('that is %s stays recalled', async (_, disposalMethod, callbackType) => {
    await room.signAs('E001')
    const lot = await recalled(disposalMethod, callbackType)
    expect(await refusalOf(restore(lot))).toEqual({ refusal: 'notRelabelled', data: { lotNo: lot.lotNo } })
  })

  test('is restored by an approver only', async () => {
    const lot = await recalled('RELABEL')
    await room.signAs(null)
    expect(await refusalOf(restore(lot))).toMatchObject({ refusal: 'noEmployee' })
    await room.signAs('E001')
  })

  test('once restored to its hold is not released while the recall is open', async () => {
    const lot = await recalled('RELABEL')
    await restore(lot)
    expect(await refusalOf(at.day.run('stocklot.release', { id: lot.id, reason: '没事' }))).toEqual({
      refusal: 'openCase',
      data: { lotNo: lot.lotNo, docNo: `CB-${lot.id}` },
    })
  })
})

describe('a report of an outside laboratory', () => {
  const report = (lot: Lot, more: Values) =>
    at.day.run('thirdreport.save', {
      reportNo: `R${lot.id}`,
      objectType: 'MATERIAL',
      materialId: at.day.id('material', 'M001'),
      lotId: lot.id,
      agencyName: '省质检院',
      issueDate: at.plant.today,
      ...more,
    })
  const status = async (lot: Lot) =>
    (await at.rows(sql<Values>`select "qualityStatus", "statusReason" from stocklot where id = ${lot.id}`))[0]

  test('that fails a lot holds it, and names itself as the reason', async () => {
    const lot = await at.plant.lot('M001', '5')
    await report(lot, { conclusion: 'FAIL' })
    expect(await status(lot)).toEqual({ qualityStatus: 'HOLD', statusReason: `省质检院 R${lot.id}` })
  })

  test('that passes a lot changes nothing', async () => {
    const lot = await at.plant.lot('M001', '5')
    await report(lot, { conclusion: 'PASS' })
    expect(await status(lot)).toMatchObject({ qualityStatus: 'RELEASED' })
  })

  test('does not pass with a failed item, nor for a lot of something else', async () => {
    const lot = await at.plant.lot('M001', '5')
    const items = [{ itemName: '铅', resultText: '0.9', verdict: 'FAIL' }]
    expect(await refusalOf(report(lot, { conclusion: 'PASS', items }))).toEqual({
      refusal: 'invalid',
      data: { conclusion: 'itemFailed' },
    })
    const other = report(lot, { materialId: at.day.id('material', 'M002') })
    expect(await refusalOf(other)).toEqual({ refusal: 'invalid', data: { lotId: 'reference' } })
  })
})
