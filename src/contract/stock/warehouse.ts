import { itemType } from '../basic/item.ts'
import { enableStatus } from '../basic/masterStatus.ts'
import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, ref, text } from '../schema/field.ts'

const tempZone = defineEnumeration('TempZone', {
  AMBIENT: '常温',
  COOL: '阴凉',
  CHILLED: '冷藏',
  FROZEN: '冷冻',
})

export const warehouse = defineEntity({
  name: 'warehouse',
  area: 'stock',
  label: '仓库',
  icon: 'warehouse',
  softDelete: true,
  fields: {
    code: text('仓库编码', { required: true, max: 30, unique: true, key: true, list: true, filter: true }),
    name: text('仓库名称', { required: true, max: 50, unique: true, list: true, filter: true }),
    tempZone: enumeration('温区', tempZone, { required: true, default: 'AMBIENT', list: true }),
    itemType: enumeration('存放类型', itemType, { list: true }),
    keeperId: ref('仓管员', 'employee', { list: true }),
    address: text('地址', { max: 200 }),
    gln: text('参与方位置编码(GLN)', { max: 13, unique: true }),
    status: enumeration('状态', enableStatus, { required: true, default: 'ENABLED', list: true, filter: true }),
  },
  title: 'name',
  order: [['code', 'asc']],
  related: [{ entity: 'stocklocation', by: 'warehouseId' }],
})
