import { defineEntity } from '../schema/entity.ts'
import { date, enumeration, flag, instant, quantity, rate, ref, text } from '../schema/field.ts'
import { approvalStatus } from './masterStatus.ts'
import { productformulaline } from './productformulaline.ts'

export const productformula = defineEntity({
  name: 'productformula',
  shared: true,
  area: 'basic',
  label: '产品配方',
  icon: 'flask-conical',
  paper: { signatures: ['planned', 'checked', 'approved', 'date'] },
  fields: {
    productId: ref('产品', 'product', { required: true, list: true }),
    versionNo: text('配方版本', { required: true, max: 20, unique: 'productId', key: true, list: true }),
    formulaName: text('配方名称', { required: true, max: 50, list: true, width: 200 }),
    baseQty: quantity('配方基准量', {
      unit: { by: ['baseUnitId', 'productId'] },
      required: true,
      pattern: 'UNUMBER4',
      positive: true,
      default: '1000',
      list: true,
    }),
    baseUnitId: ref('基准单位', 'unit', { required: true, list: true }),
    yieldRate: rate('标准得率(%)', {
      required: true,
      pattern: 'UNUMBER',
      positive: true,
      default: '100.00',
      list: true,
    }),
    lossRateMin: rate('允许损耗下限(%)', { pattern: 'NUMBER', default: '0', list: true }),
    lossRateMax: rate('允许损耗上限(%)', { pattern: 'UNUMBER', default: '5', list: true }),
    isMassBalanced: flag('配料质量平衡', {
      default: true,
      hint: '配料合计应等于基准量；发酵、浓缩或有副产品的配方不适用',
    }),
    effectiveFrom: date('生效日期', { required: true, list: true }),
    effectiveTo: date('失效日期'),
    approvedBy: ref('批准人', 'user', { serverManaged: true }),
    approvedAt: instant('批准时间', { serverManaged: true }),
    status: enumeration('状态', approvalStatus, { serverManaged: true, default: 'DRAFT', list: true, filter: true }),
  },
  lines: { lines: productformulaline },
  columns: ['productId', 'versionNo', 'formulaName', 'baseQty', 'effectiveFrom', 'yieldRate'],
  title: 'formulaName',
  // Immutable once approved: a changed recipe is a new version.
  editableIn: ['DRAFT', 'PENDING'],
  search: ['versionNo'],
  order: [
    ['productId', 'asc'],
    ['versionNo', 'desc'],
  ],
  calls: {
    list: 'BasicData/GetFormulaList',
    save: 'BasicData/ProductFormulaSave',
    remove: 'BasicData/ProductFormulaDel',
  },
  actions: {
    approve: {
      label: '批准',
      on: 'rows',
      from: ['DRAFT', 'PENDING'],
      to: 'APPROVED',
      confirm: true,
      rehearsed: true,
      keywords: ['审批', '核准'],
    },
    retire: { label: '停用', on: 'rows', from: ['APPROVED'], to: 'RETIRED', confirm: true, button: 'approve' },
    newVersion: {
      label: '另存新版本',
      on: 'row',
      button: 'add',
      confirm: true,
      arguments: { versionNo: text('新版本号', { max: 20, hint: '不填则顺延' }) },
      keywords: ['修订', '复制'],
    },
  },
})
