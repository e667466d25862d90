import { enableStatus } from '../basic/masterStatus.ts'
import { defineEntity } from '../schema/entity.ts'
import { enumeration, flag, quantity, ref, text } from '../schema/field.ts'

export const materialspec = defineEntity({
  name: 'materialspec',
  area: 'material',
  label: '原料规格',
  icon: 'box',
  softDelete: true,
  fields: {
    materialId: ref('原料', 'material', { required: true, list: true }),
    specCode: text('规格编码', { required: true, max: 30, unique: 'materialId', key: true, list: true }),
    specName: text('规格名称', { required: true, max: 50, list: true, filter: true }),
    packageUnitId: ref('包装单位', 'unit', { required: true, list: true }),
    baseQtyPerPackage: quantity('每包装基本数量', {
      unit: { by: ['materialId'] },
      required: true,
      pattern: 'UNUMBER4',
      positive: true,
      list: true,
    }),
    isCatchWeight: flag('按实重计量', { default: false, list: true }),
    manufacturerName: text('生产商', { max: 100, list: true }),
    barcode: text('条码', { max: 14, unique: true, list: true, filter: true }),
    isDefault: flag('默认规格', { list: true }),
    status: enumeration('状态', enableStatus, { required: true, default: 'ENABLED', list: true, filter: true }),
  },
  columns: [
    'materialId',
    'specCode',
    'specName',
    'packageUnitId',
    'baseQtyPerPackage',
    'isCatchWeight',
    'isDefault',
    'status',
  ],
  title: 'specName',
  search: ['specCode'],
  choiceFields: ['packageUnitId', 'baseQtyPerPackage', 'isCatchWeight'],
  order: [
    ['materialId', 'asc'],
    ['specCode', 'asc'],
  ],
  calls: {
    list: 'Material/GetSpecList',
    save: 'Material/MaterialSpecSave',
    remove: 'Material/MaterialSpecDel',
  },
})
