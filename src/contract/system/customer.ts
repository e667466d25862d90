import { enableStatus } from '../basic/masterStatus.ts'
import { isCompanyPrefix } from '../gs1/companyPrefix.ts'
import { countryCode } from '../schema/country.ts'
import { defineEntity } from '../schema/entity.ts'
import { date, enumeration, image, text } from '../schema/field.ts'
import { currency, defaultCurrency } from './currency.ts'
import { lang } from './lang.ts'

export const customer = defineEntity({
  name: 'customer',
  area: 'system',
  label: '企业客户',
  keywords: ['企业', '组织'],
  icon: 'factory',
  global: true,
  softDelete: true,
  fields: {
    code: text('企业编码', { required: true, max: 30, unique: true, key: true, list: true, filter: true }),
    name: text('企业名称', { required: true, max: 100, unique: true, list: true, filter: true }),
    shortName: text('简称', { max: 30, list: true }),
    creditCode: text('统一社会信用代码', { max: 18, unique: true, list: true, filter: true }),
    licenseNo: text('食品生产许可证编号', { max: 30, list: true }),
    licenseExpireDate: date('许可证有效期至', { list: true }),
    legalPerson: text('法定代表人', { max: 30 }),
    contactName: text('联系人', { required: true, max: 30, list: true }),
    phone: text('联系电话', { required: true, pattern: 'PHONE', max: 20, list: true }),
    email: text('电子邮箱', { pattern: 'EMAIL', max: 100 }),
    country: text('国家', { required: true, max: 2, default: 'CN', hint: '两位代码，如 CN' }),
    address: text('地址', { required: true, max: 200 }),
    postcode: text('邮政编码', { max: 10 }),
    gln: text('参与方位置编码(GLN)', { max: 13, unique: true }),
    gs1Prefix: text('GS1厂商识别代码', { max: 12, hint: '编托盘号(SSCC)用，4 到 12 位数字' }),
    timeZone: text('时区', { required: true, max: 40, default: 'Asia/Shanghai' }),
    currency: enumeration('币种', currency, { default: defaultCurrency }),
    defaultLang: enumeration('默认语言', lang, { required: true, default: 'zh-CN' }),
    expireDate: date('服务到期日', { list: true }),
    status: enumeration('状态', enableStatus, { required: true, default: 'ENABLED', list: true, filter: true }),
    remark: text('备注', { max: 500 }),
    logo: image('企业标志'),
  },
  columns: ['code', 'name', 'shortName', 'status', 'contactName', 'phone', 'licenseExpireDate'],
  title: 'name',
  order: [['code', 'asc']],
  checks: [
    countryCode('country'),
    { at: 'gs1Prefix', ok: ({ gs1Prefix }) => !gs1Prefix || isCompanyPrefix(String(gs1Prefix)), message: 'gs1Prefix' },
  ],
  calls: {
    load: 'SystemSetting/CustomerGet',
    save: 'SystemSetting/CustomerSave',
    remove: 'SystemSetting/CustomerDelete',
    options: ['SystemSetting/CustomerKeyValueList', 'SystemSetting/RemoteCustomerKeyValueList'],
  },
})
