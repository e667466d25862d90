/** Enumerations of this area; zh-TW and en-US texts are in messages. */
import { defineEnumeration } from '../schema/field.ts'

export const jurisdiction = defineEnumeration('Jurisdiction', {
  CN: '中国大陆',
  TW: '中国台湾',
  US: '美国',
  EU: '欧盟',
  OTHER: '其他',
})
export const dayType = defineEnumeration('DayType', {
  WORKDAY: '工作日',
  CALENDAR: '自然日',
})
export const flowType = defineEnumeration('FlowType', {
  PREP: '前处理',
  FERMENT: '发酵',
  BLEND: '调配',
  HEAT: '杀菌',
  FILL: '灌装',
  PACK: '包装',
  INSPECT: '检验',
  STORE: '贮存',
  CLEAN: '清洗消毒',
})
export const hazardType = defineEnumeration('HazardType', {
  BIO: '生物性',
  CHEM: '化学性',
  PHYS: '物理性',
  ALLERGEN: '致敏物质',
  LABEL: '标签标识',
  FRAUD: '掺假',
})
export const reportType = defineEnumeration('ReportType', {
  TYPE_TEST: '型式检验',
  COMMISSIONED: '委托检验',
  SUPERVISION: '监督抽检',
  SUPPLIER_COA: '供应商检验报告',
  ENVIRONMENT: '环境水质',
})
export const testObject = defineEnumeration('TestObject', {
  PRODUCT: '产品',
  MATERIAL: '原料',
  WATER: '生产用水',
  ENVIRONMENT: '环境',
  PACKAGING: '包装',
})
export const consumableType = defineEnumeration('ConsumableType', {
  CLEANING: '洗涤剂',
  DISINFECT: '消毒剂',
  PPE: '劳保用品',
  LAB: '检验试剂',
  PEST: '虫害防制',
  SPARE: '备品备件',
  OFFICE: '其他',
})
