/** Shared enumerations, with zh-CN texts; zh-TW and en-US are in messages. */
import { defineEnumeration } from './schema/field.ts'

export const unitType = defineEnumeration('UnitType', {
  MASS: '质量',
  VOLUME: '体积',
  COUNT: '计数',
  LENGTH: '长度',
  AREA: '面积',
})
export const enableStatus = defineEnumeration('EnableStatus', {
  ENABLED: '启用',
  DISABLED: '停用',
})
export const productType = defineEnumeration('ProductType', {
  FINISHED: '成品',
  SEMI: '半成品',
  BYPRODUCT: '副产品',
})
export const allergen = defineEnumeration('Allergen', {
  GLUTEN: '含麸质谷物',
  CRUSTACEAN: '甲壳类',
  FISH: '鱼类',
  EGG: '蛋类',
  PEANUT: '花生',
  SOY: '大豆',
  MILK: '乳',
  NUT: '坚果',
  SESAME: '芝麻',
  MANGO: '芒果',
  SULPHITE: '亚硫酸盐',
})
export const timeUnit = defineEnumeration('TimeUnit', {
  DAY: '天',
  MONTH: '月',
  YEAR: '年',
})
export const lifeStatus = defineEnumeration('LifeStatus', {
  DRAFT: '草稿',
  ACTIVE: '在产',
  DISCONTINUED: '停产',
})
export const approvalStatus = defineEnumeration('ApprovalStatus', {
  DRAFT: '草稿',
  PENDING: '待审核',
  APPROVED: '已批准',
  REJECTED: '已驳回',
  RETIRED: '已停用',
})
export const itemType = defineEnumeration('ItemType', {
  MATERIAL: '原料',
  PRODUCT: '产品',
})
export const supplierType = defineEnumeration('SupplierType', {
  PRODUCER: '生产商',
  TRADER: '贸易商',
  FARMER: '农户合作社',
  IMPORTER: '进口商',
})
export const grade = defineEnumeration('Grade', {
  A: 'A级',
  B: 'B级',
  C: 'C级',
  D: 'D级',
})
export const supplyApproval = defineEnumeration('SupplyApproval', {
  PENDING: '待评审',
  APPROVED: '合格',
  SUSPENDED: '暂停',
  BLOCKED: '黑名单',
})
export const materialType = defineEnumeration('MaterialType', {
  RAW: '主料',
  AUXILIARY: '辅料',
  ADDITIVE: '食品添加剂',
  PACK_INNER: '内包装',
  PACK_OUTER: '外包装',
  PROCESS_AID: '加工助剂',
  WATER: '生产用水',
})
export const storeInType = defineEnumeration('StoreInType', {
  PURCHASE: '采购入库',
  OPENING: '期初入库',
})
export const docStatus = defineEnumeration('DocStatus', {
  DRAFT: '草稿',
  SUBMITTED: '已过账',
  REVERSED: '已冲销',
})
export const verdict = defineEnumeration('Verdict', {
  PASS: '合格',
  FAIL: '不合格',
  NA: '不适用',
})
export const planType = defineEnumeration('PlanType', {
  NORMAL: '正常生产',
  REWORK: '返工',
  TRIAL: '试产',
  BLEND: '合批',
})
export const shift = defineEnumeration('Shift', {
  DAY: '白班',
  MIDDLE: '中班',
  NIGHT: '夜班',
})
export const planStatus = defineEnumeration('PlanStatus', {
  DRAFT: '草稿',
  RELEASED: '已下达',
  ISSUING: '领料中',
  PRODUCING: '生产中',
  FINISHED: '已完工',
  CLOSED: '已关闭',
  CANCELLED: '已取消',
})
export const issueType = defineEnumeration('IssueType', {
  PLAN: '计划领料',
  RETURN: '退料',
})
export const productInType = defineEnumeration('ProductInType', {
  PRODUCTION: '生产入库',
  DEALER_RETURN: '经销商退货',
  RECALL_RETURN: '召回入库',
  OPENING: '期初入库',
  ADJUST_IN: '盘盈',
})
export const lotQuality = defineEnumeration('LotQuality', {
  PENDING: '待检',
  RELEASED: '合格放行',
  HOLD: '冻结',
  REJECTED: '不合格',
  RECALLED: '召回',
})
export const dealerType = defineEnumeration('DealerType', {
  DISTRIBUTOR: '经销商',
  RETAILER: '零售商',
  ECOMMERCE: '电商',
  CATERING: '餐饮',
  INDUSTRY: '工业客户',
  EXPORT: '出口',
  DIRECT: '直营',
})
export const pickPolicy = defineEnumeration('PickPolicy', {
  EXPIRING_FIRST: '先到期先出',
  NEWEST_FIRST: '最新优先',
})
export const saleStatus = defineEnumeration('SaleStatus', {
  DRAFT: '草稿',
  SUBMITTED: '已出库',
  CONFIRMED: '已签收',
  REVERSED: '已冲销',
})
export const gender = defineEnumeration('Gender', {
  M: '男',
  F: '女',
})
export const postType = defineEnumeration('PostType', {
  DIRECT: '直接接触食品',
  INDIRECT: '间接接触',
  OFFICE: '非生产',
})
export const foodSafetyRole = defineEnumeration('FoodSafetyRole', {
  DIRECTOR: '食品安全总监',
  OFFICER: '食品安全员',
  INSPECTOR: '检验员',
  HACCP: 'HACCP小组',
  NONE: '无',
})
export const employeeStatus = defineEnumeration('EmployeeStatus', {
  ON_JOB: '在职',
  SUSPENDED: '停岗',
  LEFT: '离职',
})
export const lang = defineEnumeration('Lang', {
  'zh-CN': '简体中文',
  'zh-TW': '繁体中文',
  'en-US': '英文',
})
export const menuType = defineEnumeration('MenuType', {
  TEXT: '目录(0)',
  LINK: '页面(1)',
  BUTTON: '按钮(2)',
})
export const dataScope = defineEnumeration('DataScope', {
  ALL: '全部',
  CUSTOMER: '本企业',
  GROUP: '本组',
  SELF: '本人',
})
export const userStatus = defineEnumeration('UserStatus', {
  ENABLED: '启用',
  LOCKED: '锁定',
  DISABLED: '停用',
})
export const tempZone = defineEnumeration('TempZone', {
  AMBIENT: '常温',
  COOL: '阴凉',
  CHILLED: '冷藏',
  FROZEN: '冷冻',
})
export const locationType = defineEnumeration('LocationType', {
  STORAGE: '库存',
  SUPPLIER: '供应商',
  WIP: '在制',
  PROCESS: '生产转化',
  DEALER: '经销商',
  SAMPLE: '留样室',
  LAB: '检验消耗',
  SCRAP: '报废销毁',
  ADJUST: '盘点差异',
})
export const moveType = defineEnumeration('MoveType', {
  RCV: '收货',
  SRT: '退供应商',
  ISS: '领料',
  MUP: '补料',
  RTN: '退料',
  USE: '投料',
  USA: '投料更正',
  OUT: '完工入库',
  BYP: '副产品入库',
  SAL: '销售出库',
  DRT: '经销商退货',
  RRT: '召回退回',
  SMP: '留样',
  TST: '检验消耗',
  SCR: '报废销毁',
  RWK: '返工领用',
  TRF: '移库',
  ADJ: '盘点调整',
  REV: '冲销',
})
export const linkPrecision = defineEnumeration('LinkPrecision', {
  BATCH: '锅次',
  PLAN: '计划',
})
export const auditAction = defineEnumeration('AuditAction', {
  CREATE: '新增',
  UPDATE: '修改',
  DELETE: '删除',
  SUBMIT: '过账',
  REVERSE: '冲销',
  STATUS: '状态变更',
  EXPORT: '导出',
  LOGIN: '登录',
  PRINT: '打印',
  PASSWORD: '设置密码',
  DENIED: '验证失败',
  VIEW: '查看',
})
export const traceDirection = defineEnumeration('TraceDirection', {
  ASC: '顺向追踪',
  DESC: '逆向溯源',
})
