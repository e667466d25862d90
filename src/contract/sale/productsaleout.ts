import { total } from '../schema/decimal.ts'
import { defineEntity } from '../schema/entity.ts'
import {
  date,
  decimal,
  defineEnumeration,
  enumeration,
  files,
  flag,
  instant,
  money,
  ref,
  text,
  type Values,
} from '../schema/field.ts'
import { posting } from '../schema/posting.ts'
import { productsaleoutline } from './productsaleoutline.ts'

const saleStatus = defineEnumeration('SaleStatus', {
  DRAFT: '草稿',
  SUBMITTED: '已出库',
  CONFIRMED: '已签收',
  REVERSED: '已冲销',
})

const isPosted = ({ status }: Values) => status !== 'DRAFT'

export const productsaleout = defineEntity({
  name: 'productsaleout',
  area: 'sale',
  label: '销售出库',
  keywords: ['发货', '销售单', '出货'],
  icon: 'send',
  document: true,
  paper: {
    omitted: ['isConfirmed', 'warehouseId'],
    signatures: ['made', 'shipped', 'checked', 'received', 'date'],
    partner: 'dealerId',
    address: ['shipToAddress'],
    contact: ['contactName', 'phone'],
  },
  reserves: { lines: 'lines', quantity: 'baseQty', kind: 'DRAFT_SALE', owner: 'handlerId' },
  fields: {
    docNo: text('销售单号', {
      serverManaged: true,
      numbered: 'SO',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    saleDate: date('销售日期', { required: true, default: 'today', list: true, filter: true }),
    shipTime: instant('出库时间', { past: true, required: true, default: 'now' }),
    dealerId: ref('经销商', 'dealer', { required: true, list: true, filter: true }),
    shipToAddress: text('收货地址', { max: 200, list: true }),
    contactName: text('收货人', { max: 30 }),
    phone: text('联系电话', { pattern: 'PHONE', max: 20 }),
    orderNo: text('客户订单号', { max: 30, list: true, filter: true }),
    warehouseId: ref('仓库', 'warehouse', { required: true, list: true, filter: true }),
    carrier: text('承运人', { max: 50 }),
    vehicleNo: text('车牌号', { max: 20 }),
    transportTemp: decimal('运输温度(℃)', { unit: '℃', pattern: 'NUMBER' }),
    handlerId: ref('发货人', 'employee', { required: true, list: true }),
    salesmanId: ref('业务员', 'employee'),
    totalPackages: decimal('总件数', { list: true, computed: row => total(row.lines, 'packageQty', 2) }),
    totalAmount: money('总金额', { list: true, computed: row => total(row.lines, 'amount', 2) }),
    confirmTime: instant('签收时间', { shownIf: isPosted, serverManaged: true, list: true }),
    isConfirmed: flag('已签收', { shownIf: isPosted, derived: true, list: true, filter: true }),
    status: enumeration('状态', saleStatus, { serverManaged: true, default: 'DRAFT', list: true, filter: true }),
    remark: text('备注', { max: 500, list: true, editableAfterPosting: true }),
    files: files('附件', { editableAfterPosting: true }),
  },
  lines: { lines: productsaleoutline },
  columns: ['docNo', 'dealerId', 'saleDate', 'totalPackages', 'totalAmount', 'isConfirmed', 'warehouseId', 'handlerId'],
  title: 'docNo',
  subject: 'dealerId',
  facts: ['saleDate', 'totalPackages', 'totalAmount', 'warehouseId', 'shipToAddress', 'confirmTime'],
  search: ['orderNo'],
  order: [['id', 'desc']],
  indexes: [{ on: ['status'] }, { on: ['customerId', 'shipTime', 'docNo'] }],
  calls: { save: 'Sale/ProductSaleOutSave' },
  actions: {
    ...posting,
    confirm: {
      label: '签收',
      on: 'rows',
      from: ['SUBMITTED'],
      when: (row: Values) => !row.confirmTime,
      confirm: true,
      keywords: ['客户签收', '回单'],
      arguments: { confirmTime: instant('签收时间', { required: true, default: 'now' }) },
    },
  },
  createsFrom: {
    return: { label: '销售退货', entity: 'productstorein', by: 'sourceSaleOutId', from: ['SUBMITTED', 'CONFIRMED'] },
  },
  asLastTime: {
    same: 'dealerId',
    from: ['SUBMITTED', 'CONFIRMED'],
    fields: ['warehouseId', 'handlerId', 'carrier'],
    lines: { lines: ['productId', 'productSpecId', 'unitPrice', 'locationId'] },
  },
  nextSteps: [{ step: 'confirm', from: ['SUBMITTED'], when: row => !row.confirmTime }],
})
