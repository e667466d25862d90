import { countryCode } from '../schema/country.ts'
import { defineEntity } from '../schema/entity.ts'
import { date, defineEnumeration, enumeration, files, text } from '../schema/field.ts'
import { supplyApproval, supplymaterial } from './supplymaterial.ts'

const supplierType = defineEnumeration('SupplierType', {
  PRODUCER: '生产商',
  TRADER: '贸易商',
  FARMER: '农户合作社',
  IMPORTER: '进口商',
})
export const grade = defineEnumeration('Grade', {
  A: 'A级',
  B: 'B级',
  C: 'C级',
  D: 'D级',
})

export const supply = defineEntity({
  name: 'supply',
  area: 'material',
  label: '供应商',
  icon: 'truck',
  softDelete: true,
  fields: {
    code: text('供应商编码', { required: true, max: 30, unique: true, key: true, list: true, filter: true }),
    name: text('供应商名称', { required: true, max: 100, unique: true, list: true, filter: true }),
    shortName: text('简称', { max: 30 }),
    supplierType: enumeration('供应商类型', supplierType, {
      required: true,
      default: 'PRODUCER',
      list: true,
      filter: true,
    }),
    creditCode: text('统一社会信用代码', { max: 18, unique: true, list: true, filter: true }),
    licenseNo: text('食品许可证编号', {
      max: 30,
      requiredIf: row => row.supplierType !== 'FARMER',
      list: true,
      filter: true,
    }),
    licenseExpireDate: date('许可证有效期至', { list: true, filter: true }),
    legalPerson: text('法定代表人', { max: 30 }),
    contactName: text('联系人', { required: true, max: 30, list: true }),
    phone: text('联系电话', { required: true, pattern: 'PHONE', max: 20, list: true }),
    email: text('电子邮箱', { pattern: 'EMAIL', max: 100 }),
    country: text('国家', { required: true, max: 2, default: 'CN', hint: '两位代码，如 CN' }),
    region: text('所在地区', { max: 60 }),
    address: text('地址', { required: true, max: 200 }),
    postcode: text('邮政编码', { max: 10 }),
    gln: text('参与方位置编码(GLN)', { max: 13, unique: true }),
    auditGrade: enumeration('审核等级', grade, { list: true, filter: true }),
    lastAuditDate: date('上次审核日期'),
    nextAuditDate: date('下次审核日期'),
    approvalStatus: enumeration('准入状态', supplyApproval, {
      required: true,
      default: 'PENDING',
      list: true,
      filter: true,
    }),
    remark: text('备注', { max: 500 }),
    files: files('附件'),
  },
  lines: { materials: supplymaterial },
  columns: [
    'code',
    'name',
    'supplierType',
    'approvalStatus',
    'auditGrade',
    'contactName',
    'phone',
    'licenseExpireDate',
  ],
  title: 'name',
  facts: ['code', 'supplierType', 'auditGrade', 'contactName', 'phone', { due: 'licenseExpireDate' }],
  search: ['shortName', 'creditCode'],
  order: [['code', 'asc']],
  checks: [countryCode('country')],
  calls: { remove: 'Material/SupplyDelete', options: 'BasicData/RemoteSupplyKeyValueList' },
  related: [
    { entity: 'materialstorein', by: 'supplyId' },
    { entity: 'stocklot', by: 'supplyId' },
    { entity: 'thirdreport', by: 'supplyId' },
  ],
})
