import { defineEntity } from '../schema/entity.ts'
import { bigint, enumeration, quantity, ref, text } from '../schema/field.ts'
import { locationType } from './movementTypes.ts'

export const stockbalance = defineEntity({
  name: 'stockbalance',
  shared: true,
  area: 'stock',
  label: '库存余额',
  keywords: ['现存量', '库位结存'],
  icon: 'scale',
  operations: ['list', 'load'],
  fields: {
    lotId: ref('批次', 'stocklot', { width: 150, serverManaged: true, key: true, list: true, filter: true }),
    itemName: text('物料名称', { derived: true, list: true }),
    locationId: ref('库位', 'stocklocation', { serverManaged: true, key: true, list: true, filter: true }),
    producePlanId: ref('生产计划', 'produceplan', { serverManaged: true, key: true, list: true, filter: true }),
    quantity: quantity('结存数量', { unit: { by: ['lotId', 'unitId'] }, serverManaged: true, list: true }),
    palletQty: quantity('托盘上数量', { unit: { by: ['lotId', 'unitId'] }, derived: true }),
    palletNos: text('所在托盘', { derived: true }),
    unitId: ref('单位', 'unit', { serverManaged: true, list: true, hidden: true }),
    locationType: enumeration('库位类型', locationType, { derived: true, filter: true }),
    lastSeq: bigint('最后流水号', { serverManaged: true }),
    dealerId: ref('经销商', 'dealer', { serverManaged: true, list: true, filter: true }),
  },
  columns: ['lotId', 'itemName', 'quantity', 'locationId'],
  title: 'lotId',
  firstFilter: [
    { field: 'quantity', op: 'gt', value: '0' },
    { field: 'locationType', op: 'in', value: ['STORAGE'] },
  ],
  order: [['id', 'desc']],
  uniqueTogether: [['lotId', 'locationId', 'producePlanId', 'dealerId']],
  indexes: [{ on: ['producePlanId'] }],
  constraints: { notNegative: 'quantity >= 0' },
})
