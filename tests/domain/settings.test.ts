/** Settings of a plant, and their effect on posting times and expiry days. */
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fitsSetting } from '#contract/system/settings.ts'
import type { Context } from '../../server/db/connection/context.ts'
import { nextNumber } from '../../server/domain/basis/numbering.ts'
import { settingOf } from '../../server/domain/settings/settings.ts'
import { expiryOf } from '../../src/contract/calendar.ts'
import { withPlant } from '../support/plantServer.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()

const set = (key: string, value: string) =>
  sql`
  insert into setting ("customerId", key, value) select id, ${key}, ${value} from customer limit 1`.execute(
    at.server.db,
  )
const unset = async () => void (await sql`delete from setting`.execute(at.server.db))
beforeAll(unset)
afterEach(unset)

const hours = (count: number) => new Date(Date.parse(at.plant.script.now) + count * 3_600_000).toISOString()
const received = (storeInDate: string) => at.day.receive([at.day.receiptLine('M001', '5')], { storeInDate })

test('a setting is its default until the plant sets it, and one transaction goes by one value', async () => {
  const days = () => at.plant.inside(context => settingOf(context, 'backdateDays'))
  expect(await days()).toBe(3)
  await set('backdateDays', '10')
  expect(await days()).toBe(10)
  await sql`update setting set value = 'many'`.execute(at.server.db)
  expect(await days()).toBe(3)
  await at.plant.inside(async context => {
    expect(await settingOf(context, 'stockClosedUntil')).toBeNull()
    await set('stockClosedUntil', '2026-01-31')
    expect(await settingOf(context, 'stockClosedUntil')).toBeNull()
  })
})

test.each([
  ['backdateDays', '0', '-1'],
  ['issueTolerance', '2.5', '101'],
  ['expiryRule', 'DAY_BEFORE', 'day_before'],
  ['healthMode', 'BLOCK', ''],
  ['digitalLinkBase', 'https://id.example.cn', 'id.example.cn'],
  ['stockClosedUntil', '2026-02-28', '2026-02-30'],
] as const)('%s may be %s and not %s', (name, good, bad) => {
  expect([fitsSetting(name, good), fitsSetting(name, bad)]).toEqual([true, false])
})

describe('a document', () => {
  test('may be dated back as many days as the plant has set, and not one hour more', async () => {
    expect(await refusalOf(received(hours(-73)))).toEqual({ refusal: 'backdatedTooFar', data: { days: 3 } })
    await received(hours(-71))
    await set('backdateDays', '5')
    await received(hours(-73))
    expect(await refusalOf(received(hours(-121)))).toEqual({ refusal: 'backdatedTooFar', data: { days: 5 } })
  })

  test('is not dated into a closed period, though it may be dated back that far', async () => {
    const { rows } = await sql<{ day: string }>`
      select (${hours(-24)}::timestamptz at time zone 'Asia/Shanghai')::date as day`.execute(at.server.db)
    await set('stockClosedUntil', String(rows[0]?.day))
    expect(await refusalOf(received(hours(-24)))).toEqual({ refusal: 'periodClosed', data: { day: rows[0]?.day } })
    await received(hours(0))
  })

  test('dated back does not use a lot before it was released, and does after', async () => {
    const { day, plant } = at
    await day.product('X9', [['M001', '1']])
    const planId = await plant.plan('X9', '5')
    const { script } = plant
    const [today, hour] = [script.day, Number(script.now.slice(11, 13))]
    const before = new Date(Date.parse(script.now) - 2 * 86_400_000).toISOString().slice(0, 10)
    script.at(before, hour)
    const receipt = await received(script.now)
    const lotId = Number(receipt.lines[0]?.lotId)
    script.at(today, hour)
    await day.run('stocklot.release', { id: lotId })
    const lines = [{ materialId: day.id('material', 'M001'), lotId, qty: '1', fefoOverrideReason: '测试' }]
    const lotNo = receipt.lines[0]?.lotNo
    expect(await refusalOf(day.issue(planId, lines, { issueTime: hours(-24) }))).toEqual({
      refusal: 'lotNotUsable',
      data: { lotNo, status: '待检' },
    })
    await day.issue(planId, lines)
  })
})

test('expiry by shelf life falls on the anniversary of production or on the day before', () => {
  expect(expiryOf('2026-08-31', 6, 'MONTH')).toBe('2027-02-28')
  expect(expiryOf('2026-08-31', 6, 'MONTH', 'DAY_BEFORE')).toBe('2027-02-27')
  expect(expiryOf('2026-03-01', 1, 'YEAR', 'DAY_BEFORE')).toBe('2027-02-28')
  expect(expiryOf('2026-03-01', 30, 'DAY', 'DAY_BEFORE')).toBe('2026-03-30')
})

test('a number is given while another posting of the same prefix is open, and never twice', async () => {
  const given: string[] = []
  const draw = async (context: Context) => void given.push(await nextNumber(context, 'ZZ'))
  await at.plant.inside(async first => {
    await draw(first)
    await Promise.all(Array.from({ length: 30 }, () => at.plant.inside(draw)))
  })
  const refused = at.plant.inside(async context => {
    await draw(context)
    throw new Error('refused')
  })
  await refused.catch(() => undefined)
  await at.plant.inside(draw)
  expect(new Set(given).size).toBe(33)
})
