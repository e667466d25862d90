import { total } from '../schema/decimal.ts'
import { defineEntity } from '../schema/entity.ts'
import { decimal, defineEnumeration, enumeration, files, instant, money, ref, text } from '../schema/field.ts'
import { posting } from '../schema/posting.ts'
import { docStatus } from '../stock/docStatus.ts'
import { materialstoreinline } from './materialstoreinline.ts'

const storeInType = defineEnumeration('StoreInType', {
  PURCHASE: '采购入库',
  OPENING: '期初入库',
})

const isPurchase = ({ storeInType }: { readonly storeInType?: unknown }) => storeInType === 'PURCHASE'

export const materialstorein = defineEntity({
  name: 'materialstorein',
  area: 'material',
  label: '原料入库',
  keywords: ['物料入库', '物料入庫', '收货', '进货', '采购入库'],
  icon: 'package-plus',
  document: true,
  paper: {
    signatures: ['delivered', 'stored', 'inspected', 'checked', 'date'],
    partner: 'supplyId',
  },
  reserves: null,
  fields: {
    docNo: text('入库单号', {
      serverManaged: true,
      numbered: 'MI',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    storeInDate: instant('入库时间', { past: true, required: true, default: 'now', list: true, filter: true }),
    storeInType: enumeration('入库类型', storeInType, {
      required: true,
      default: 'PURCHASE',
      list: true,
      filter: true,
    }),
    supplyId: ref('供应商', 'supply', { requiredIf: isPurchase, list: true, filter: true }),
    deliveryNoteNo: text('送货单号', { requiredIf: isPurchase, max: 30, list: true, filter: true }),
    purchaseOrderNo: text('采购订单号', { max: 30, filter: true }),
    warehouseId: ref('仓库', 'warehouse', { required: true, list: true, filter: true }),
    receiverId: ref('收货人', 'employee', { required: true, list: true }),
    inspectorId: ref('查验人', 'employee', { list: true }),
    vehicleNo: text('车牌号', { max: 20 }),
    transportTemp: decimal('运输温度(℃)', { unit: '℃', pattern: 'NUMBER' }),
    totalAmount: money('总金额', {
      list: true,
      computed: row => total(row.lines, 'amount', 2),
    }),
    status: enumeration('状态', docStatus, { serverManaged: true, default: 'DRAFT', list: true, filter: true }),
    remark: text('备注', { max: 500, list: true, editableAfterPosting: true }),
    files: files('附件', { editableAfterPosting: true }),
  },
  lines: { lines: materialstoreinline },
  columns: ['docNo', 'supplyId', 'storeInDate', 'totalAmount', 'warehouseId', 'storeInType', 'deliveryNoteNo'],
  title: 'docNo',
  subject: 'supplyId',
  facts: ['storeInDate', 'warehouseId', 'deliveryNoteNo', 'totalAmount', 'receiverId'],
  order: [['id', 'desc']],
  calls: {
    prepare: 'Material/InitMaterailStoreInForm',
    load: 'Material/GetMaterailStoreInById',
    save: 'Material/MaterialStoreInSave',
  },
  actions: posting,
  asLastTime: {
    same: 'supplyId',
    from: ['SUBMITTED'],
    fields: ['warehouseId', 'receiverId', 'inspectorId'],
    lines: { lines: ['materialId', 'materialSpecId', 'manufacturerName', 'originPlace', 'unitPrice', 'locationId'] },
  },
})
