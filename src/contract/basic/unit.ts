import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, integer, ref, text } from '../schema/field.ts'
import { enableStatus } from './masterStatus.ts'

const unitType = defineEnumeration('UnitType', {
  MASS: '质量',
  VOLUME: '体积',
  COUNT: '计数',
  LENGTH: '长度',
  AREA: '面积',
})

export const unit = defineEntity({
  name: 'unit',
  area: 'basic',
  label: '计量单位',
  icon: 'ruler',
  softDelete: true,
  fields: {
    code: text('单位编码', { required: true, max: 10, unique: true, key: true, list: true, filter: true }),
    name: text('单位名称', { required: true, max: 20, unique: true, list: true, filter: true }),
    unitType: enumeration('单位类别', unitType, { required: true, default: 'MASS', list: true, filter: true }),
    baseUnitId: ref('基准单位', 'unit', { list: true }),
    factorNumerator: integer('换算分子', { required: true, pattern: 'POSITIVEINTEGER', default: 1, list: true }),
    factorDenominator: integer('换算分母', { required: true, pattern: 'POSITIVEINTEGER', default: 1, list: true }),
    decimals: integer('小数位数', { required: true, pattern: 'UINT', default: 4, list: true }),
    uneceCode: text('UNECE代码', { max: 3 }),
    sortNo: integer('排序号', { pattern: 'INT', default: 0 }),
    status: enumeration('状态', enableStatus, { required: true, default: 'ENABLED', list: true, filter: true }),
    remark: text('备注', { max: 500 }),
  },
  title: 'name',
  choiceFields: ['name'],
  order: [
    ['sortNo', 'asc'],
    ['code', 'asc'],
  ],
  calls: { remove: 'BasicData/UnitDelete' },
})
