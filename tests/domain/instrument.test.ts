import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { addDays } from '../../src/contract/calendar.ts'
import { laboratoryOf } from '../support/laboratory.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()
const room = stockroomOf(at)
const lab = laboratoryOf(at)
beforeEach(() => room.signAs('E006'))

const stored = async (id: number) => (await at.rows(sql<Values>`select * from detecequipment where id = ${id}`))[0]
const record = (id: number, more: Values = {}) => at.day.run('detecequipmentrecord.save', lab.calibration(id, more))
const failed = { recordType: 'CALIBRATE', result: 'FAIL', certificateNo: 'F1' }

/** A lot that was judged with an instrument. */
async function inspectedWith(instrument: number) {
  const lot = await lab.received('M009')
  const [open] = await lab.inspectionsOf(lot)
  await lab.change('qualityinspection', open?.id as number, {
    standardNo: 'GB 1886',
    inspectorId: at.day.id('employee', 'E006'),
    items: [{ itemName: '含量', limitMin: '98', resultValue: '99', detecEquipmentId: instrument }],
  })
  await at.day.run('qualityinspection.judge', { id: open?.id })
  return lot
}

describe('a measuring instrument', () => {
  test('that passes its calibration is qualified until the day its cycle ends, with the certificate', async () => {
    const id = await lab.instrument(false)
    await record(id, { certificateNo: 'CN-1' })
    expect(await stored(id)).toMatchObject({
      status: 'QUALIFIED',
      lastCalibDate: at.plant.today,
      validUntil: addDays(at.plant.today, 365),
      certificateNo: 'CN-1',
    })
  })

  test('goes by its latest calibration, not by the one entered last', async () => {
    const id = await lab.instrument()
    await record(id, { recordDate: addDays(at.plant.today, -400), validUntil: addDays(at.plant.today, -35) })
    expect(await stored(id)).toMatchObject({ lastCalibDate: at.plant.today, status: 'QUALIFIED' })
  })

  test('loses what a calibration said when its record is removed', async () => {
    const id = await lab.instrument(false)
    const { id: recordId } = await record(id)
    await at.server.call('POST', 'template/delete/detecequipmentrecord', { ids: [recordId] }, at.token)
    expect(await stored(id)).toMatchObject({ lastCalibDate: null, validUntil: null })
  })

  test('that fails is stopped, and passes again only by a later calibration', async () => {
    const id = await lab.instrument()
    await record(id, failed)
    expect(await stored(id)).toMatchObject({ status: 'STOPPED' })
    await record(id)
    expect(await stored(id)).toMatchObject({ status: 'QUALIFIED' })
  })

  test('that is scrapped stays so whatever is recorded of it', async () => {
    const id = await lab.instrument()
    await lab.change('detecequipment', id, { status: 'SCRAPPED' })
    await record(id)
    expect(await stored(id)).toMatchObject({ status: 'SCRAPPED' })
  })

  test('that fails names every lot judged with it since it last passed, and asks what became of them', async () => {
    const id = await lab.instrument()
    const [first, second] = [await inspectedWith(id), await inspectedWith(id)]
    expect(await refusalOf(record(id, failed))).toMatchObject({
      refusal: 'impactMissing',
      data: { lots: `${first.lotNo}, ${second.lotNo}` },
    })
    await record(id, { ...failed, impactAssessment: '两批均已复检合格' })
    expect(await stored(id)).toMatchObject({ status: 'STOPPED' })
  })

  test('is overdue the day after its date, without anybody writing so', async () => {
    const id = await lab.instrument(false)
    const overdue = async () => {
      const { data } = await at.server.call('GET', 'template/edit/detecequipment', { id }, at.token)
      return data.isOverdue
    }
    expect(await overdue()).toBe(true)
    const day = { recordDate: addDays(at.plant.today, -30) }
    await record(id, { ...day, validUntil: addDays(at.plant.today, -1) })
    expect(await overdue()).toBe(true)
    await record(id, { ...day, validUntil: at.plant.today })
    expect(await overdue()).toBe(false)
    const saved = lab.change('detecequipment', id, { status: 'OVERDUE' })
    expect(await refusalOf(saved)).toEqual({ refusal: 'invalid', data: { status: 'option' } })
  })

  test.each([
    ['STOPPED', '停用'],
    ['SCRAPPED', '报废'],
  ])('that is %s measures nothing', async (status, said) => {
    const id = await lab.instrument()
    await lab.change('detecequipment', id, { status })
    expect(await refusalOf(inspectedWith(id))).toMatchObject({ refusal: 'instrumentNotUsable', data: { status: said } })
  })

  test('is not calibrated in the future, nor until before it was', async () => {
    const id = await lab.instrument(false)
    const tomorrow = record(id, { recordDate: addDays(at.plant.today, 1) })
    expect(await refusalOf(tomorrow)).toEqual({ refusal: 'invalid', data: { recordDate: 'future' } })
    const backwards = record(id, { validUntil: addDays(at.plant.today, -1) })
    expect(await refusalOf(backwards)).toEqual({ refusal: 'invalid', data: { validUntil: 'endBeforeStart' } })
  })
})
