import { enableStatus } from '../basic/masterStatus.ts'
import { grade } from '../material/supply.ts'
import { countryCode } from '../schema/country.ts'
import { defineEntity } from '../schema/entity.ts'
import { date, defineEnumeration, enumeration, files, integer, money, rate, ref, text } from '../schema/field.ts'

const dealerType = defineEnumeration('DealerType', {
  DISTRIBUTOR: '经销商',
  RETAILER: '零售商',
  ECOMMERCE: '电商',
  CATERING: '餐饮',
  INDUSTRY: '工业客户',
  EXPORT: '出口',
  DIRECT: '直营',
})
const pickPolicy = defineEnumeration('PickPolicy', {
  EXPIRING_FIRST: '先到期先出',
  NEWEST_FIRST: '最新优先',
})

export const dealer = defineEntity({
  name: 'dealer',
  area: 'sale',
  label: '经销商',
  keywords: ['客户'],
  icon: 'store',
  softDelete: true,
  fields: {
    code: text('经销商编码', { required: true, max: 30, unique: true, key: true, list: true, filter: true }),
    name: text('经销商名称', { required: true, max: 100, unique: true, list: true, filter: true }),
    shortName: text('简称', { max: 30 }),
    dealerType: enumeration('经销商类型', dealerType, {
      required: true,
      default: 'DISTRIBUTOR',
      list: true,
      filter: true,
    }),
    level: enumeration('客户等级', grade, { default: 'B', list: true, filter: true }),
    creditCode: text('统一社会信用代码', { max: 18, unique: true, filter: true }),
    licenseNo: text('食品经营许可证编号', { max: 30, list: true }),
    licenseExpireDate: date('许可证有效期至'),
    contactName: text('联系人', { required: true, max: 30, list: true }),
    phone: text('联系电话', { required: true, pattern: 'PHONE', max: 20, list: true }),
    email: text('电子邮箱', { pattern: 'EMAIL', max: 100 }),
    recallContactName: text('召回联系人', { required: true, max: 30 }),
    recallPhone: text('召回电话(24h)', { required: true, pattern: 'PHONE', max: 20, list: true }),
    region: text('销售区域', { required: true, max: 60, list: true, filter: true }),
    address: text('地址', { required: true, max: 200, list: true }),
    country: text('国家', { required: true, max: 2, default: 'CN', hint: '两位代码，如 CN' }),
    postcode: text('邮政编码', { max: 10 }),
    gln: text('参与方位置编码(GLN)', { max: 13, unique: true }),
    salesmanId: ref('业务员', 'employee', { filter: true }),
    monthSellAwardRate: rate('月销售奖励率', { pattern: 'MONTHSELLAWARDRATE', default: '0.00' }),
    creditLimit: money('信用额度', { pattern: 'UNUMBER' }),
    pickPolicy: enumeration('批次分配策略', pickPolicy, { required: true, default: 'EXPIRING_FIRST' }),
    minRemainDays: integer('要求剩余保质期(天)', { unit: '天', pattern: 'UINT', default: 0 }),
    status: enumeration('状态', enableStatus, { required: true, default: 'ENABLED', list: true, filter: true }),
    remark: text('备注', { max: 500 }),
    files: files('附件'),
  },
  columns: ['code', 'name', 'dealerType', 'status', 'contactName', 'phone', 'recallPhone', 'region'],
  title: 'name',
  facts: ['code', 'dealerType', 'region', 'recallContactName', 'recallPhone', { due: 'licenseExpireDate' }],
  search: ['shortName', 'phone', 'recallPhone'],
  order: [['code', 'asc']],
  checks: [countryCode('country')],
  calls: { options: ['Sale/GetDealerLabelValueList', 'Produce/RemoteDealerKeyValueList'] },
  createsFrom: { sell: { label: '销售出库', entity: 'productsaleout', by: 'dealerId' } },
  related: [
    { entity: 'productsaleout', by: 'dealerId' },
    { entity: 'complaint', by: 'dealerId' },
    { entity: 'callbackdealer', by: 'dealerId' },
  ],
})
