import { itemType } from '../basic/item.ts'
import { defineEntity } from '../schema/entity.ts'
import { date, enumeration, integer, quantity, ref, text } from '../schema/field.ts'
import { lotOf } from './lotOf.ts'

export const getmaterialline = defineEntity({
  name: 'getmaterialline',
  area: 'production',
  label: '领料明细',
  line: true,
  paper: { item: ['materialId', 'semiProductId'], omitted: ['itemType'] },
  fields: {
    lineNo: integer('行号', { serverManaged: true }),
    materialId: ref('原料', 'material', { list: true, filter: true, requiredIf: row => row.itemType !== 'PRODUCT' }),
    semiProductId: ref('半成品', 'product', {
      list: true,
      filter: true,
      requiredIf: row => row.itemType === 'PRODUCT',
    }),
    qty: quantity('领料数量', {
      unit: { by: ['materialId', 'semiProductId', 'lotId', 'unitId'] },
      required: true,
      pattern: 'UNUMBER4',
      positive: true,
      list: true,
    }),
    unitId: ref('单位', 'unit', { serverManaged: true, list: true }),
    lotId: ref('批次', 'stocklot', {
      width: 150,
      required: true,
      key: true,
      list: true,
      filter: true,
      where: lotOf,
    }),
    expiryDate: date('到期日期', { serverManaged: true, list: true }),
    itemType: enumeration('物料类型', itemType, { required: true, default: 'MATERIAL' }),
    supplierLotNo: text('供应商批号', { serverManaged: true, max: 50, list: true }),
    supplyId: ref('供应商', 'supply', { serverManaged: true, list: true }),
    fefoOverrideReason: text('未按先到期先出原因', { max: 100, list: true }),
    locationId: ref('库位', 'stocklocation'),
    producePlanMaterialId: ref('计划用料行', 'produceplanmaterial'),
  },
})
