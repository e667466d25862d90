import { product } from '../schema/decimal.ts'
import { defineEntity, defineFollows } from '../schema/entity.ts'
import { date, decimal, integer, money, quantity, ref, text } from '../schema/field.ts'

export const productsaleoutline = defineEntity({
  name: 'productsaleoutline',
  area: 'sale',
  label: '销售明细',
  line: true,
  fields: {
    lineNo: integer('序号', { serverManaged: true, pattern: 'POSITIVEINTEGER', key: true, list: true }),
    productId: ref('产品', 'product', { required: true, list: true, filter: true }),
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
      filter: true,
      where: row => ({ productId: row.productId, qualityStatus: 'RELEASED' }),
    }),
    expiryDate: date('到期日期', { serverManaged: true, list: true }),
    produceDate: date('生产日期', { serverManaged: true, list: true }),
    unitPrice: money('单价', { pattern: 'UNUMBER', list: true }),
    amount: money('金额', { list: true, computed: row => product(row.packageQty, row.unitPrice, 2) }),
    certificateNo: text('检验合格证号', { serverManaged: true, max: 50, list: true }),
    returnedQty: quantity('已退数量', { unit: { by: ['productId', 'lotId'] }, derived: true }),
    fefoOverrideReason: text('未按先到期先出原因', { max: 100 }),
    locationId: ref('库位', 'stocklocation'),
    palletId: ref('托盘', 'pallet', { where: () => ({ status: 'CLOSED' }) }),
  },
  follows: defineFollows({
    from: ['productSpecId', 'lotId'],
    values: ({ packageQty }, { productSpecId: spec, lotId: lot }) => ({
      baseQty: product(packageQty, spec.baseQtyPerPackage, 4),
      unitPrice: spec.salePrice ?? null,
      produceDate: lot.produceDate ?? null,
      expiryDate: lot.expiryDate ?? null,
      certificateNo: lot.certificateNo ?? null,
    }),
  }),
})
