import { defineEntity } from '../schema/entity.ts'
import { integer, quantity, ref, text } from '../schema/field.ts'

const unit = { by: ['lotId'] } as const

export const callbacklot = defineEntity({
  name: 'callbacklot',
  area: 'sale',
  label: '召回批次',
  line: true,
  fields: {
    lineNo: integer('行号', { serverManaged: true }),
    lotId: ref('批次', 'stocklot', { required: true, key: true, list: true, width: 150 }),
    producedQty: quantity('生产数量', { unit, serverManaged: true, list: true }),
    onHandQty: quantity('库存数量', { unit, serverManaged: true, list: true }),
    palletPlaces: text('所在托盘及库位', { derived: true, list: true, width: 260 }),
    soldQty: quantity('已售数量', { unit, serverManaged: true, list: true }),
    retainedQty: quantity('留样数量', { unit, serverManaged: true, list: true }),
    recalledQty: quantity('已召回数量', { unit, serverManaged: true, list: true }),
    onSiteQty: quantity('就地销毁数量', { unit, pattern: 'UNUMBER4', list: true }),
    disposedQty: quantity('已处置数量', { unit, serverManaged: true, list: true }),
    balanceQty: quantity('未核销数量', { unit, serverManaged: true, list: true }),
    balanceReason: text('未核销说明', { max: 200, list: true }),
  },
})
