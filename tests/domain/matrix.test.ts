/** Matrix of lot status and expiry against operations (domain.md §2.2), with its transitions. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../../server/db/connection/context.ts'
import { post, postLines } from '../../server/domain/stock/ledger.ts'
import { virtualLocations } from '../../server/domain/stock/locations.ts'
import {
  assertUsable,
  changeStatus,
  type LotRequirement,
  type LotToCheck,
  lockLots,
  lotRequirements,
  restoreStatus,
} from '../../server/domain/stock/lots.ts'
import { withPlant } from '../support/plantServer.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()
beforeAll(() => at.day.product('X1', [['M001', '1']]))

const context = { locale: 'en-US', today: '2026-11-20' } as Context
const good: LotToCheck = { lotNo: 'L1', qualityStatus: 'RELEASED', expiryDate: '2026-11-20', certificateNo: 'C' }
const checked = (wanted: LotRequirement, lot: Partial<LotToCheck>) =>
  refusalOf(Promise.resolve().then(() => assertUsable(context, { ...good, ...lot }, wanted))).catch(() => 'allowed')
const of = (qualityStatus: string) => ({ qualityStatus }) as Partial<LotToCheck>
const expired = { expiryDate: '2026-11-19' }
const refusal = (name: string) => expect.objectContaining({ refusal: name })

describe('a lot may', () => {
  test.each(['issue', 'use', 'sell'] as const)(
    'be taken for %s only when it is released and has not expired',
    async operation => {
      expect(await checked(lotRequirements[operation], of('RELEASED'))).toBe('allowed')
      for (const status of ['PENDING', 'HOLD', 'REJECTED', 'RECALLED'])
        expect(await checked(lotRequirements[operation], of(status))).toEqual(refusal('lotNotUsable'))
      expect(await checked(lotRequirements[operation], expired)).toEqual(refusal('lotExpired'))
    },
  )

  test('be moved anywhere while it is pending or released', async () => {
    for (const status of ['PENDING', 'RELEASED'])
      expect(await checked(lotRequirements.transfer, of(status))).toBe('allowed')
  })

  test.each([
    ['on hold', of('HOLD')],
    ['rejected', of('REJECTED')],
    ['recalled', of('RECALLED')],
    ['expired', expired],
  ])('be moved to quarantine only when it is %s', async (_, lot) => {
    expect(await checked(lotRequirements.transfer, lot)).toEqual(refusal('quarantineOnly'))
    expect(await checked({ ...lotRequirements.transfer, toQuarantine: true }, lot)).toBe('allowed')
  })

  test.each(['test', 'return', 'scrap'] as const)('be taken for %s whatever its state', async operation => {
    for (const status of ['PENDING', 'RELEASED', 'HOLD', 'REJECTED', 'RECALLED'])
      expect(await checked(lotRequirements[operation], { ...of(status), ...expired })).toBe('allowed')
  })

  test('be reworked when released; on hold or rejected only after a decision; pending or expired never', async () => {
    expect(await checked(lotRequirements.rework, of('RELEASED'))).toBe('allowed')
    expect(await checked(lotRequirements.rework, of('PENDING'))).toEqual(refusal('lotNotUsable'))
    expect(await checked({ ...lotRequirements.rework, decided: true }, expired)).toEqual(refusal('lotExpired'))
    for (const status of ['HOLD', 'REJECTED']) {
      expect(await checked(lotRequirements.rework, of(status))).toEqual(refusal('reworkNotDecided'))
      expect(await checked({ ...lotRequirements.rework, decided: true }, of(status))).toBe('allowed')
    }
  })

  test('be reworked after a recall only to put its label right, whatever was decided', async () => {
    expect(await checked({ ...lotRequirements.rework, decided: true }, of('RECALLED'))).toEqual({
      refusal: 'labelOnly',
      data: { lotNo: 'L1', status: 'Recalled' },
    })
    expect(await checked({ ...lotRequirements.rework, labelOnly: true }, of('RECALLED'))).toBe('allowed')
  })

  test('be sold with a certificate only, and taken with days enough left only', async () => {
    expect(await checked(lotRequirements.sell, { certificateNo: null })).toEqual(refusal('certificateMissing'))
    expect(await checked({ ...lotRequirements.issue, remainingDays: 1 }, {})).toEqual(refusal('remainingDaysTooFew'))
    expect(await checked({ ...lotRequirements.issue, remainingDays: 0 }, {})).toBe('allowed')
  })
})

const held = async (context: Context, id: number) => (await lockLots(context, [id])).get(id) as never

test('lifting a recall gives back the hold that was before it, and the log says so', async () => {
  const lot = await at.plant.lot('M001', '5')
  const step = (work: (context: Context, lot: never) => Promise<unknown>) =>
    at.plant.inside(async context => work(context, await held(context, lot.id)))
  await step((context, row) => changeStatus(context, row, 'HOLD', '投诉'))
  await step((context, row) => changeStatus(context, row, 'RECALLED', '召回', undefined, 'CB1'))
  expect(await step((context, row) => restoreStatus(context, row, '补正标签', 'CB1'))).toBe('HOLD')
  const log = await at.rows(
    sql<Values>`select "fromStatus", "toStatus", "docNo" from lotstatuslog where "lotId" = ${lot.id} order by id desc limit 2`,
  )
  expect(log).toEqual([
    { fromStatus: 'RECALLED', toStatus: 'HOLD', docNo: 'CB1' },
    { fromStatus: 'HOLD', toStatus: 'RECALLED', docNo: 'CB1' },
  ])
})

const linesOf = (row: Values | undefined) => (row?.lines ?? []) as readonly Values[]

const issueOf = (lotId: number, planId: number, more: Values = {}) =>
  at.day.issue(
    planId,
    [{ materialId: at.day.id('material', 'M001'), lotId, qty: '1', fefoOverrideReason: '测试' }],
    more,
  )

test('a lot that lies in quarantine is not issued, though it is released, and not proposed', async () => {
  const lot = await at.plant.lot('M001', '5')
  const planId = await at.plant.plan('X1', '5')
  const bins = await at.rows(sql<Values>`
    insert into stocklocation ("customerId", code, name, "warehouseId", "locationType", "isQuarantine", status)
    select "customerId", 'Q1', 'Q1', id, 'STORAGE', true, 'ENABLED' from warehouse where code = 'WH01' returning id`)
  const quarantine = Number(bins[0]?.id)
  await at.plant.inside(async context => {
    await lockLots(context, [lot.id])
    const [from] = await at.rows(sql<Values>`select "locationId" as id from stockbalance where "lotId" = ${lot.id}`)
    const docs = { bizTime: context.now, docType: 'test', docNo: 'T1' }
    const line = { lotId: lot.id, fromLocationId: Number(from?.id), toLocationId: quarantine, quantity: '5' }
    await postLines(context, { moveType: 'TRF', ...docs }, [line])
  })
  const lines = [
    {
      materialId: at.day.id('material', 'M001'),
      lotId: lot.id,
      qty: '1',
      locationId: quarantine,
      fefoOverrideReason: 'x',
    },
  ]
  expect(await refusalOf(at.day.issue(planId, lines))).toEqual({
    refusal: 'lotQuarantined',
    data: { lotNo: lot.lotNo },
  })
  const [row] = await at.plant.script.prepare('getmaterialrecord', { producePlanId: planId })
  expect(linesOf(row).map(line => line.lotId)).not.toContain(lot.id)
})

test('what a draft has reserved of a lot is not proposed to another plan, and not reserved twice when it is posted', async () => {
  const lot = await at.plant.lot('M001', '4', { expiryDate: at.plant.today, produceDate: '2026-01-01' })
  const [mine, other] = [await at.plant.plan('X1', '5'), await at.plant.plan('X1', '5')]
  const proposed = async (producePlanId: number) => {
    const [row] = await at.plant.script.prepare('getmaterialrecord', { producePlanId })
    return linesOf(row)
      .filter(line => line.lotId === lot.id)
      .map(line => line.qty)
  }
  expect(await proposed(other)).toEqual(['4.0000'])
  const draft = await at.day.issue(mine, [{ materialId: at.day.id('material', 'M001'), lotId: lot.id, qty: '3' }], {
    submit: false,
  })
  expect(await proposed(other)).toEqual(['1.0000'])
  await at.day.run('getmaterialrecord.submit', { id: draft.id })
  expect(await proposed(other)).toEqual(['1.0000'])
})

describe('goods can be', () => {
  const bins = async () => {
    const [row] = await at.rows(sql<Values>`
      select id from stocklocation where "locationType" = 'STORAGE' and not "isQuarantine" order by id limit 1`)
    return Number(row?.id)
  }

  test('kept as samples, scrapped from there, come back from a dealer, be counted away and found again', async () => {
    const lot = await at.plant.lot('M001', '10')
    const dealerId = at.day.id('dealer', 'D001')
    const stored = await at.rows(sql<Values>`select "locationId" as id from stockbalance where "lotId" = ${lot.id}`)
    const bin = Number(stored[0]?.id)
    const steps = [
      ['SMP', 'BIN', 'SAMPLE', '3', 7],
      ['SCR', 'SAMPLE', 'SCRAP', '2', 7],
      ['ADJ', 'BIN', 'ADJUST', '1', 6],
      ['ADJ', 'ADJUST', 'BIN', '2', 8],
      ['SAL', 'BIN', 'DEALER', '5', 3],
      ['DRT', 'DEALER', 'BIN', '4', 7],
      ['TST', 'BIN', 'LAB', '1', 6],
      ['SRT', 'BIN', 'SUPPLIER', '1', 5],
    ] as const
    for (const [moveType, from, to, quantity, left] of steps) {
      await at.plant.inside(async context => {
        const places: Readonly<Record<string, number>> = { ...(await virtualLocations(context)), BIN: bin }
        await lockLots(context, [lot.id])
        const doc = { bizTime: context.now, docType: 'test', docNo: `T-${moveType}-${from}`, dealerId }
        const move = { fromLocationId: Number(places[from]), toLocationId: Number(places[to]) }
        await post(context, [{ moveType, lotId: lot.id, quantity, ...move, ...doc }])
      })
      const [row] = await at.rows(sql<Values>`select "onHandQty" from stocklot where id = ${lot.id}`)
      expect([moveType, Number(row?.onHandQty)]).toEqual([moveType, left])
    }
  })

  test('taken from no place that does not hold them: the lot is named with what is there', async () => {
    const lot = await at.plant.lot('M001', '10')
    const plan = await at.plant.plan('X1', '5')
    await issueOf(lot.id, plan)
    const cases = [
      ['SCR', 'SAMPLE', 'SCRAP', '0.0000'],
      ['DRT', 'DEALER', 'BIN', '0.0000'],
      ['SCR', 'WIP', 'SCRAP', '1.0000'],
    ] as const
    for (const [moveType, from, to, available] of cases) {
      const work = at.plant.inside(async context => {
        const places: Readonly<Record<string, number>> = { ...(await virtualLocations(context)), BIN: await bins() }
        await lockLots(context, [lot.id])
        const doc = {
          bizTime: context.now,
          docType: 'test',
          docNo: 'T2',
          dealerId: at.day.id('dealer', 'D001'),
          producePlanId: plan,
        }
        const move = { fromLocationId: Number(places[from]), toLocationId: Number(places[to]) }
        await post(context, [{ moveType, lotId: lot.id, quantity: '2', ...move, ...doc }])
      })
      const data = { lotNo: lot.lotNo, needed: '2.0000', available, unit: '千克' }
      expect([from, await refusalOf(work)]).toEqual([from, { refusal: 'shortOfStock', data }])
    }
  })
})
