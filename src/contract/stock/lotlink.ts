import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, integer, quantity, ref, text } from '../schema/field.ts'
import { linkKind } from './movementTypes.ts'

export const linkPrecision = defineEnumeration('LinkPrecision', {
  BATCH: '锅次',
  PLAN: '计划',
})

export const lotlink = defineEntity({
  name: 'lotlink',
  shared: true,
  area: 'stock',
  label: '批次谱系',
  icon: 'git-branch',
  operations: ['list', 'load'],
  fields: {
    inLotId: ref('投入批次', 'stocklot', { width: 150, serverManaged: true, key: true, list: true }),
    inItemName: text('投入物料', { derived: true, list: true }),
    outLotId: ref('产出批次', 'stocklot', { width: 150, serverManaged: true, key: true, list: true }),
    outItemName: text('产出产品', { derived: true, list: true }),
    producePlanId: ref('生产计划', 'produceplan', { serverManaged: true, key: true, list: true }),
    batchSeq: integer('锅次/罐次', { serverManaged: true, pattern: 'UINT', key: true, list: true }),
    usedQuantity: quantity('投入数量', { unit: { by: ['inLotId'] }, serverManaged: true, list: true }),
    linkPrecision: enumeration('关联精度', linkPrecision, { serverManaged: true, list: true }),
    kind: enumeration('关联类型', linkKind, { serverManaged: true, list: true }),
    docNo: text('单据编号', { serverManaged: true, max: 30, list: true, namesDocument: true }),
  },
  columns: ['inLotId', 'inItemName', 'usedQuantity', 'outLotId', 'outItemName', 'producePlanId'],
  title: 'inLotId',
  order: [['id', 'desc']],
  indexes: [
    { on: ['inLotId'], include: ['outLotId', 'producePlanId', 'usedQuantity', 'linkPrecision'] },
    { on: ['outLotId'], include: ['inLotId', 'producePlanId', 'usedQuantity', 'linkPrecision'] },
    { on: ['producePlanId', 'inLotId'] },
    { on: ['docNo'], where: '"docNo" is not null' },
  ],
  constraints: { links: '"inLotId" <> "outLotId"', origin: `(kind = 'PLAN') = ("producePlanId" is not null)` },
})
