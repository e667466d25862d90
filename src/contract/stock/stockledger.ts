import { moveType } from '../enumerations.ts'
import { defineEntity } from '../schema/entity.ts'
import { bigint, enumeration, instant, integer, quantity, ref, text } from '../schema/field.ts'

export const stockledger = defineEntity({
  name: 'stockledger',
  area: 'stock',
  label: '库存流水',
  icon: 'book-open',
  appendOnly: true,
  only: ['list', 'load'],
  fields: {
    seq: bigint('流水号', { derived: true, key: true, list: true }),
    bizTime: instant('业务时间', { byServer: true, list: true, filter: true }),
    postedAt: instant('过账时间', { byServer: true, list: true }),
    moveType: enumeration('流水类型', moveType, { byServer: true, list: true, filter: true }),
    lotId: ref('批次', 'stocklot', { width: 150, byServer: true, list: true, filter: true }),
    itemName: text('物料名称', { derived: true, list: true }),
    fromLocationId: ref('来源库位', 'stocklocation', { byServer: true, list: true }),
    toLocationId: ref('目标库位', 'stocklocation', { byServer: true, list: true }),
    quantity: quantity('数量', { byServer: true, list: true }),
    unitId: ref('单位', 'unit', { byServer: true, list: true }),
    producePlanId: ref('生产计划', 'produceplan', { byServer: true, list: true, filter: true }),
    batchSeq: integer('锅次/罐次', { byServer: true, pattern: 'UINT' }),
    supplyId: ref('供应商', 'supply', { byServer: true, filter: true }),
    dealerId: ref('经销商', 'dealer', { byServer: true }),
    docType: text('单据类型', { byServer: true, max: 20, list: true, filter: true, namesText: '' }),
    docNo: text('单据编号', { byServer: true, max: 30, list: true, filter: true }),
    docLineNo: integer('单据行号', { byServer: true, pattern: 'UINT' }),
    reversalOfSeq: bigint('冲销流水', { byServer: true }),
    byUserId: ref('操作人', 'user', { byServer: true, list: true }),
    reason: text('原因', { byServer: true, max: 200 }),
  },
  title: 'docNo',
  order: [['id', 'desc']],
  indexes: [
    // Covering index: a trace sums tens of thousands of rows by lot.
    { on: ['lotId', 'moveType'], include: ['id', 'quantity', 'fromLocationId', 'toLocationId', 'dealerId'] },
    { on: ['lotId'], include: ['id', 'reversalOfSeq'], where: `"moveType" = 'REV'` },
    { on: ['dealerId', 'lotId'] },
    { on: ['producePlanId'] },
    { on: ['docNo'] },
    { on: ['customerId', 'bizTime', 'id'] },
    { on: ['customerId', 'postedAt', 'id'] },
  ],
  constraints: {
    quantityPositive: 'quantity > 0',
    moves: '"fromLocationId" <> "toLocationId"',
    soldToDealer: `"moveType" <> 'SAL' or "dealerId" is not null`,
  },
})
