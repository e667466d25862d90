import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, flag, quantity, ref, text } from '../schema/field.ts'
import { enableStatus } from './masterStatus.ts'

export const consumableType = defineEnumeration('ConsumableType', {
  CLEANING: '洗涤剂',
  DISINFECT: '消毒剂',
  PPE: '劳保用品',
  LAB: '检验试剂',
  PEST: '虫害防制',
  SPARE: '备品备件',
  OFFICE: '其他',
})

export const consumables = defineEntity({
  name: 'consumables',
  area: 'basic',
  label: '耗材',
  icon: 'spray-can',
  softDelete: true,
  fields: {
    code: text('耗材编码', { required: true, max: 30, unique: true, key: true, list: true, filter: true }),
    name: text('耗材名称', { required: true, max: 50, unique: true, list: true, filter: true }),
    consumableType: enumeration('耗材类别', consumableType, {
      required: true,
      default: 'CLEANING',
      list: true,
      filter: true,
    }),
    specName: text('规格', { max: 50, list: true }),
    unitId: ref('单位', 'unit', { required: true, list: true }),
    supplyId: ref('供应商', 'supply', { list: true }),
    isFoodContact: flag('可接触食品', { default: false, list: true }),
    isHazardous: flag('危险化学品', { default: false, list: true }),
    stockQty: quantity('当前库存', { unit: { by: ['unitId'] }, serverManaged: true, list: true, default: '0' }),
    minStock: quantity('最低库存', { unit: { by: ['unitId'] }, pattern: 'UNUMBER4' }),
    location: text('存放位置', { max: 50 }),
    status: enumeration('状态', enableStatus, { required: true, default: 'ENABLED', list: true, filter: true }),
    remark: text('备注', { max: 500 }),
  },
  columns: ['code', 'name', 'consumableType', 'stockQty', 'specName', 'supplyId', 'status'],
  title: 'name',
  choiceFields: ['unitId'],
  order: [['code', 'asc']],
  calls: { remove: 'BasicData/ConsumablesDelete' },
  constraints: { stock: '"stockQty" >= 0' },
  related: [{ entity: 'consumablesout', by: 'consumablesId' }],
})
