import { defineEntity } from '../schema/entity.ts'
import { date, defineEnumeration, enumeration, instant, quantity, ref, text } from '../schema/field.ts'
import { disposalMethod } from './disposalMethod.ts'
import { retainobservation } from './retainobservation.ts'

const unit = { by: ['productId', 'lotId', 'unitId'] } as const

const samplePurpose = defineEnumeration('SamplePurpose', {
  ROUTINE: '常规留样',
  STABILITY: '稳定性考察',
  DISPUTE: '争议复检',
})
export const sampleStatus = defineEnumeration('SampleStatus', {
  RETAINED: '在存',
  PARTLY_USED: '部分使用',
  DUE: '到期待处置',
  DISPOSED: '已处置',
})

export const retainsample = defineEntity({
  name: 'retainsample',
  area: 'sale',
  label: '留样管理',
  icon: 'archive',
  editableIn: ['RETAINED', 'PARTLY_USED', 'DUE'],
  fields: {
    docNo: text('留样编号', {
      serverManaged: true,
      numbered: 'RS',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    productId: ref('产品', 'product', { required: true, fixed: true, list: true, filter: true }),
    lotId: ref('批次', 'stocklot', {
      required: true,
      fixed: true,
      list: true,
      filter: true,
      width: 150,
      where: row => ({ itemType: 'PRODUCT', productId: row.productId }),
    }),
    produceDate: date('生产日期', { serverManaged: true, list: true }),
    sampleTime: instant('留样时间', {
      past: true,
      required: true,
      fixed: true,
      default: 'now',
      list: true,
      filter: true,
    }),
    sampleQty: quantity('留样数量', {
      unit,
      required: true,
      fixed: true,
      pattern: 'UNUMBER4',
      list: true,
      positive: true,
    }),
    unitId: ref('单位', 'unit', { serverManaged: true, list: true, hidden: true }),
    purpose: enumeration('留样目的', samplePurpose, { required: true, fixed: true, default: 'ROUTINE', filter: true }),
    samplerId: ref('留样人', 'employee', { required: true, list: true }),
    storageLocation: text('存放位置', { required: true, max: 50, list: true }),
    storageCondition: text('存放条件', { max: 50 }),
    retainUntil: date('保留期限', { list: true, filter: true }),
    usedQty: quantity('已用数量', { unit, serverManaged: true }),
    disposalTime: instant('处置时间', { serverManaged: true }),
    disposalMethod: enumeration('处置方式', disposalMethod, { serverManaged: true }),
    disposalById: ref('处置人', 'employee', { serverManaged: true }),
    status: enumeration('状态', sampleStatus, { serverManaged: true, default: 'RETAINED', list: true, filter: true }),
    remark: text('备注', { max: 500 }),
    locationId: ref('库位', 'stocklocation', { fixed: true, where: () => ({ locationType: 'STORAGE' }) }),
    warehouseId: ref('仓库', 'warehouse', { fixed: true }),
    productStoreOutId: ref('产品出库单', 'productstoreout', { serverManaged: true }),
  },
  lines: { observations: retainobservation },
  columns: ['docNo', 'productId', 'sampleQty', 'lotId', 'retainUntil', 'storageLocation', 'sampleTime'],
  title: 'docNo',
  subject: 'productId',
  facts: ['lotId', 'sampleQty', 'storageLocation', { due: 'retainUntil', done: 'disposalTime' }, 'samplerId'],
  order: [['id', 'desc']],
  calls: { load: 'Sale/RetainSampleGet', save: 'Sale/RetainSampleSave' },
  actions: {
    dispose: {
      label: '处置',
      on: 'rows',
      from: ['RETAINED', 'PARTLY_USED', 'DUE'],
      to: 'DISPOSED',
      confirm: true,
      arguments: {
        disposalMethod: enumeration('处置方式', disposalMethod, { default: 'DESTROY' }),
        reason: text('原因', { max: 200 }),
      },
    },
  },
})
