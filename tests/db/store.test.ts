import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities, tables } from '#contract/index.ts'
import type { Field, Values } from '#contract/schema/field.ts'
import { load, remove, write } from '../../server/db/records/store.ts'
import { conditions, derived } from '../../server/db/schema/derived.ts'
import {
  addUser,
  contextFor,
  employeeOf,
  lotOf,
  materialOf,
  now,
  openPlant,
  type Plant,
  receiptLineOf,
  receiptOf,
  refusalOf,
  storageOf,
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

describe('what is written is read again', () => {
  it('in every kind of field', async () => {
    const { ctx } = plant
    const values: Values = {
      code: 'P1',
      name: "酱油 'x' \\ %_",
      productType: 'FINISHED',
      baseUnitId: kg,
      density: '1.1500',
      standardNo: '',
      ingredientList: '水、\n脱脂大豆',
      allergens: ['SOY', 'GLUTEN'],
      shelfLifeValue: 24,
      shelfLifeUnit: 'MONTH',
      storageCondition: '常温',
      storageTempMin: '-5.50',
      isFtl: false,
      salePrice: '12345678901234.56',
      status: 'ACTIVE',
    }
    const row = await write(ctx, entities.product, values)
    expect(row).toMatchObject({ ...values, standardNo: null, rowVersion: 1, updatedAt: now, createdAt: now })
    expect(row).toMatchObject({ baseUnitId$label: '千克', createdBy: null, brandId: null, brandId$label: null })
    expect(row).not.toHaveProperty('isDeleted')
    expect(await load(ctx, entities.product, row.id)).toEqual(row)
    expect(await write(ctx, entities.product, row)).toEqual({ ...row, rowVersion: 2 })
  })

  it('as days, instants and rates', async () => {
    const { ctx } = plant
    const row = await write(ctx, entities.employee, employeeOf('E001', '张三', { leaveDate: null }))
    expect(row).toMatchObject({ entryDate: '2024-02-29', leaveDate: null })
    const snapshot = { traceNo: 'T1', startedAt: '2026-01-02T03:04:05.678Z', accountedRate: '-1.50', asOfSeq: 9e15 }
    expect(await write(ctx, entities.tracesnapshot, snapshot)).toMatchObject(snapshot)
  })

  it('as JSON, lists included', async () => {
    const user = await addUser(plant.ctx, 'json')
    const stored = { userId: user, key: 'k', request: 'r', answer: [{ a: '1' }, null] }
    expect(await write(plant.ctx, entities.idempotency, stored)).toMatchObject(stored)
  })

  it('but secrets never are', async () => {
    const user = await load(plant.ctx, entities.user, await addUser(plant.ctx, 'secret'))
    expect(Object.keys(user).filter(name => /password$/i.test(name) && name !== 'mustChangePassword')).toEqual([])
    expect(JSON.stringify(user)).not.toContain('hashed')
  })

  it('with who made and changed it', async () => {
    const user = await addUser(plant.ctx, 'author')
    const as = contextFor(plant.db, plant.ctx.customerId, user)
    const made = await write(as, entities.unit, unitOf('L'))
    expect(made).toMatchObject({ createdBy: user, updatedBy: user, updatedBy$label: '姓名author' })
    const changed = await write(plant.ctx, entities.unit, { id: made.id, sortNo: 3 })
    expect(changed).toMatchObject({ createdBy: user, updatedBy: null, sortNo: 3, code: 'L', rowVersion: 2 })
  })

  it('for every field worked out on reading and those that are not read as they are stored, and for no other', () => {
    const those = (isOne: (field: Field) => boolean) =>
      tables().flatMap(({ entity }) =>
        Object.entries<Field>(entity.fields).flatMap(([name, field]) =>
          isOne(field) ? [`${entity.name}.${name}`] : [],
        ),
      )
    const declared = those(field => field.derived === true && !field.filterOnly)
    expect(Object.keys(conditions).sort()).toEqual(those(field => field.filterOnly === true).sort())
    // Stored, but due by date (domain.md §0.5.8); and 0, the whole plan; and the day of the lot, once there is one.
    const days = ['productstorein.expiryDate', 'productstoreinrecord.expiryDate']
    const readOtherwise = ['retainsample.status', 'lotlink.batchSeq', ...days]
    expect(Object.keys(derived).sort()).toEqual([...declared, ...readOtherwise].sort())
  })

  it('with the stock on hand summed over storage only', async () => {
    const { ctx } = plant
    const beans = (await write(ctx, entities.material, materialOf('M010', '黑豆', kg))).id
    expect(await load(ctx, entities.material, beans)).toMatchObject({ onHandQty: '0.0000' })
    const lot = (await write(ctx, entities.stocklot, lotOf('B1', beans))).id
    const store = (await write(ctx, entities.stocklocation, storageOf('S1'))).id
    const wip = (await write(ctx, entities.stocklocation, storageOf('X1', { locationType: 'WIP' }))).id
    const balance = { lotId: lot, unitId: kg, lastSeq: 1 }
    const stored = await write(ctx, entities.stockbalance, { ...balance, locationId: store, quantity: '7.2500' })
    await write(ctx, entities.stockbalance, { ...balance, locationId: wip, quantity: '1.0000' })
    expect(stored).toMatchObject({ lotId$label: 'B1', locationId$label: '库位S1' })
    expect(await load(ctx, entities.material, beans)).toMatchObject({ onHandQty: '7.2500' })
  })
})

describe('lines', () => {
  it('are merged by their ids, numbered by their place, and left alone when not sent', async () => {
    const { ctx } = plant
    const first = await write(
      ctx,
      entities.materialstorein,
      receiptOf([receiptLineOf(soy), receiptLineOf(wheat), receiptLineOf(soy)]),
    )
    const lines = first.lines
    expect(lines.map(item => [item.lineNo, item.materialId$label])).toEqual([
      [1, '脱脂大豆'],
      [2, '小麦'],
      [3, '脱脂大豆'],
    ])
    expect(lines[0]).not.toHaveProperty('parentId')
    await sql`update "materialstoreinline" set "lotNo" = 'BY-SERVER' where "id" = ${lines[2]?.id}`.execute(plant.db)
    const sent = [{ id: lines[2]?.id, packageQty: '9.00' }, receiptLineOf(wheat, { supplierLotNo: 'NEW' }), lines[0]]
    const second = await write(ctx, entities.materialstorein, { id: first.id, lines: sent })
    const merged = second.lines
    expect(merged.map(item => [item.lineNo, item.supplierLotNo, item.packageQty])).toEqual([
      [1, 'S1', '9.00'],
      [2, 'NEW', '2.00'],
      [3, 'S1', '2.00'],
    ])
    expect(merged[0]).toMatchObject({ id: lines[2]?.id, lotNo: 'BY-SERVER', materialId: soy })
    const third = await write(ctx, entities.materialstorein, { id: first.id, remark: '改' })
    expect(third.lines).toEqual(merged)
    expect((await write(ctx, entities.materialstorein, { id: first.id, lines: [] })).lines).toEqual([])
  })

  it('of another document are refused, and so is one named twice', async () => {
    const { ctx } = plant
    const mine = await write(ctx, entities.materialstorein, receiptOf([receiptLineOf(soy)]))
    const theirs = await write(ctx, entities.materialstorein, receiptOf([receiptLineOf(wheat)]))
    const stolen = theirs.lines[0]
    const steal = write(ctx, entities.materialstorein, { id: mine.id, lines: [receiptLineOf(soy), stolen] })
    expect(await refusalOf(steal)).toEqual(['invalid', { 'lines.1.id': 'missing' }])
    const own = mine.lines[0]
    const twice = write(ctx, entities.materialstorein, { id: mine.id, lines: [own, own] })
    expect(await refusalOf(twice)).toEqual(['invalid', { 'lines.1.id': 'missing' }])
    expect((await load(ctx, entities.materialstorein, theirs.id)).lines).toEqual(theirs.lines)
  })
})

describe('references', () => {
  it('to what does not exist, was deleted or is another organisation’s are refused by their path', async () => {
    const { ctx, other } = plant
    const theirUnit = (await write(other, entities.unit, unitOf('KG'))).id
    const theirs = (await write(other, entities.material, materialOf('M001', '外', theirUnit))).id
    const gone = (await write(ctx, entities.material, materialOf('M098', '删', kg))).id
    await remove(ctx, entities.material, gone)
    const lines = [
      receiptLineOf(soy),
      receiptLineOf(theirs),
      receiptLineOf(gone),
      receiptLineOf(soy, { unitId: 999_999 }),
    ]
    const saving = write(ctx, entities.materialstorein, receiptOf(lines, { receiverId: 'x' }))
    const missing = 'missing'
    expect(await refusalOf(saving)).toEqual([
      'invalid',
      { 'lines.1.materialId': missing, 'lines.2.materialId': missing, 'lines.3.unitId': missing, receiverId: missing },
    ])
  })

  it('of several keep their set and are counted from the other side', async () => {
    const { ctx } = plant
    const menu = (name: string): Values => ({ parentID: 0, name, title: `标题${name}`, type: 'LINK', hidden: false })
    const menus = [(await write(ctx, entities.menu, menu('a'))).id, (await write(ctx, entities.menu, menu('b'))).id]
    const values = { code: 'R1', name: '仓管', dataScope: 'CUSTOMER', status: 'ENABLED' }
    const role = await write(ctx, entities.role, { ...values, menuIds: [...menus, menus[0]] })
    expect(role).toMatchObject({ menuIds: menus, menuIds$labels: ['标题a', '标题b'], userCount: 0 })
    const user = await addUser(plant.ctx, 'holder', [role.id])
    expect(await write(ctx, entities.role, { id: role.id, menuIds: [menus[1]] })).toMatchObject({
      menuIds: [menus[1]],
      userCount: 1,
    })
    expect(await refusalOf(remove(ctx, entities.role, role.id))).toEqual(['inUse', { referrers: '姓名holder' }])
    expect(await refusalOf(remove(ctx, entities.menu, menus[1] as number))).toEqual(['inUse', { referrers: '仓管' }])
    await remove(ctx, entities.menu, menus[0] as number)
    // A notice keeps nobody who was told of it.
    const notice = { title: '盘点', content: '<p>今晚</p>', notifyType: 'NOTICE', targetType: 'USER', userIds: [user] }
    await write(ctx, entities.notify, { ...notice, status: 'DRAFT', isPinned: false, readCount: 0 })
    await remove(ctx, entities.user, user)
    await remove(ctx, entities.role, role.id)
    expect(await refusalOf(write(ctx, entities.role, { ...values, menuIds: [menus[0]] }))).toEqual([
      'invalid',
      { menuIds: 'missing' },
    ])
  })
})
