import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { guardEquipment } from '../../server/domain/guards/devices.ts'
import { addDays } from '../../src/contract/calendar.ts'
import { laboratoryOf } from '../support/laboratory.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()
const room = stockroomOf(at)
const lab = laboratoryOf(at)
beforeEach(() => room.signAs('E001'))

let machines = 0
async function machine(more: Values = {}): Promise<number> {
  machines += 1
  return (await at.day.run('equipment.save', { code: `EQ${machines}`, name: `灌装机${machines}`, ...more })).id
}
const stored = async (id: number) => (await at.rows(sql<Values>`select * from equipment where id = ${id}`))[0]
const ago = (minutes: number) => new Date(Date.parse(at.plant.script.now) - minutes * 60_000).toISOString()
const record = (equipmentId: number, more: Values = {}) =>
  at.day.run('equipmentrepaidrecord.save', {
    equipmentId,
    recordType: 'REPAIR',
    faultTime: ago(90),
    faultDesc: '漏油',
    startTime: ago(60),
    method: '更换密封圈',
    repairer: '机修班',
    ...more,
  })
const verify = (id: number) => at.day.run('equipmentrepaidrecord.verify', { id })

describe('a machine', () => {
  test('under repair is not used, and its standstill counts from the fault', async () => {
    const id = await machine()
    const { downtimeMinutes } = await record(id)
    expect(downtimeMinutes).toBeNull()
    expect(await stored(id)).toMatchObject({ status: 'REPAIRING' })
    expect(await refusalOf(at.plant.inside(context => guardEquipment(context, [id])))).toMatchObject({
      refusal: 'equipmentNotUsable',
      data: { status: '维修中' },
    })
    expect(await record(await machine(), { endTime: ago(0) })).toMatchObject({ downtimeMinutes: 90 })
  })

  test('is back at work once somebody has accepted the finished repair', async () => {
    const id = await machine()
    const repair = await record(id)
    expect(await refusalOf(verify(repair.id))).toEqual({ refusal: 'invalid', data: { endTime: 'required' } })
    await lab.change('equipmentrepaidrecord', repair.id, { endTime: ago(0) })
    expect(await verify(repair.id)).toMatchObject({ verifierId: at.day.id('employee', 'E001') })
    expect(await stored(id)).toMatchObject({ status: 'NORMAL' })
    expect(await refusalOf(lab.change('equipmentrepaidrecord', repair.id, { remark: 'x' }))).toMatchObject({
      refusal: 'wrongState',
    })
  })

  test.each(['FAIL', 'NA'])('whose hygiene after the repair is %s is not accepted', async hygieneCheck => {
    const repair = await record(await machine(), { endTime: ago(0), hygieneCheck })
    expect(await refusalOf(verify(repair.id))).toEqual({ refusal: 'invalid', data: { hygieneCheck: 'notClean' } })
  })

  test('with two repairs is back at work when both are accepted', async () => {
    const id = await machine()
    const [first, second] = [await record(id, { endTime: ago(0) }), await record(id, { endTime: ago(0) })]
    await verify(first.id)
    expect(await stored(id)).toMatchObject({ status: 'REPAIRING' })
    await verify(second.id)
    expect(await stored(id)).toMatchObject({ status: 'NORMAL' })
  })

  test('that is not worth repairing is scrapped', async () => {
    const id = await machine()
    await verify((await record(id, { endTime: ago(0), result: 'SCRAP', hygieneCheck: 'NA' })).id)
    expect(await stored(id)).toMatchObject({ status: 'SCRAPPED' })
  })

  test('that was maintained is due again when its cycle ends', async () => {
    const id = await machine({ maintainCycleDays: 30 })
    await record(id, { recordType: 'MAINTAIN', faultTime: null, faultDesc: null, endTime: ago(0) })
    expect(await stored(id)).toMatchObject({
      status: 'NORMAL',
      lastMaintainDate: at.plant.today,
      nextMaintainDate: addDays(at.plant.today, 30),
    })
  })
})
