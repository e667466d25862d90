import { enableStatus } from '../basic/masterStatus.ts'
import { defineEntity } from '../schema/entity.ts'
import { enumeration, flag, ref, text } from '../schema/field.ts'
import { locationType } from './movementTypes.ts'

export const stocklocation = defineEntity({
  name: 'stocklocation',
  area: 'stock',
  label: '库位',
  icon: 'map-pin',
  softDelete: true,
  fields: {
    code: text('库位编码', { required: true, max: 30, unique: true, key: true, list: true, filter: true }),
    name: text('库位名称', { required: true, max: 50, list: true }),
    warehouseId: ref('仓库', 'warehouse', { list: true }),
    locationType: enumeration('库位类型', locationType, { required: true, default: 'STORAGE', list: true }),
    isQuarantine: flag('隔离区', { required: true, default: false, list: true }),
    isDefault: flag('默认库位', { default: false, list: true }),
    gln: text('参与方位置编码(GLN)', { max: 13, unique: true }),
    status: enumeration('状态', enableStatus, { required: true, default: 'ENABLED', list: true, filter: true }),
  },
  title: 'name',
  order: [['code', 'asc']],
  related: [{ entity: 'stockbalance', by: 'locationId' }],
})
