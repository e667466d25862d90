import { verdict } from '../basic/verdict.ts'
import { expiryOfItem } from '../calendar.ts'
import { product } from '../schema/decimal.ts'
import { defineEntity, defineFollows } from '../schema/entity.ts'
import { date, decimal, enumeration, flag, integer, money, quantity, ref, text } from '../schema/field.ts'

export const materialstoreinline = defineEntity({
  name: 'materialstoreinline',
  area: 'material',
  label: '原料入库明细',
  line: true,
  // Columns to enter first: they fit a laptop's window.
  columns: [
    'materialId',
    'materialSpecId',
    'packageQty',
    'baseQty',
    'unitId',
    'supplierLotNo',
    'produceDate',
    'expiryDate',
    'certificateNo',
  ],
  fields: {
    lineNo: integer('序号', { serverManaged: true, pattern: 'POSITIVEINTEGER', key: true, list: true }),
    materialId: ref('原料', 'material', { required: true, list: true, filter: true }),
    materialSpecId: ref('规格', 'materialspec', {
      required: true,
      width: 140,
      list: true,
      where: row => ({ materialId: row.materialId }),
    }),
    packageQty: decimal('包装数量', {
      unit: { by: ['materialId', 'lotId', 'unitId'], in: 'package' },
      required: true,
      pattern: 'UNUMBER',
      positive: true,
      list: true,
    }),
    baseQty: quantity('入库数量', {
      unit: { by: ['materialId', 'lotId', 'unitId'] },
      pattern: 'UNUMBER4',
      positive: true,
      list: true,
    }),
    unitId: ref('单位', 'unit', { width: 72, serverManaged: true, list: true }),
    supplierLotNo: text('供应商批号', { required: true, width: 130, max: 50, list: true, filter: true, counts: true }),
    produceDate: date('生产日期', { past: true, required: true, list: true }),
    expiryDate: date('到期日期', { list: true }),
    lotNo: text('内部批号', { serverManaged: true, max: 30, list: true, filter: true }),
    unitPrice: money('单价', { pattern: 'UNUMBER', list: true }),
    amount: money('金额', { list: true, computed: row => product(row.baseQty, row.unitPrice, 2) }),
    certificateNo: text('合格证明编号', { width: 140, max: 50, list: true, requiredToPost: true }),
    manufacturerName: text('生产商', { max: 100, list: true }),
    originPlace: text('产地', { max: 100 }),
    appearanceCheck: enumeration('感官查验', verdict, { required: true, default: 'PASS' }),
    labelCheck: enumeration('标签查验', verdict, { required: true, default: 'PASS' }),
    packageCheck: enumeration('包装查验', verdict, { required: true, default: 'PASS' }),
    locationId: ref('库位', 'stocklocation', { where: () => ({ locationType: 'STORAGE' }) }),
    lotId: ref('批次', 'stocklot', {
      width: 150,
      where: row => ({ materialId: row.materialId, supplierLotNo: row.supplierLotNo }),
      hint: '与已收批次相同时选择，留空为新批次',
    }),
    isNewLot: flag('另立新批次', { default: false }),
  },
  follows: defineFollows({
    from: ['materialId', 'materialSpecId'],
    values: ({ packageQty, produceDate }, { materialId: item, materialSpecId: spec }, rule) => ({
      unitId: item.baseUnitId ?? null,
      baseQty: product(packageQty, spec.baseQtyPerPackage, 4),
      expiryDate: expiryOfItem(produceDate, item, rule),
    }),
  }),
  checks: [
    {
      at: 'expiryDate',
      ok: row => !row.expiryDate || !row.produceDate || String(row.expiryDate) >= String(row.produceDate),
      message: 'expiryBeforeProduction',
    },
  ],
})
