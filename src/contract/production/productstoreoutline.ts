import { product } from '../schema/decimal.ts'
import { defineEntity, defineFollows } from '../schema/entity.ts'
import { decimal, integer, quantity, ref, text } from '../schema/field.ts'

export const productstoreoutline = defineEntity({
  name: 'productstoreoutline',
  area: 'production',
  label: '产品出库明细',
  line: true,
  fields: {
    lineNo: integer('行号', { serverManaged: true }),
    lotId: ref('批次', 'stocklot', {
      required: true,
      key: true,
      list: true,
      filter: true,
      width: 150,
      where: () => ({ itemType: 'PRODUCT' }),
    }),
    productName: text('产品名称', { derived: true, list: true }),
    productSpecId: ref('规格', 'productspec', { required: true, list: true }),
    packageQty: decimal('件数', { unit: { by: ['lotId', 'unitId'], in: 'package' }, pattern: 'UNUMBER', list: true }),
    // Computed from packages when empty.
    qty: quantity('出库数量', {
      unit: { by: ['lotId', 'unitId'] },
      requiredIf: row => !row.packageQty,
      pattern: 'UNUMBER4',
      positive: true,
      list: true,
    }),
    unitId: ref('单位', 'unit', { serverManaged: true, list: true }),
    availableQty: quantity('可用数量', { unit: { by: ['lotId', 'unitId'] }, serverManaged: true, list: true }),
    locationId: ref('库位', 'stocklocation', { where: () => ({ locationType: 'STORAGE' }) }),
    toLocationId: ref('目标库位', 'stocklocation', { where: () => ({ locationType: 'STORAGE' }) }),
    palletId: ref('托盘', 'pallet', { where: () => ({ status: 'CLOSED' }) }),
  },
  follows: defineFollows({
    from: ['lotId', 'productSpecId'],
    values: ({ packageQty }, { lotId: lot, productSpecId: spec }) => ({
      unitId: lot.unitId ?? null,
      qty: product(packageQty, spec.baseQtyPerPackage, 4),
    }),
  }),
})
