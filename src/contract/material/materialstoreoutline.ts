import { defineEntity, defineFollows } from '../schema/entity.ts'
import { date, integer, quantity, ref, text } from '../schema/field.ts'

const unit = { by: ['materialId', 'lotId', 'unitId'] } as const

export const materialstoreoutline = defineEntity({
  name: 'materialstoreoutline',
  area: 'material',
  label: '原料出库明细',
  line: true,
  fields: {
    lineNo: integer('序号', { serverManaged: true, key: true, list: true }),
    lotId: ref('批次', 'stocklot', { required: true, list: true, filter: true, width: 150 }),
    materialId: ref('原料', 'material', { serverManaged: true, list: true }),
    qty: quantity('出库数量', { unit, required: true, pattern: 'UNUMBER4', positive: true, list: true }),
    unitId: ref('单位', 'unit', { serverManaged: true, list: true }),
    availableQty: quantity('可用数量', { unit, serverManaged: true, list: true }),
    expiryDate: date('到期日期', { serverManaged: true, list: true }),
    remark: text('备注', { max: 500 }),
    locationId: ref('库位', 'stocklocation', { where: () => ({ locationType: 'STORAGE' }) }),
    toLocationId: ref('目标库位', 'stocklocation', { where: () => ({ locationType: 'STORAGE' }) }),
  },
  follows: defineFollows({
    from: ['lotId'],
    values: (_row, { lotId: lot }) => ({
      materialId: lot.materialId ?? null,
      unitId: lot.unitId ?? null,
      expiryDate: lot.expiryDate ?? null,
    }),
  }),
})
