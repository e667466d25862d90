/** Label purposes, and the fields that a template of a purpose can show. */
import { defineEnumeration, text } from '../schema/field.ts'

export const labelPurpose = defineEnumeration('LabelPurpose', {
  MATERIAL_LOT: '原料批次',
  PRODUCT_CASE: '产品外箱',
  PALLET: '托盘',
  RETAINED_SAMPLE: '留样',
  LOCATION: '库位',
  EQUIPMENT: '设备',
})
export type LabelPurpose = keyof typeof labelPurpose.options

/** Declared once, with an example for templates without a record. */
export const labelFields = {
  itemName: { ...text('品名'), example: '非转基因脱皮大豆' },
  itemNameEn: { ...text('英文品名'), example: 'Dehulled soybeans' },
  itemCode: { ...text('物料编码'), example: 'M0001' },
  spec: { ...text('规格'), example: '25 kg/袋' },
  lotNo: { ...text('批号'), example: 'L20261121-0007' },
  supplierLotNo: { ...text('供应商批号'), example: 'DD261015' },
  supplierName: { ...text('供应商'), example: '山东金禾粮油有限公司' },
  produceDate: { ...text('生产日期'), example: '2026-10-15' },
  expiryDate: { ...text('到期日期'), example: '2027-10-14' },
  receivedOn: { ...text('入库日期'), example: '2026-11-21' },
  quantity: { ...text('数量'), example: '25' },
  unit: { ...text('单位'), example: 'kg' },
  packageUnit: { ...text('包装单位'), example: '袋' },
  gtin: { ...text('商品条码'), example: '06901234567892' },
  number: { ...text('第几件'), example: '3' },
  total: { ...text('共几件'), example: '40' },
  numberOfTotal: { ...text('件号'), example: '3 / 40' },
  storageCondition: { ...text('贮存条件'), example: '阴凉干燥处' },
  allergens: { ...text('致敏物质'), example: '大豆' },
  qualityStatus: { ...text('质量状态'), example: '待检' },
  docNo: { ...text('单号'), example: 'MI20261121-0001' },
  sampleTime: { ...text('留样时间'), example: '2026-11-21 16:30' },
  retainUntil: { ...text('留样至'), example: '2028-11-20' },
  sampler: { ...text('留样人'), example: '周敏' },
  storageLocation: { ...text('存放位置'), example: '留样室 A-03' },
  code: { ...text('编号'), example: 'A-01-02' },
  name: { ...text('名称'), example: '原料库一排二层' },
  warehouse: { ...text('仓库'), example: '原料库' },
  model: { ...text('型号'), example: 'DG-3000' },
  workshop: { ...text('车间'), example: '灌装车间' },
  responsible: { ...text('责任人'), example: '刘洋' },
  nextMaintainDate: { ...text('下次保养'), example: '2026-12-20' },
  sscc: { ...text('SSCC'), example: '106901234500000010' },
  content: { ...text('内容'), example: '酿造酱油 40 箱' },
  shipTo: { ...text('收货方'), example: '青岛海鲜酒楼' },
  organisation: { ...text('企业'), example: '恒香调味品有限公司' },
  printedOn: { ...text('打印日期'), example: '2026-11-21' },
  printedBy: { ...text('打印人'), example: '王芳' },
  codeText: { ...text('条码内容'), example: '(01)06901234567892(17)271014(10)L20261121-0007' },
} as const
export type LabelField = keyof typeof labelFields

const common = ['organisation', 'printedOn', 'printedBy', 'codeText'] as const
const goods = [
  'itemName',
  'itemNameEn',
  'itemCode',
  'spec',
  'lotNo',
  'produceDate',
  'expiryDate',
  'quantity',
  'unit',
  'packageUnit',
  'gtin',
  'number',
  'total',
  'numberOfTotal',
  'storageCondition',
  'allergens',
  'qualityStatus',
  'docNo',
] as const

/** Fields of a purpose, in the order in which they are offered. */
export const fieldsOfPurpose: Readonly<Record<LabelPurpose, readonly LabelField[]>> = {
  MATERIAL_LOT: [...goods, 'supplierLotNo', 'supplierName', 'receivedOn', 'storageLocation', ...common],
  PRODUCT_CASE: [...goods, 'receivedOn', 'storageLocation', ...common],
  PALLET: ['sscc', 'content', 'quantity', 'shipTo', 'code', 'warehouse', 'storageLocation', ...common],
  RETAINED_SAMPLE: [
    'docNo',
    'itemName',
    'itemNameEn',
    'itemCode',
    'lotNo',
    'produceDate',
    'expiryDate',
    'quantity',
    'unit',
    'gtin',
    'sampleTime',
    'retainUntil',
    'sampler',
    'storageLocation',
    'storageCondition',
    ...common,
  ],
  LOCATION: ['code', 'name', 'warehouse', ...common],
  EQUIPMENT: ['code', 'name', 'model', 'workshop', 'responsible', 'nextMaintainDate', ...common],
}

/** Records whose labels a purpose prints; documents stand for their lots. */
export const sourcesOfPurpose: Readonly<Record<LabelPurpose, readonly string[]>> = {
  MATERIAL_LOT: ['stocklot', 'materialstorein', 'materialstoreinline'],
  PRODUCT_CASE: ['stocklot', 'productstorein'],
  PALLET: ['pallet'],
  RETAINED_SAMPLE: ['retainsample'],
  LOCATION: ['stocklocation'],
  EQUIPMENT: ['equipment'],
}
