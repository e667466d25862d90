import { allergen, timeUnit } from '../basic/item.ts'
import { enableStatus } from '../basic/masterStatus.ts'
import { countryCode } from '../schema/country.ts'
import { defineEntity } from '../schema/entity.ts'
import {
  decimal,
  defineEnumeration,
  enumeration,
  enumerations,
  flag,
  integer,
  quantity,
  ref,
  text,
} from '../schema/field.ts'

const materialType = defineEnumeration('MaterialType', {
  RAW: '主料',
  AUXILIARY: '辅料',
  ADDITIVE: '食品添加剂',
  PACK_INNER: '内包装',
  PACK_OUTER: '外包装',
  PROCESS_AID: '加工助剂',
  WATER: '生产用水',
})

const unit = { by: ['baseUnitId'] } as const

export const material = defineEntity({
  name: 'material',
  area: 'material',
  label: '原料',
  keywords: ['物料', '原材料'],
  icon: 'wheat',
  softDelete: true,
  fields: {
    code: text('原料编码', { required: true, max: 30, unique: true, key: true, list: true, filter: true }),
    name: text('原料名称', { required: true, max: 100, list: true, filter: true }),
    nameEn: text('英文名称', { max: 150 }),
    materialType: enumeration('原料类型', materialType, { required: true, default: 'RAW', list: true, filter: true }),
    baseUnitId: ref('基本单位', 'unit', { required: true, list: true }),
    density: quantity('密度(kg/L)', { unit: 'kg/L', pattern: 'UNUMBER4', positive: true }),
    isLotTracked: flag('批次管理', { required: true, default: true, list: true }),
    isInspected: flag('来料必检', { required: true, default: true, list: true }),
    shelfLifeValue: integer('保质期', { pattern: 'POSITIVEINTEGER', list: true }),
    shelfLifeUnit: enumeration('保质期单位', timeUnit, { joined: true, default: 'MONTH', list: true }),
    nearExpiryDays: integer('临期预警天数', { pattern: 'UINT', default: 30 }),
    minIssueRemainDays: integer('领用最低剩余天数', { pattern: 'UINT', default: 0 }),
    afterOpenDays: integer('开封后使用天数', { pattern: 'UINT' }),
    storageCondition: text('贮存条件', { max: 100, list: true }),
    storageTempMin: decimal('贮存温度下限(℃)', { unit: '℃', pattern: 'NUMBER' }),
    storageTempMax: decimal('贮存温度上限(℃)', { unit: '℃', pattern: 'NUMBER' }),
    allergens: enumerations('致敏物质', allergen),
    originCountry: text('原产国', { max: 2, default: 'CN', hint: '两位代码，如 CN' }),
    standardNo: text('执行标准号', { max: 50 }),
    insNo: text('添加剂编号', { max: 20 }),
    maxUsePerKg: quantity('最大使用量(g/kg)', { unit: 'g/kg', pattern: 'UNUMBER4' }),
    isImported: flag('进口原料', { default: false }),
    minStock: quantity('最低库存', { unit, pattern: 'UNUMBER4', list: true }),
    maxStock: quantity('最高库存', { unit, pattern: 'UNUMBER4' }),
    onHandQty: quantity('现有库存', { unit, derived: true, list: true }),
    defaultWarehouseId: ref('默认仓库', 'warehouse'),
    defaultSupplyId: ref('默认供应商', 'supply'),
    status: enumeration('状态', enableStatus, { required: true, default: 'ENABLED', list: true, filter: true }),
    remark: text('备注', { max: 500 }),
    allowUrgentRelease: flag('允许紧急放行', {
      default: false,
      hint: '检验未出结果时，可注明原因先放行此物料的批次；检验照常进行，不合格即冻结',
    }),
  },
  columns: [
    'code',
    'name',
    'materialType',
    'onHandQty',
    'minStock',
    'shelfLifeValue',
    'storageCondition',
    'status',
    'baseUnitId',
  ],
  title: 'name',
  facts: ['code', 'materialType', 'onHandQty', 'storageCondition', 'defaultSupplyId'],
  choiceFields: ['baseUnitId', 'shelfLifeValue', 'shelfLifeUnit'],
  search: ['nameEn', 'insNo'],
  order: [['code', 'asc']],
  checks: [countryCode('originCountry')],
  calls: {
    save: 'Material/MaterialSave',
    remove: 'Material/MaterialDelete',
    options: ['BasicData/MaterialKeyValueList', 'BasicData/RemoteMaterialKeyValueList'],
  },
  related: [
    { entity: 'materialspec', by: 'materialId' },
    { entity: 'stocklot', by: 'materialId' },
    { entity: 'thirdreport', by: 'materialId' },
  ],
})
