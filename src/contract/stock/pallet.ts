import { total } from '../schema/decimal.ts'
import { defineEntity } from '../schema/entity.ts'
import { decimal, defineEnumeration, enumeration, instant, ref, text, type Values } from '../schema/field.ts'
import { palletline } from './palletline.ts'

export const palletStatus = defineEnumeration('PalletStatus', {
  OPEN: '装托中',
  CLOSED: '已封托',
  SHIPPED: '已发运',
  UNPACKED: '已拆托',
})

const isShipped = ({ status }: Values) => status === 'SHIPPED'

/** Pallet: goods in one place under a serial shipping container code (SSCC). */
export const pallet = defineEntity({
  name: 'pallet',
  area: 'stock',
  label: '托盘',
  keywords: ['SSCC', '栈板', '物流单元', '整托'],
  icon: 'boxes',
  editableIn: ['OPEN'],
  fields: {
    sscc: text('托盘号(SSCC)', { serverManaged: true, max: 18, unique: true, key: true, list: true, filter: true }),
    locationId: ref('库位', 'stocklocation', {
      required: true,
      list: true,
      filter: true,
      where: () => ({ locationType: 'STORAGE' }),
    }),
    packerId: ref('装托人', 'employee', { required: true, list: true }),
    totalPackages: decimal('总件数', { list: true, computed: row => total(row.lines, 'packageQty', 2) }),
    closedAt: instant('封托时间', { serverManaged: true, list: true }),
    saleOutId: ref('销售单', 'productsaleout', { serverManaged: true, list: true, filter: true, shownIf: isShipped }),
    dealerId: ref('经销商', 'dealer', { serverManaged: true, list: true, filter: true, shownIf: isShipped }),
    unpackedAt: instant('拆托时间', { serverManaged: true, shownIf: ({ status }) => status === 'UNPACKED' }),
    status: enumeration('状态', palletStatus, { serverManaged: true, default: 'OPEN', list: true, filter: true }),
    remark: text('备注', { max: 500, list: true, editableAfterPosting: true }),
  },
  lines: { lines: palletline },
  columns: ['sscc', 'totalPackages', 'locationId', 'closedAt', 'dealerId', 'saleOutId', 'packerId'],
  title: 'sscc',
  facts: ['totalPackages', 'locationId', 'closedAt', 'saleOutId', 'dealerId', 'packerId'],
  order: [['id', 'desc']],
  indexes: [{ on: ['status'] }, { on: ['saleOutId'] }],
  actions: {
    close: {
      label: '封托',
      on: 'rows',
      from: ['OPEN'],
      to: 'CLOSED',
      confirm: true,
      keys: ['mod+enter'],
      keywords: ['装好', '缠膜'],
    },
    unpack: {
      label: '拆托',
      on: 'rows',
      from: ['CLOSED'],
      to: 'UNPACKED',
      confirm: true,
      risk: 'destructive',
      keywords: ['拆开', '散货'],
      arguments: { reason: text('原因', { required: true, max: 200 }) },
    },
  },
  createsFrom: {
    sell: { label: '整托出库', entity: 'productsaleout', by: 'lines.palletId', from: ['CLOSED'] },
    move: { label: '整托移库', entity: 'productstoreout', by: 'lines.palletId', from: ['CLOSED'] },
  },
  nextSteps: [
    { step: 'close', from: ['OPEN'] },
    { step: 'sell', from: ['CLOSED'] },
  ],
})
