import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import { brokenIdentities } from '../support/identities.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
const store = stockroomOf(at)
let quarantine = 0
beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']])
  await store.signAs('E001')
  quarantine = await store.bin('Q5', 'WH05', { isQuarantine: true })
})

/** Seeded random numbers, so that a failed walk can be repeated. */
function chanceOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  return { below: (most: number) => Math.floor(next() * most), quantity: () => (0.01 + next() * 4).toFixed(2) }
}

/** Refusals by chance: HTTP steps are of this minute, others of the full hour. */
const understood = [
  'balanceLater',
  'shortOfStock',
  'returnOverSold',
  'blockedByUse',
  'sampleKept',
  'sampleUsed',
  'quarantineOnly',
  'wrongState',
  'notFound',
]
/** Faults that chance causes: more observed than sampled, counted lots gone. */
const understoodFaults = ['moreThanSample', 'noStockHere', 'sameBin']

const id = (entity: string, key: string) => at.day.id(entity, key)
const run = (command: string, row: Values) => at.day.run(command, row)

describe.each([1, 7, 42])('a week in store, by chance %i', seed => {
  const chance = chanceOf(seed)
  const done: (readonly [entity: string, id: number])[] = []
  const lots: Lot[] = []
  const samples: number[] = []
  const anyOf = <T>(list: readonly T[]) => list[chance.below(list.length)] as T
  const lot = () => anyOf(lots)
  const post = async (entity: string, row: Values) =>
    void done.push([entity, (await run(`${entity}.save`, { ...row, submit: true })).id])

  const out = (outType: string, more: Values = {}, line: Values = {}): Values => ({
    outType,
    outTime: at.plant.script.now,
    warehouseId: id('warehouse', 'WH05'),
    handlerId: id('employee', 'E003'),
    reason: '随机',
    lines: [{ lotId: lot().id, productSpecId: id('productspec', 'X1-1'), qty: chance.quantity(), ...line }],
    ...more,
  })

  const steps: (() => Promise<void>)[] = [
    () => post('productstoreout', out('TEST_SAMPLE')),
    () =>
      post(
        'productstoreout',
        out('TRANSFER_OUT', { targetWarehouseId: id('warehouse', 'WH05') }, { toLocationId: quarantine }),
      ),
    () =>
      post(
        'productstoreout',
        out('TRANSFER_OUT', { targetWarehouseId: id('warehouse', 'WH05') }, { locationId: quarantine }),
      ),
    async () => {
      const scrap = await run('productstoreout.save', out('SCRAP'))
      await run('productstoreout.approve', { id: scrap.id })
      await run('productstoreout.submit', { id: scrap.id })
      done.push(['productstoreout', scrap.id])
    },
    () =>
      post('productsaleout', {
        dealerId: id('dealer', anyOf(['D001', 'D002'])),
        shipTime: at.plant.script.now,
        warehouseId: id('warehouse', 'WH05'),
        handlerId: id('employee', 'E003'),
        lines: [at.day.saleLine('X1', lot().id, chance.quantity(), { fefoOverrideReason: '随机' })],
      }),
    () =>
      post('productstorein', {
        storeInType: 'DEALER_RETURN',
        storeInTime: at.plant.script.now,
        productId: id('product', 'X1'),
        productSpecId: id('productspec', 'X1-1'),
        lotNo: lot().lotNo,
        dealerId: id('dealer', anyOf(['D001', 'D002'])),
        packageQty: chance.quantity(),
        warehouseId: id('warehouse', 'WH05'),
        handlerId: id('employee', 'E003'),
      }),
    async () => {
      const counted = { lotId: lot().id, locationId: await store.defaultBin('WH05') }
      const line = { ...counted, countedQuantity: chance.quantity(), reason: '随机' }
      const row = { countTime: at.plant.script.now, warehouseId: id('warehouse', 'WH05'), lines: [line] }
      await post('stockcount', { ...row, counterId: id('employee', 'E002') })
    },
    async () => {
      const row = { productId: id('product', 'X1'), lotId: lot().id, sampleQty: '0.5', storageLocation: 'A' }
      const more = { purpose: 'STABILITY', samplerId: id('employee', 'E006'), sampleTime: at.plant.script.now }
      samples.push((await run('retainsample.save', { ...row, ...more })).id)
    },
    async () => {
      if (samples.length === 0) return
      const sample = anyOf(samples)
      const { data } = await at.server.call('GET', 'template/edit/retainsample', { id: sample }, at.token)
      const look = { observeDate: at.plant.script.day, appearance: '正常', observerId: id('employee', 'E006') }
      const observations = [...(data?.observations ?? []), { ...look, usedQty: '0.2' }]
      const row = { id: sample, rowVersion: data?.rowVersion, observations }
      await at.server.call('POST', 'template/save/retainsample', row, at.token)
    },
    async () => {
      if (samples.length > 0) await run('retainsample.dispose', { id: anyOf(samples), reason: '随机' })
    },
    async () => {
      if (samples.length === 0) return
      await at.server.call('POST', 'template/delete/retainsample', { ids: [anyOf(samples)] }, at.token)
    },
    async () => {
      if (done.length === 0) return
      const [entity, document] = anyOf(done)
      await run(`${entity}.reverse`, { id: document, reason: '随机' })
    },
  ]

  test('leaves nothing made or lost, whatever was refused on the way', async () => {
    for (let made = 0; made < 2; made += 1)
      lots.push(await at.day.madeFrom('X1', await at.plant.lot('M001', '20'), '20', '20'))
    const refused: Record<string, number> = {}
    for (let step = 0; step < 80; step += 1) {
      await anyOf(steps)().catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        const fieldErrors = error.refusal === 'invalid' ? Object.values(error.data as Record<string, string>) : []
        const known = understood.includes(error.refusal)
        if (!known && !fieldErrors.every(fieldError => understoodFaults.includes(fieldError))) throw error
        if (!known && fieldErrors.length === 0) throw error
        refused[error.refusal] = (refused[error.refusal] ?? 0) + 1
      })
      if (step % 10 === 9) expect(await brokenIdentities(at.server.db)).toEqual([])
    }
    expect(Object.values(refused).reduce((sum, count) => sum + count, 0)).toBeLessThan(60)
    const [moved] = await at.rows(sql<Values>`
      select count(distinct "moveType")::int as kinds from stockledger
      where "lotId" = any(${lots.map(each => each.id)}::bigint[])`)
    expect(moved?.kinds).toBeGreaterThan(6)
  })
})
