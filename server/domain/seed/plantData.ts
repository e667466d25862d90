/** Master data tables of the demo plant: 恒香调味品有限公司, fictitious (domain.md §5.1). */

export const units = [
  ['kg', '千克', 'MASS', 1, 1, 4, 'KGM'],
  ['g', '克', 'MASS', 1, 1000, 4, 'GRM'],
  ['L', '升', 'VOLUME', 1, 1, 4, 'LTR'],
  ['pc', '个', 'COUNT', 1, 1, 0, 'H87'],
  ['case', '箱', 'COUNT', 1, 1, 0, 'CS'],
  ['roll', '卷', 'COUNT', 1, 1, 0, 'RO'],
  ['bag', '袋', 'COUNT', 1, 1, 0, 'BG'],
  ['drum', '桶', 'COUNT', 1, 1, 0, 'DR'],
  ['bundle', '捆', 'COUNT', 1, 1, 0, 'BE'],
  ['pallet', '托', 'COUNT', 1, 1, 0, 'PX'],
] as const

export const suppliers = [
  ['S001', '北大荒豆粕贸易有限公司', 'TRADER', '李建国', '0451-8762310'],
  ['S002', '中原面粉有限公司', 'PRODUCER', '王秀英', '0371-6651200'],
  ['S003', '淮盐实业有限公司', 'PRODUCER', '赵海', '0517-8390011'],
  ['S004', '广西白糖厂', 'PRODUCER', '韦明', '0771-5320088'],
  ['S005', '梅花生物食品添加剂有限公司', 'PRODUCER', '孙丽', '0316-2359988'],
  ['S006', '安琪酵母配料有限公司', 'PRODUCER', '周杰', '0717-6369865'],
  ['S007', '华兴玻璃瓶有限公司', 'PRODUCER', '何伟', '0757-8566123'],
  ['S008', '佳盖包装有限公司', 'PRODUCER', '梁敏', '0760-2210980'],
  ['S009', '彩印标签印刷厂', 'PRODUCER', '陈红', '020-84563321'],
  ['S010', '永发纸箱厂', 'PRODUCER', '吴强', '0769-8330021'],
] as const

/** code, name, type, unit, months, supplier, spec name, quantity, warehouse */
export const materials = [
  ['M001', '脱脂大豆', 'RAW', 'kg', 12, 'S001', '50kg/袋', '50', 'WH01'],
  ['M002', '小麦', 'RAW', 'kg', 12, 'S002', '50kg/袋', '50', 'WH01'],
  ['M003', '食用盐', 'AUXILIARY', 'kg', 36, 'S003', '50kg/袋', '50', 'WH01'],
  ['M004', '白砂糖', 'AUXILIARY', 'kg', 18, 'S004', '50kg/袋', '50', 'WH01'],
  ['M005', '种曲', 'PROCESS_AID', 'kg', 6, 'S006', '1kg/袋', '1', 'WH01'],
  ['M006', '谷氨酸钠', 'ADDITIVE', 'kg', 24, 'S005', '25kg/袋', '25', 'WH02'],
  ['M007', '酵母抽提物', 'AUXILIARY', 'kg', 18, 'S006', '20kg/箱', '20', 'WH02'],
  ['M008', '呈味核苷酸二钠', 'ADDITIVE', 'kg', 24, 'S005', '10kg/桶', '10', 'WH02'],
  ['M009', '山梨酸钾', 'ADDITIVE', 'kg', 24, 'S005', '20kg/箱', '20', 'WH02'],
  ['P001', '玻璃瓶500mL', 'PACK_INNER', 'pc', 0, 'S007', '1000个/托', '1000', 'WH03'],
  ['P002', '瓶盖', 'PACK_INNER', 'pc', 0, 'S008', '5000个/箱', '5000', 'WH03'],
  ['P003', '正标', 'PACK_OUTER', 'pc', 0, 'S009', '5000张/卷', '5000', 'WH03'],
  ['P004', '背标', 'PACK_OUTER', 'pc', 0, 'S009', '5000张/卷', '5000', 'WH03'],
  ['P005', '纸箱12瓶装', 'PACK_OUTER', 'pc', 0, 'S010', '50个/捆', '50', 'WH03'],
] as const

/** code, name, type, base unit, shelf life, months */
export const products = [
  ['F101', '酱油原油', 'SEMI', 'kg', 6, 'WH04'],
  ['F102', '生抽半成品', 'SEMI', 'kg', 3, 'WH04'],
  ['F201', '特级生抽 500mL×12', 'FINISHED', 'case', 24, 'WH05'],
  ['F202', '家用生抽 500mL×12', 'FINISHED', 'case', 18, 'WH05'],
] as const

export type FormulaLine = readonly [code: string, amount: string, unit: string]

export interface Recipe {
  readonly base: string
  readonly yield: string
  /** Mass balance of the recipe; not for brewing, which leaves a residue. */
  readonly balanced?: boolean
  readonly lines: readonly FormulaLine[]
}

export const formulas: Readonly<Record<string, Recipe>> = {
  F101: {
    base: '1000',
    yield: '100',
    balanced: false,
    lines: [
      ['M001', '260', 'kg'],
      ['M002', '130', 'kg'],
      ['M003', '170', 'kg'],
      ['M005', '400', 'g'],
      ['W001', '780', 'kg'],
    ],
  },
  F102: {
    base: '1000',
    yield: '98.5',
    lines: [
      ['F101', '880', 'kg'],
      ['M003', '20', 'kg'],
      ['M004', '30', 'kg'],
      ['M006', '12', 'kg'],
      ['M007', '3', 'kg'],
      ['M008', '300', 'g'],
      ['M009', '500', 'g'],
      ['W001', '54.2', 'kg'],
    ],
  },
  F201: {
    base: '1',
    yield: '100',
    lines: [
      ['F102', '7.055', 'kg'],
      ['P001', '12.06', 'pc'],
      ['P002', '12.06', 'pc'],
      ['P003', '12.12', 'pc'],
      ['P004', '12.12', 'pc'],
      ['P005', '1.005', 'pc'],
    ],
  },
  F202: {
    base: '1',
    yield: '100',
    lines: [
      ['F102', '7.02', 'kg'],
      ['P001', '12.06', 'pc'],
      ['P002', '12.06', 'pc'],
      ['P003', '12.12', 'pc'],
      ['P004', '12.12', 'pc'],
      ['P005', '1.005', 'pc'],
    ],
  },
}

export const people = [
  ['E001', '张伟', '质量部', '食品安全总监', 'INDIRECT', 'DIRECTOR'],
  ['E002', '王芳', '仓储部', '原料仓管', 'INDIRECT', 'NONE'],
  ['E003', '李娜', '仓储部', '成品仓管', 'INDIRECT', 'NONE'],
  ['E004', '刘洋', '生产部', '酿造班长', 'DIRECT', 'HACCP'],
  ['E005', '陈静', '生产部', '灌装班长', 'DIRECT', 'HACCP'],
  ['E006', '杨帆', '质量部', '检验员', 'INDIRECT', 'INSPECTOR'],
  ['E007', '黄磊', '生产部', '调配操作工', 'DIRECT', 'NONE'],
  ['E008', '周敏', '销售部', '业务经理', 'OFFICE', 'NONE'],
] as const

/** Women among the people, these and those of the quality data. */
export const women: ReadonlySet<string> = new Set([
  'E002',
  'E003',
  'E005',
  'E008',
  'E010',
  'E011',
  'E014',
  'E016',
  'E020',
])

export const warehouses = [
  ['WH01', '原料常温库', 'MATERIAL', 'E002'],
  ['WH02', '添加剂专库', 'MATERIAL', 'E002'],
  ['WH03', '包材库', 'MATERIAL', 'E002'],
  ['WH04', '半成品罐区', 'PRODUCT', 'E004'],
  ['WH05', '成品库', 'PRODUCT', 'E003'],
] as const

export const dealers = [
  ['D001', '广州粤味商贸有限公司', 'DISTRIBUTOR', '广东省广州市', '白云区机场路 128 号', '林志强', '020-86541230'],
  ['D002', '深圳鲜达供应链有限公司', 'DISTRIBUTOR', '广东省深圳市', '龙岗区平湖大道 66 号', '郑晓燕', '0755-2889100'],
  ['D003', '长沙湘福食品批发部', 'DISTRIBUTOR', '湖南省长沙市', '雨花区红星市场 3 栋', '彭勇', '0731-8556677'],
  ['D004', '武汉江城粮油有限公司', 'DISTRIBUTOR', '湖北省武汉市', '东西湖区金银潭路 9 号', '胡斌', '027-8321009'],
  ['D005', '永辉超市华南采购中心', 'RETAILER', '广东省广州市', '天河区科韵路 12 号', '谢婷', '020-3877120'],
  ['D006', '老四川餐饮连锁', 'CATERING', '四川省成都市', '锦江区东大街 88 号', '邓丽', '028-86712345'],
  ['D007', '天猫恒香旗舰店', 'ECOMMERCE', '浙江省杭州市', '余杭区文一西路 969 号', '徐超', '0571-8502200'],
  ['D008', '台北和味食品行', 'EXPORT', '台湾省台北市', '迪化街一段 21 号', '许文雄', '022-5581230'],
] as const
