import { defineEntity } from '../schema/entity.ts'
import { date, enumeration, image, integer, text } from '../schema/field.ts'
import { enableStatus } from './masterStatus.ts'

export const brand = defineEntity({
  name: 'brand',
  area: 'basic',
  label: '品牌',
  icon: 'badge',
  softDelete: true,
  fields: {
    code: text('品牌编码', { required: true, max: 30, unique: true, key: true, list: true, filter: true }),
    name: text('品牌名称', { required: true, max: 50, unique: true, list: true, filter: true }),
    nameEn: text('英文名称', { max: 80, list: true }),
    ownerName: text('商标持有人', { max: 100, list: true }),
    trademarkNo: text('商标注册证号', { max: 30, list: true }),
    trademarkExpireDate: date('商标有效期至', { list: true }),
    sortNo: integer('排序号', { pattern: 'INT', default: 0 }),
    status: enumeration('状态', enableStatus, { required: true, default: 'ENABLED', list: true, filter: true }),
    remark: text('备注', { max: 500 }),
    logo: image('品牌标志'),
  },
  title: 'name',
  order: [
    ['sortNo', 'asc'],
    ['code', 'asc'],
  ],
  calls: { remove: 'BasicData/BrandDelete' },
  related: [{ entity: 'product', by: 'brandId' }],
})
