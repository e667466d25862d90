import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Values } from '#contract/schema/field.ts'
import { transact } from '../../server/db/connection/open.ts'
import { load, lock, remove, write } from '../../server/db/records/store.ts'
import {
  addUser,
  lotOf,
  materialOf,
  now,
  openPlant,
  type Plant,
  receiptLineOf,
  receiptOf,
  refusalOf,
  supplyOf,
  unitOf,
} from './storeFixture.ts'

let plant: Plant
let kg: number
let soy: number
let wheat: number

beforeAll(async () => {
  plant = await openPlant()
  const { ctx } = plant
  kg = (await write(ctx, entities.unit, unitOf('KG', { name: '千克' }))).id
  soy = (await write(ctx, entities.material, materialOf('M001', '脱脂大豆', kg))).id
  wheat = (await write(ctx, entities.material, materialOf('M002', '小麦', kg))).id
})
afterAll(() => plant.close())

describe('a row that cannot be stored', () => {
  it('is stale when somebody saved it since, and says what it is now', async () => {
    const { ctx } = plant
    const row = await write(ctx, entities.unit, unitOf('S'))
    const saved = await write(ctx, entities.unit, { id: row.id, rowVersion: 1, remark: 'a' })
    expect(await refusalOf(write(ctx, entities.unit, { ...row, remark: 'b' }))).toEqual(['stale', saved])
  })

  it('is not found when it is gone, another organisation’s, or no id', async () => {
    const { ctx, other } = plant
    const row = await write(other, entities.unit, unitOf('N'))
    for (const id of [row.id, 987_654, '1', 1.5, {}] as number[]) {
      expect(await refusalOf(write(ctx, entities.unit, { id, remark: 'b' }))).toEqual(['notFound', null])
      expect(await refusalOf(load(ctx, entities.unit, id))).toEqual(['notFound', null])
      expect(await refusalOf(lock(ctx, entities.unit, id))).toEqual(['notFound', null])
      expect(await refusalOf(remove(ctx, entities.unit, id))).toEqual(['notFound', null])
    }
  })

  it('is refused for a value that is taken, in the organisation and not beyond it', async () => {
    const { ctx, other } = plant
    await write(ctx, entities.unit, unitOf('T'))
    await write(other, entities.unit, unitOf('T'))
    expect(await refusalOf(write(ctx, entities.unit, unitOf('T')))).toEqual([
      'invalid',
      { code: 'taken', name: 'taken' },
    ])
    const third = await write(ctx, entities.unit, unitOf('T3'))
    expect(await refusalOf(write(ctx, entities.unit, { id: third.id, code: 'T' }))).toEqual([
      'invalid',
      { code: 'taken' },
    ])
    await remove(ctx, entities.unit, third.id)
    await write(ctx, entities.unit, unitOf('T3'))
  })

  it('is refused for a value that is taken among its like', async () => {
    const { ctx } = plant
    const spec = (materialId: number, specCode: string): Values => ({
      materialId,
      specCode,
      specName: `规格${specCode}`,
      packageUnitId: kg,
      baseQtyPerPackage: '25.0000',
      status: 'ENABLED',
    })
    await write(ctx, entities.materialspec, spec(soy, 'A'))
    await write(ctx, entities.materialspec, spec(wheat, 'A'))
    const second = await write(ctx, entities.materialspec, spec(wheat, 'B'))
    const rename = write(ctx, entities.materialspec, { id: second.id, specCode: 'A' })
    expect(await refusalOf(rename)).toEqual(['invalid', { specCode: 'taken' }])
  })

  it('is refused by field also where only the index knows', async () => {
    const { ctx } = plant
    await addUser(plant.ctx, 'Case')
    expect(await refusalOf(addUser(plant.ctx, 'cASE'))).toEqual(['invalid', { loginName: 'taken' }])
    await write(ctx, entities.stocklot, lotOf('U1', soy))
    expect(await refusalOf(write(ctx, entities.stocklot, lotOf('U1', soy)))).toEqual(['invalid', { lotNo: 'taken' }])
  })

  it('is refused for a number too large for its column', async () => {
    const saving = write(
      plant.ctx,
      entities.materialstorein,
      receiptOf([receiptLineOf(soy, { packageQty: '99999999999999999.00' })]),
    )
    expect(await refusalOf(saving)).toEqual(['invalid', { 'lines.0.packageQty': 'number' }])
  })

  it('is refused for names that are no fields', async () => {
    const name = 'code" = \'x\'; drop table "unit"; --'
    expect(await refusalOf(write(plant.ctx, entities.unit, { ...unitOf('I'), [name]: 1 }))).toEqual([
      'invalid',
      { [name]: 'unknown' },
    ])
    const lines = [{ ...receiptLineOf(soy), constructor: 1 }]
    expect(await refusalOf(write(plant.ctx, entities.materialstorein, receiptOf(lines)))).toEqual([
      'invalid',
      { 'lines.0.constructor': 'unknown' },
    ])
  })

  it('never moves to another organisation', async () => {
    const { ctx, other } = plant
    const row = await write(ctx, entities.unit, { ...unitOf('V'), customerId: other.customerId })
    await write(ctx, entities.unit, { id: row.id, customerId: other.customerId, isDeleted: true })
    expect(await load(ctx, entities.unit, row.id)).toMatchObject({ code: 'V' })
  })
})

describe('a row that is removed', () => {
  it('is refused while others name it, with the documents people know', async () => {
    const { ctx } = plant
    const flour = (await write(ctx, entities.material, materialOf('M050', '面粉', kg))).id
    await write(
      ctx,
      entities.materialstorein,
      receiptOf([receiptLineOf(flour), receiptLineOf(flour)], { docNo: 'RK1' }),
    )
    await write(
      ctx,
      entities.supply,
      supplyOf('S50', '面粉厂', { materials: [{ materialId: flour, approvalStatus: 'APPROVED' }] }),
    )
    const [name, data] = await refusalOf(remove(ctx, entities.material, flour))
    expect(name).toBe('inUse')
    expect((data as { referrers: string }).referrers.split(', ').sort()).toEqual(['RK1', '面粉厂'])
  })

  it('names what refers to it in the language of the reader, where the program named it', async () => {
    const { ctx } = plant
    const base = await write(ctx, entities.unit, unitOf('BASE'))
    await write(ctx, entities.unit, unitOf('CTN', { name: '箱', baseUnitId: base.id }))
    const english = { ...ctx, locale: 'en-US' } as const
    expect(await refusalOf(remove(english, entities.unit, base.id))).toEqual(['inUse', { referrers: 'case' }])
  })

  it('may name itself, and is no longer held by what was removed before', async () => {
    const { ctx } = plant
    const unit = await write(ctx, entities.unit, unitOf('G'))
    await write(ctx, entities.unit, { id: unit.id, baseUnitId: unit.id })
    const sugar = await write(ctx, entities.material, materialOf('M060', '糖', unit.id))
    expect((await refusalOf(remove(ctx, entities.unit, unit.id)))[0]).toBe('inUse')
    await remove(ctx, entities.material, sugar.id)
    await remove(ctx, entities.unit, unit.id)
    const left = await sql<{ isDeleted: boolean; rowVersion: number }>`
      select "isDeleted", "rowVersion" from "unit" where "id" = ${unit.id}`.execute(plant.db)
    expect(left.rows).toEqual([{ isDeleted: true, rowVersion: 3 }])
    expect((await refusalOf(load(ctx, entities.unit, unit.id)))[0]).toBe('notFound')
  })

  it('takes its lines with it where it is a document', async () => {
    const { ctx } = plant
    const draft = await write(ctx, entities.materialstorein, receiptOf([receiptLineOf(soy)]))
    await remove(ctx, entities.materialstorein, draft.id)
    const left = await sql`select from "materialstoreinline" where "parentId" = ${draft.id}`.execute(plant.db)
    expect(left.rows).toEqual([])
  })

  it('goes although logs name it, when it is an account', async () => {
    const user = await addUser(plant.ctx, 'logged')
    await write(plant.ctx, entities.auditlog, { at: now, byUserId: user, action: 'LOGIN', entity: 'user' })
    await remove(plant.ctx, entities.user, user)
  })
})

describe('two at the same time', () => {
  it('cannot both save the version they read', async () => {
    const { ctx, db } = plant
    const row = await write(ctx, entities.unit, unitOf('W'))
    const save = (remark: string) =>
      transact(db, tx => write({ ...ctx, tx }, entities.unit, { id: row.id, rowVersion: row.rowVersion, remark }))
    const done = await Promise.allSettled([save('a'), save('b'), save('c')])
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    const refused = done.filter(result => result.status === 'rejected').map(({ reason }) => reason.refusal)
    expect(refused).toEqual(['stale', 'stale'])
  })

  it('cannot name a row and remove it', async () => {
    const { ctx, db } = plant
    for (let round = 0; round < 5; round += 1) {
      const { id } = await write(ctx, entities.unit, unitOf(`R${round}`))
      const naming = materialOf(`MR${round}`, '并发', id)
      const done = await Promise.allSettled([
        transact(db, tx => write({ ...ctx, tx }, entities.material, naming)),
        transact(db, tx => remove({ ...ctx, tx }, entities.unit, id)),
      ])
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })
})
