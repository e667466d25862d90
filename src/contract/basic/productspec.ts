import { defineEntity } from '../schema/entity.ts'
import { decimal, enumeration, flag, integer, money, quantity, ref, text } from '../schema/field.ts'
import { enableStatus } from './masterStatus.ts'

export const productspec = defineEntity({
  name: 'productspec',
  area: 'basic',
  label: '产品规格',
  icon: 'boxes',
  softDelete: true,
  fields: {
    productId: ref('产品', 'product', { required: true, list: true }),
    specCode: text('规格编码', { required: true, max: 30, unique: 'productId', key: true, list: true, filter: true }),
    specName: text('规格名称', { required: true, max: 50, list: true, filter: true }),
    packageUnitId: ref('包装单位', 'unit', { required: true, list: true }),
    innerUnitId: ref('内包装单位', 'unit'),
    innerQty: integer('每包装内装数', { required: true, pattern: 'POSITIVEINTEGER', default: 1, list: true }),
    baseQtyPerPackage: quantity('每包装基本数量', {
      unit: { by: ['productId'] },
      required: true,
      pattern: 'UNUMBER4',
      positive: true,
      list: true,
    }),
    grossWeight: decimal('毛重(kg)', { unit: 'kg', pattern: 'UNUMBER' }),
    barcode: text('规格条码', { max: 14, unique: true, list: true, filter: true }),
    salePrice: money('规格单价', { pattern: 'UNUMBER', list: true, choicePages: ['productspec', 'productsaleout'] }),
    isDefault: flag('默认规格', { list: true }),
    status: enumeration('状态', enableStatus, { required: true, default: 'ENABLED', list: true, filter: true }),
  },
  columns: [
    'productId',
    'specCode',
    'specName',
    'packageUnitId',
    'innerQty',
    'baseQtyPerPackage',
    'salePrice',
    'isDefault',
    'status',
  ],
  title: 'specName',
  search: ['specCode'],
  choiceFields: ['packageUnitId', 'baseQtyPerPackage', 'innerUnitId', 'innerQty', 'salePrice'],
  order: [
    ['productId', 'asc'],
    ['specCode', 'asc'],
  ],
  calls: {
    list: 'BasicData/GetProductSpecList',
    save: 'BasicData/ProductSpecSave',
    remove: 'BasicData/ProductSpecDel',
    options: 'Produce/GetProduceProductSpecList',
  },
})
