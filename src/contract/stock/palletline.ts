import { product } from '../schema/decimal.ts'
import { defineEntity, defineFollows } from '../schema/entity.ts'
import { date, decimal, integer, quantity, ref } from '../schema/field.ts'

export const palletline = defineEntity({
  name: 'palletline',
  area: 'stock',
  label: '托盘明细',
  line: true,
  fields: {
    lineNo: integer('序号', { serverManaged: true, pattern: 'POSITIVEINTEGER', key: true, list: true }),
    productId: ref('产品', 'product', { required: true, list: true }),
    productSpecId: ref('规格', 'productspec', {
      required: true,
      list: true,
      where: row => ({ productId: row.productId }),
    }),
    packageQty: decimal('件数', {
      unit: { by: ['productId', 'lotId'], in: 'package' },
      required: true,
      pattern: 'UNUMBER',
      positive: true,
      list: true,
    }),
    baseQty: quantity('数量', {
      unit: { by: ['productId', 'lotId'] },
      serverManaged: true,
      pattern: 'UNUMBER4',
      list: true,
    }),
    lotId: ref('批次', 'stocklot', {
      width: 150,
      required: true,
      list: true,
      where: row => ({ productId: row.productId }),
    }),
    expiryDate: date('到期日期', { serverManaged: true, list: true }),
  },
  follows: defineFollows({
    from: ['productSpecId', 'lotId'],
    values: ({ packageQty }, { productSpecId: spec, lotId: lot }) => ({
      baseQty: product(packageQty, spec.baseQtyPerPackage, 4),
      expiryDate: lot.expiryDate ?? null,
    }),
  }),
})
