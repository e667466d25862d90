import { defineEntity } from '../schema/entity.ts'
import { date, defineEnumeration, enumeration, files, ref, text } from '../schema/field.ts'
import { thirdreportitem } from './thirdreportitem.ts'
import { verdict } from './verdict.ts'

const reportType = defineEnumeration('ReportType', {
  TYPE_TEST: '型式检验',
  COMMISSIONED: '委托检验',
  SUPERVISION: '监督抽检',
  SUPPLIER_COA: '供应商检验报告',
  ENVIRONMENT: '环境水质',
})
const testObject = defineEnumeration('TestObject', {
  PRODUCT: '产品',
  MATERIAL: '原料',
  WATER: '生产用水',
  ENVIRONMENT: '环境',
  PACKAGING: '包装',
})

export const thirdreport = defineEntity({
  name: 'thirdreport',
  shared: true,
  area: 'basic',
  label: '第三方检验报告',
  icon: 'file-check',
  fields: {
    reportNo: text('报告编号', { required: true, max: 50, unique: 'agencyName', key: true, list: true, filter: true }),
    reportType: enumeration('报告类型', reportType, {
      required: true,
      default: 'COMMISSIONED',
      list: true,
      filter: true,
    }),
    objectType: enumeration('检验对象', testObject, { required: true, default: 'PRODUCT', list: true, filter: true }),
    productId: ref('产品', 'product', { list: true, filter: true, requiredIf: row => row.objectType === 'PRODUCT' }),
    materialId: ref('原料', 'material', { list: true, filter: true, requiredIf: row => row.objectType === 'MATERIAL' }),
    lotId: ref('批次', 'stocklot', { list: true, filter: true }),
    supplyId: ref('供应商', 'supply', { filter: true }),
    agencyName: text('检验机构', { required: true, max: 100, list: true, filter: true }),
    agencyCertNo: text('机构资质编号', { max: 50 }),
    sampleDate: date('抽样日期'),
    issueDate: date('签发日期', { required: true, list: true, filter: true }),
    validUntil: date('有效期至', { list: true }),
    conclusion: enumeration('检验结论', verdict, { required: true, default: 'PASS', list: true, filter: true }),
    remark: text('备注', { max: 500 }),
    files: files('附件'),
  },
  lines: { items: thirdreportitem },
  columns: [
    'reportNo',
    'reportType',
    'conclusion',
    'agencyName',
    'issueDate',
    'validUntil',
    'productId',
    'materialId',
    'lotId',
  ],
  title: 'reportNo',
  search: ['agencyName'],
  order: [
    ['issueDate', 'desc'],
    ['id', 'desc'],
  ],
  checks: [
    {
      at: 'sampleDate',
      ok: row => !row.sampleDate || !row.issueDate || String(row.sampleDate) <= String(row.issueDate),
      message: 'sampledAfterIssue',
    },
    {
      at: 'validUntil',
      ok: row => !row.validUntil || !row.issueDate || String(row.validUntil) >= String(row.issueDate),
      message: 'endBeforeStart',
    },
  ],
  calls: { load: 'BasicData/ThirdReportDataGet', save: 'BasicData/ThirdReportDataSave' },
})
