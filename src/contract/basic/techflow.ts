import { defineEntity } from '../schema/entity.ts'
import {
  decimal,
  defineEnumeration,
  enumeration,
  enumerations,
  flag,
  image,
  integer,
  longText,
  richText,
  text,
} from '../schema/field.ts'
import { limitsInOrder } from './limits.ts'
import { approvalStatus } from './masterStatus.ts'

const flowType = defineEnumeration('FlowType', {
  PREP: '前处理',
  FERMENT: '发酵',
  BLEND: '调配',
  HEAT: '杀菌',
  FILL: '灌装',
  PACK: '包装',
  INSPECT: '检验',
  STORE: '贮存',
  CLEAN: '清洗消毒',
})
export const hazardType = defineEnumeration('HazardType', {
  BIO: '生物性',
  CHEM: '化学性',
  PHYS: '物理性',
  ALLERGEN: '致敏物质',
  LABEL: '标签标识',
  FRAUD: '掺假',
})

export const techflow = defineEntity({
  name: 'techflow',
  area: 'basic',
  label: '工艺流程',
  icon: 'workflow',
  keywords: ['工序库'],
  softDelete: true,
  editableIn: ['DRAFT', 'PENDING', 'REJECTED'],
  fields: {
    code: text('工序编码', { required: true, max: 30, unique: true, key: true, list: true, filter: true }),
    name: text('工序名称', { required: true, max: 50, unique: true, list: true, filter: true }),
    flowType: enumeration('工序类别', flowType, { required: true, default: 'PREP', list: true, filter: true }),
    isKeyControl: flag('是否关键控制点', { required: true, default: false, list: true, filter: true }),
    ccpNo: text('CCP编号', { max: 10, list: true, requiredIf: row => row.isKeyControl === true }),
    hazardTypes: enumerations('危害类型', hazardType),
    controlItem: text('监控项目', { max: 50, list: true, requiredIf: row => row.isKeyControl === true }),
    limitMin: decimal('关键限值下限', { pattern: 'NUMBER', list: true }),
    limitMax: decimal('关键限值上限', { pattern: 'NUMBER', list: true }),
    limitUnit: text('限值单位', { max: 20 }),
    monitorMethod: text('监控方法', { max: 100 }),
    monitorIntervalMin: integer('监控间隔(分钟)', { unit: '分钟', pattern: 'POSITIVEINTEGER' }),
    correctiveAction: longText('纠偏措施', { requiredIf: row => row.isKeyControl === true }),
    description: richText('作业说明'),
    versionNo: text('版本号', { required: true, max: 20, default: '1.0', list: true }),
    sortNo: integer('排序号', { pattern: 'INT', default: 0 }),
    status: enumeration('状态', approvalStatus, { serverManaged: true, default: 'DRAFT', list: true, filter: true }),
    diagram: image('流程图'),
  },
  title: 'name',
  order: [
    ['sortNo', 'asc'],
    ['code', 'asc'],
  ],
  checks: [{ at: 'limitMax', ok: limitsInOrder, message: 'maxBelowMin' }],
  calls: { save: 'BasicData/TechFlowSave', remove: 'BasicData/TechFlowDelete' },
  actions: {
    approve: {
      label: '批准',
      on: 'rows',
      from: ['DRAFT', 'PENDING', 'REJECTED'],
      to: 'APPROVED',
      confirm: true,
      rehearsed: true,
    },
    retire: { label: '停用', on: 'rows', from: ['APPROVED'], to: 'RETIRED', confirm: true, button: 'approve' },
    revise: { label: '修订', on: 'rows', from: ['APPROVED', 'RETIRED'], to: 'DRAFT', confirm: true, button: 'approve' },
  },
  related: [{ entity: 'producttechflow', by: 'techFlowId' }],
})
