import { enableStatus } from '../basic/masterStatus.ts'
import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, integer, isEmpty, text } from '../schema/field.ts'

export const printerDots = defineEnumeration('PrinterDots', {
  D203: '203 dpi',
  D300: '300 dpi',
  D600: '600 dpi',
})
export type PrinterDots = keyof typeof printerDots.options

/** Whole dots of a millimetre, as makers count them. */
export const dotsPerMm: Readonly<Record<PrinterDots, number>> = { D203: 8, D300: 12, D600: 24 }

/** The rows are the addresses to which the server may print. */
export const labelprinter = defineEntity({
  name: 'labelprinter',
  area: 'system',
  label: '标签打印机',
  keywords: ['打印机', '条码打印机'],
  icon: 'printer',
  softDelete: true,
  shared: true,
  fields: {
    name: text('打印机名称', { required: true, max: 50, unique: true, key: true, list: true, filter: true }),
    address: text('地址', {
      required: true,
      max: 100,
      list: true,
      hint: 'IP 地址或主机名；服务器只向这里登记的地址打印',
    }),
    port: integer('端口', { required: true, default: 9100, list: true }),
    dots: enumeration('分辨率', printerDots, { required: true, default: 'D203', list: true }),
    place: text('所在位置', { max: 50, list: true, filter: true }),
    status: enumeration('状态', enableStatus, { required: true, default: 'ENABLED', list: true, filter: true }),
    remark: text('备注', { max: 200 }),
  },
  title: 'name',
  facts: ['address', 'port', 'dots', 'place'],
  choiceFields: ['dots', 'place', 'status'],
  search: ['place', 'address'],
  order: [['name', 'asc']],
  checks: [
    {
      at: 'port',
      ok: ({ port }) => isEmpty(port) || (Number(port) >= 1 && Number(port) <= 65_535),
      message: 'printerPort',
    },
  ],
})
