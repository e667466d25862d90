import { defineEntity } from '../schema/entity.ts'
import { bigint, enumeration, instant, integer, quantity, ref, text } from '../schema/field.ts'
import { dealings, moveType, reversal } from './movementTypes.ts'

const listed = (codes: readonly string[]) => codes.map(code => `'${code}'`).join(', ')

export const stockledger = defineEntity({
  name: 'stockledger',
  area: 'stock',
  label: '库存流水',
  icon: 'book-open',
  appendOnly: true,
  operations: ['list', 'load'],
  fields: {
    seq: bigint('流水号', { derived: true, key: true, list: true }),
    bizTime: instant('业务时间', { serverManaged: true, list: true, filter: true }),
    postedAt: instant('过账时间', { serverManaged: true, list: true }),
    moveType: enumeration('流水类型', moveType, { serverManaged: true, list: true, filter: true }),
    lotId: ref('批次', 'stocklot', { width: 150, serverManaged: true, list: true, filter: true }),
    itemName: text('物料名称', { derived: true, list: true }),
    fromLocationId: ref('来源库位', 'stocklocation', { serverManaged: true, list: true }),
    toLocationId: ref('目标库位', 'stocklocation', { serverManaged: true, list: true }),
    quantity: quantity('数量', { unit: { by: ['lotId', 'unitId'] }, serverManaged: true, list: true }),
    unitId: ref('单位', 'unit', { serverManaged: true, list: true, hidden: true }),
    producePlanId: ref('生产计划', 'produceplan', { serverManaged: true, list: true, filter: true }),
    batchSeq: integer('锅次/罐次', { serverManaged: true, pattern: 'UINT' }),
    supplyId: ref('供应商', 'supply', { serverManaged: true, filter: true }),
    dealerId: ref('经销商', 'dealer', { serverManaged: true }),
    docType: text('单据类型', { serverManaged: true, max: 20, list: true, filter: true, messageKeyPrefix: '' }),
    docNo: text('单据编号', { serverManaged: true, max: 30, list: true, filter: true, namesDocument: true }),
    docLineNo: integer('单据行号', { serverManaged: true, pattern: 'UINT' }),
    reversalOfSeq: bigint('冲销流水', { serverManaged: true }),
    byUserId: ref('操作人', 'user', { serverManaged: true, list: true }),
    reason: text('原因', { serverManaged: true, max: 200 }),
  },
  columns: ['seq', 'bizTime', 'docNo', 'moveType', 'itemName', 'lotId', 'quantity', 'fromLocationId', 'toLocationId'],
  title: 'docNo',
  order: [['id', 'desc']],
  indexes: [
    // Covering index: a trace sums tens of thousands of rows by lot.
    { on: ['lotId', 'moveType'], include: ['id', 'quantity', 'fromLocationId', 'toLocationId', 'dealerId'] },
    { on: ['lotId'], include: ['id', 'reversalOfSeq'], where: `"moveType" = '${reversal}'` },
    { on: ['dealerId', 'lotId'] },
    { on: ['producePlanId'] },
    { on: ['docNo'] },
    { on: ['customerId', 'bizTime', 'id'] },
    { on: ['customerId', 'postedAt', 'id'] },
  ],
  constraints: {
    quantityPositive: 'quantity > 0',
    moves: '"fromLocationId" <> "toLocationId"',
    soldToDealer: `"moveType" not in (${listed(dealings.sold)}) or "dealerId" is not null`,
  },
})
