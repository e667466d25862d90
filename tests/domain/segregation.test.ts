import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { shipped } from '#contract/messages/index.ts'
import type { Context } from '../../server/db/connection/context.ts'
import { duties, keepApart } from '../../server/domain/basis/duties.ts'
import { laboratoryOf } from '../support/laboratory.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()
const room = stockroomOf(at)
const lab = laboratoryOf(at)
beforeAll(() => at.day.product('X1', [['M001', '1']]))

describe('two tasks that one person may not do', () => {
  const context = { locale: 'zh-CN' } as Context
  const ask = (duty: keyof typeof duties, one: number | null, other: number | null) =>
    refusalOf(Promise.resolve().then(() => keepApart(context, duty, one, other)))

  test.each(Object.keys(duties) as (keyof typeof duties)[])('of %s are named when one person did both', async duty => {
    const [first, second] = duties[duty].map(key => shipped['zh-CN'][key])
    const field = duties[duty][1].replace(/.*\./, '')
    expect([first, second]).not.toContain(undefined)
    expect(await ask(duty, 7, 7)).toEqual({
      refusal: 'samePerson',
      data: { first, second, fieldErrors: { [field]: 'samePerson' } },
    })
    keepApart(context, duty, 7, 8)
    keepApart(context, duty, null, null)
  })
})

test('who received materials does not give them out to himself', async () => {
  const lot = await at.plant.lot('M001', '10')
  const planId = await at.plant.plan('X1', '5')
  const line = { materialId: at.day.id('material', 'M001'), lotId: lot.id, qty: '1', fefoOverrideReason: '测试' }
  const issue = at.day.issue(planId, [line], { receiverId: at.day.id('employee', 'E002') })
  expect(await refusalOf(issue)).toMatchObject({ refusal: 'invalid' })
})

test('an inspector does not release what he judged, in whatever order the two sign', async () => {
  const lot = await lab.received()
  const [open] = await lab.inspectionsOf(lot)
  await lab.change('qualityinspection', open?.id as number, {
    standardNo: 'GB 1354',
    inspectorId: at.day.id('employee', 'E006'),
    items: [{ itemName: '水分', limitMax: '12', resultValue: '11' }],
  })
  await room.signAs('E001')
  await at.day.run('qualityinspection.judge', { id: open?.id })
  await room.signAs('E006')
  expect(await refusalOf(at.day.run('qualityinspection.release', { id: open?.id }))).toMatchObject({
    refusal: 'samePerson',
  })
  expect(await lab.statusOf(lot)).toBe('PENDING')
})

test('signatures are those of the session, whoever is named in what was sent', async () => {
  const lot = await at.plant.lot('M002', '10')
  const saved = await at.server.call(
    'POST',
    'template/save/unqualifiedproduct',
    {
      source: 'STOCK',
      lotId: lot.id,
      qty: '10',
      unqualifiedItems: '结块',
      foundById: at.day.id('employee', 'E006'),
      approverId: at.day.id('employee', 'E002'),
      disposition: 'CONCESSION',
    },
    at.token,
  )
  expect(saved.data).toMatchObject({ status: 'OPEN', approverId: null, disposition: null })
  await room.signAs('E001')
  await at.day.run('unqualifiedproduct.decide', { id: saved.data.id, disposition: 'SCRAP' })
  const [row] = await at.rows(sql`select "approverId" from unqualifiedproduct where id = ${saved.data.id}`)
  expect(row).toEqual({ approverId: at.day.id('employee', 'E001') })
})
