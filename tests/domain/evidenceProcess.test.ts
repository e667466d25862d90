import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { evidenceOf } from '../support/evidence.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'

const at = withPlant()
const room = stockroomOf(at)
const proofs = evidenceOf(at)
beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']])
  await room.signAs('E001')
  await proofs.keyStep()
})
beforeEach(() => room.signAs('E001'))

describe('the process behind a product lot', () => {
  test('shows each reading with its limits, and by the plant’s calendar whether the instrument was calibrated', async () => {
    const { planId, ...lot } = await proofs.made()
    const thermometer = await proofs.lab.instrument(false)
    await proofs.calibrated(thermometer, -400, -10, { certificateNo: 'OLD' })
    await proofs.calibrated(thermometer, -5, 360, { certificateNo: 'NEW' })
    const moments = [
      proofs.moment(-10, '23:59:59'),
      proofs.moment(-9, '00:00:00'),
      proofs.moment(-6, '23:59:59'),
      proofs.moment(-5, '00:00:00'),
    ]
    for (const time of moments) await proofs.monitor(planId, time, { detecEquipmentId: thermometer })
    const rows = await proofs.rows(lot, 'reviewprocess')
    expect(rows[0]).toMatchObject({
      ...{ stepNo: 1, stepName: '杀菌', ccpNo: 'CCP2', limitMin: '85.00', limitMax: '95.00', measuredValue: '90.00' },
      ...{ result: 'PASS', outLotNo: lot.lotNo, level: 0 },
    })
    expect(rows.map(row => [row.calibrationValid, row.calibrationNo])).toEqual([
      ['VALID', 'OLD'],
      ['INVALID', 'OLD'],
      ['INVALID', 'OLD'],
      ['VALID', 'NEW'],
    ])
  })

  test('goes by the days of the zone the plant lies in', async () => {
    const { planId, ...lot } = await proofs.made()
    const thermometer = await proofs.lab.instrument(false)
    await proofs.calibrated(thermometer, -400, -10)
    await proofs.calibrated(thermometer, -5, 360)
    // midnight in China is noon of the day before in New York
    for (const from of [-9, -5])
      await proofs.monitor(planId, proofs.moment(from, '00:00:00'), { detecEquipmentId: thermometer })
    const states = async () => (await proofs.rows(lot, 'reviewprocess')).map(row => row.calibrationValid)
    const moveTo = (timeZone: string) => at.rows(sql<Values>`update customer set "timeZone" = ${timeZone}`)
    expect(await states()).toEqual(['INVALID', 'VALID'])
    await moveTo('America/New_York')
    expect(await states()).toEqual(['VALID', 'INVALID'])
    await moveTo('Asia/Shanghai')
  })

  test('does not believe an instrument that failed after it was calibrated, until it passed again', async () => {
    const { planId, ...lot } = await proofs.made()
    const thermometer = await proofs.lab.instrument(false)
    await proofs.calibrated(thermometer, -30, 300)
    await proofs.calibrated(thermometer, -8, null, {
      recordType: 'CHECK',
      result: 'FAIL',
      impactAssessment: '复测留样',
    })
    await proofs.calibrated(thermometer, -6, 350)
    for (const from of [-9, -8, -7, -6])
      await proofs.monitor(planId, proofs.moment(from, '12:00:00'), { detecEquipmentId: thermometer })
    const rows = await proofs.rows(lot, 'reviewprocess')
    expect(rows.map(row => row.calibrationValid)).toEqual(['VALID', 'INVALID', 'INVALID', 'VALID'])
  })

  test('says which critical control point nobody took a reading of, and what was done about a deviation', async () => {
    const { planId, ...lot } = await proofs.made()
    expect(await proofs.rows(lot, 'reviewprocess')).toMatchObject([
      { stepNo: 1, result: 'UNKNOWN', calibrationValid: null },
    ])
    const thermometer = await proofs.lab.instrument()
    const deviation = { measuredValue: '80', correctiveAction: '复杀', affectedQty: '5', disposition: 'REPROCESS' }
    await proofs.monitor(planId, at.plant.script.now, { detecEquipmentId: thermometer, ...deviation })
    const reported = { ...deviation, measuredValue: '80.00', affectedQty: '5.0000', result: 'DEVIATION' }
    expect(await proofs.rows(lot, 'reviewprocess')).toMatchObject([{ ...reported, monitorName: '刘洋' }])
  })

  test('shows of each machine what was repaired on the very day, and a repair that has not ended', async () => {
    const [heater, filler, other] = [await proofs.machine(), await proofs.machine(), await proofs.machine()]
    const { planId, ...lot } = await proofs.made({ equipmentIds: [filler] })
    const thermometer = await proofs.lab.instrument(false)
    await proofs.calibrated(thermometer, -30, 300)
    const with_ = { detecEquipmentId: thermometer, equipmentId: heater }
    for (const from of [-11, -10, -9, -8]) await proofs.monitor(planId, proofs.moment(from, '12:00:00'), with_)
    const { docNo } = await proofs.repaired(heater, proofs.moment(-10, '23:30:00'), proofs.moment(-9, '00:30:00'))
    const open = await proofs.repaired(filler, proofs.moment(-3, '08:00:00'), null)
    const named = await proofs.repaired(other, proofs.moment(-20, '08:00:00'), proofs.moment(-20, '09:00:00'), {
      affectedPlanId: planId,
    })
    const rows = await proofs.rows(lot, 'reviewprocess')
    expect(rows.map(row => row.repairs)).toEqual([
      ...[null, `${docNo} 漏油`, `${docNo} 漏油`, null],
      ...[`${open.docNo} 漏油`, `${named.docNo} 漏油`],
    ])
  })

  test('is that of the batches the lot is of, where they are known', async () => {
    const planId = await at.plant.plan('X1', '20', { batchCount: 2 })
    const soy = await at.plant.lot('M001', '20')
    await at.day.issue(planId, [
      { materialId: at.day.id('material', 'M001'), lotId: soy.id, qty: '20', fefoOverrideReason: '测试' },
    ])
    const thermometer = await proofs.lab.instrument()
    for (const batchSeq of [1, 2]) {
      await at.day.use(planId, soy.id, '10', { batchSeq })
      await proofs.monitor(planId, at.plant.script.now, { batchSeq, detecEquipmentId: thermometer })
    }
    const first = await at.day.produce(planId, '10', { batchSeq: 1, lotNo: `A${planId}` })
    await at.day.produce(planId, '10', { batchSeq: 2, lotNo: `B${planId}` })
    const lot = { id: first.lotId as number, lotNo: `A${planId}` }
    expect((await proofs.rows(lot, 'reviewprocess')).map(row => row.batchSeq)).toEqual([1])
    expect((await proofs.rows(lot, 'reviewprocess', { precision: 'PLAN' })).map(row => row.batchSeq)).toEqual([1, 2])
    expect(await proofs.rows(lot, 'reviewmaterial')).toMatchObject([{ usedQty: '10.0000' }])
    expect(await proofs.rows(lot, 'reviewproduct')).toMatchObject([
      { batches: '1', leaderName: '刘洋', formulaVersion: 'V1' },
    ])
  })
})

describe('the people behind a product lot', () => {
  test('had a certificate, an older one that had run out the day before, a new one, or none that is recorded', async () => {
    const [healthy, stranger] = [await proofs.hire(), await proofs.hire()]
    const { planId, ...lot } = await proofs.made({ leaderId: stranger.id, operatorIds: [healthy.id] })
    await proofs.examined(healthy.id, -300, -10, 'JK-OLD')
    await proofs.examined(healthy.id, -5, 359, 'JK-NEW')
    const thermometer = await proofs.lab.instrument(false)
    await proofs.calibrated(thermometer, -30, 300)
    for (const time of [proofs.moment(-10, '23:59:59'), proofs.moment(-9, '00:00:00'), proofs.moment(-5, '00:00:00')])
      await proofs.monitor(planId, time, { detecEquipmentId: thermometer, monitorId: healthy.id })
    const rows = await proofs.rows(lot, 'reviewpeople')
    const reported = rows.map(row => [
      row.productionRole,
      row.employeeName,
      row.workDay,
      row.healthValid,
      row.healthCertNo,
    ])
    expect(reported).toEqual([
      ['LEADER', stranger.name, proofs.day(0), 'UNKNOWN', null],
      ['OPERATOR', '刘洋', proofs.day(0), 'UNKNOWN', null],
      ['OPERATOR', healthy.name, proofs.day(0), 'VALID', 'JK-NEW'],
      ['MONITOR', healthy.name, proofs.day(-10), 'VALID', 'JK-OLD'],
      ['MONITOR', healthy.name, proofs.day(-9), 'INVALID', 'JK-OLD'],
      ['MONITOR', healthy.name, proofs.day(-5), 'VALID', 'JK-NEW'],
      ['RELEASER', '张伟', proofs.day(0), 'UNKNOWN', null],
    ])
  })

  test('keep numbers and dates of their certificates to who may see the page of them', async () => {
    const leader = await proofs.hire()
    const lot = await proofs.made({ leaderId: leader.id })
    await proofs.examined(leader.id, -5, 359, 'JK-SECRET')
    const reported = async (grants: readonly string[]) => {
      const token = await at.server.signInWith(grants)
      const rows = await proofs.rows(lot, 'reviewpeople', {}, token)
      return rows.find(row => row.productionRole === 'LEADER')
    }
    const until = proofs.day(359)
    expect(await reported(['reviewdesc'])).toMatchObject({
      healthValid: 'VALID',
      healthCertNo: '****',
      healthValidUntil: null,
    })
    expect(await reported(['reviewdesc', 'employeehealth'])).toMatchObject({
      healthCertNo: 'JK-SECRET',
      healthValidUntil: until,
    })
  })
})
