import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'
import { plantOf } from '../support/recall.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()
const row = (more: Values = {}): Values => ({
  title: '疑似食物中毒',
  occurTime: '2026-11-20T03:00:00.000Z',
  knowTime: '2026-11-20T05:30:00.000Z',
  place: '某学校食堂',
  victimCount: 3,
  hospitalCount: 1,
  emergencyMeasures: '停止供餐，封存食品',
  reporterId: at.day.id('employee', 'E003'),
  ...more,
})
const save = (more: Values = {}) => at.server.call('POST', 'template/save/unsafefoodaccident', row(more), at.token)

describe('a food safety accident', () => {
  test('is to be reported within two hours of knowing, or within what the plant has set', async () => {
    expect((await save()).data).toMatchObject({ reportDeadline: '2026-11-20T07:30:00.000Z', status: 'REPORTED' })
    await at.rows(sql<Values>`update setting set value = '1' where key = 'accidentReportHours' returning id`)
    expect((await save()).data.reportDeadline).toBe('2026-11-20T06:30:00.000Z')
    await at.rows(sql<Values>`update setting set value = '2' where key = 'accidentReportHours' returning id`)
  })

  test('has no more people in hospital or dead than fell ill, and is known after it happened', async () => {
    expect(await save({ hospitalCount: 4 })).toMatchObject({ status: 1001, data: { hospitalCount: 'moreThanVictims' } })
    expect(await save({ deathCount: 4 })).toMatchObject({ status: 1001, data: { deathCount: 'moreThanVictims' } })
    expect(await save({ knowTime: '2026-11-20T02:00:00.000Z' })).toMatchObject({ data: { knowTime: 'endBeforeStart' } })
  })

  test('does not begin from a drill, which is only played', async () => {
    const recalls = plantOf(at)
    const row = { callbackPlanId: null, lots: [] }
    const drill = await recalls.saveRecall([], { ...row, callbackType: 'DRILL' })
    expect(await save({ callbackId: drill.id })).toMatchObject({ status: 1001, data: { callbackId: 'reference' } })
    const real = await recalls.saveRecall([], row)
    expect(await save({ callbackId: real.id })).toMatchObject({ status: 0, data: { callbackId: real.id } })
  })

  test('goes on step by step, each with its words', async () => {
    const { data } = await save()
    const { id } = data
    const change = (more: Values) =>
      at.server.call('POST', 'template/save/unsafefoodaccident', { id, ...more }, at.token)
    const step = (name: string) => at.day.run(`unsafefoodaccident.${name}`, { id })
    expect(await refusalOf(step('handle'))).toMatchObject({ refusal: 'wrongState' })
    expect(await refusalOf(step('investigate'))).toMatchObject({
      data: { reportTime: 'required', reportTo: 'required' },
    })
    await change({ reportTime: '2026-11-20T06:00:00.000Z', reportTo: '市场监管局' })
    await step('investigate')
    expect(await refusalOf(step('handle'))).toMatchObject({ data: { investigation: 'required' } })
    await change({ investigation: '交叉污染' })
    await step('handle')
    expect(await refusalOf(step('close'))).toMatchObject({ data: { liability: 'required', lessons: 'required' } })
    await change({ liability: '食堂', lessons: '分区存放' })
    expect(await step('close')).toMatchObject({ status: 'CLOSED' })
    expect(await change({ title: '改' })).toMatchObject({ status: 1008 })
  })

  test('is never removed, not even right after it was reported', async () => {
    const { data } = await save()
    const removed = await at.server.call('POST', 'template/delete/unsafefoodaccident', { ids: [data.id] }, at.token)
    expect(removed.data.rows).toMatchObject([{ ok: false, status: 1008 }])
  })
})
