import { defineEntity } from '../schema/entity.ts'
import { integer, quantity, ref, text } from '../schema/field.ts'

const unit = { by: ['lotId'] } as const

export const stockcountline = defineEntity({
  name: 'stockcountline',
  area: 'stock',
  label: '库存盘点明细',
  line: true,
  fields: {
    lineNo: integer('行号', { serverManaged: true }),
    lotId: ref('批次', 'stocklot', { required: true, width: 150, list: true }),
    itemName: text('物料名称', { derived: true, list: true }),
    countedQuantity: quantity('实盘数量', { unit, required: true, pattern: 'UNUMBER4', list: true }),
    unitName: text('单位', { derived: true, list: true, format: 'unit' }),
    bookQuantity: quantity('账面数量', { unit, serverManaged: true, list: true }),
    difference: quantity('差异', { unit, serverManaged: true, list: true }),
    locationId: ref('库位', 'stocklocation', {
      required: true,
      list: true,
      where: () => ({ locationType: 'STORAGE' }),
    }),
    reason: text('原因', { max: 200, list: true, requiredIf: row => Number(row.difference ?? 0) !== 0 }),
  },
})
