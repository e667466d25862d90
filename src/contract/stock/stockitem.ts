import { itemType } from '../basic/item.ts'
import { defineEntity, type Opened } from '../schema/entity.ts'
import { date, enumeration, integer, quantity, ref, text, type Values } from '../schema/field.ts'

const ofItem = (row: Values): Opened =>
  row.productId ? { entity: 'product', id: row.productId } : { entity: 'material', id: row.materialId }

type Narrowed = readonly (readonly [field: string, op: string, value: unknown])[]

const lots =
  (narrowed: (row: Values) => Narrowed = () => []) =>
  (row: Values): Opened => {
    const { entity, id } = ofItem(row)
    const where: Narrowed = [[`${entity}Id`, 'in', [id]], ['onHandQty', 'gt', '0'], ...narrowed(row)]
    return { entity: 'stocklot', where: where.map(([field, op, value]) => ({ field, op, value })) }
  }

const unit = { by: ['unitId'] } as const
const counted = { unit, serverManaged: true, list: true } as const

/** View of lots in own store, by item. */
export const stockitem = defineEntity({
  name: 'stockitem',
  shared: true,
  area: 'stock',
  label: '现有库存',
  keywords: ['库存', '现存量', '现有量', '有多少'],
  icon: 'package',
  view: true,
  madeOf: ['stocklot', 'stockbalance', 'getmaterialrecord', 'productsaleout', 'stockrelabel'],
  pinyin: true,
  operations: ['list'],
  fields: {
    itemName: text('物料名称', { serverManaged: true, max: 100, list: true, filter: true }),
    itemCode: text('物料编码', { serverManaged: true, max: 30, key: true, list: true, filter: true }),
    itemType: enumeration('物料类型', itemType, { serverManaged: true, list: true, filter: true }),
    onHandQty: quantity('现有数量', counted),
    availableQty: quantity('可用数量', counted),
    onHoldQty: quantity('待检与冻结', counted),
    blockedQty: quantity('不合格与召回', { ...counted, hidden: true }),
    expiringQty: quantity('临期数量', counted),
    expiredQty: quantity('过期数量', counted),
    reservedQty: quantity('已预留', counted),
    unitId: ref('单位', 'unit', { serverManaged: true, list: true, hidden: true }),
    nextExpiry: date('最早到期', { serverManaged: true, list: true, filter: true }),
    lotCount: integer('批次数', { serverManaged: true, list: true }),
    asOf: date('统计日', { serverManaged: true }),
    expiringUntil: date('临期截至', { serverManaged: true }),
    materialId: ref('原料', 'material', { serverManaged: true, filter: true }),
    productId: ref('产品', 'product', { serverManaged: true, filter: true }),
  },
  columns: [
    'itemName',
    'onHandQty',
    'availableQty',
    'reservedQty',
    'onHoldQty',
    'expiringQty',
    'expiredQty',
    'nextExpiry',
  ],
  title: 'itemName',
  search: ['itemCode'],
  order: [
    ['itemType', 'asc'],
    ['itemName', 'asc'],
  ],
  sums: ['onHandQty', 'availableQty', 'onHoldQty', 'expiringQty'],
  opens: {
    itemName: ofItem,
    onHandQty: lots(),
    lotCount: lots(),
    availableQty: lots(() => [['isUsable', 'eq', true]]),
    onHoldQty: lots(() => [['qualityStatus', 'in', ['PENDING', 'HOLD']]]),
    blockedQty: lots(() => [['qualityStatus', 'in', ['REJECTED', 'RECALLED']]]),
    expiringQty: lots(row => [
      ['expiryDate', 'ge', row.asOf],
      ['expiryDate', 'le', row.expiringUntil],
    ]),
    expiredQty: lots(row => [['expiryDate', 'lt', row.asOf]]),
  },
})
