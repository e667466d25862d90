/** Wider range of the demo plant: further products, their materials, suppliers and recipes. */
import type { Recipe } from './plantData.ts'

export const moreSuppliers = [
  ['S011', '松花江米业有限公司', 'PRODUCER', '马强', '0451-8234567'],
  ['S012', '湛江海味食品有限公司', 'PRODUCER', '陈海燕', '0759-2266880'],
  ['S013', '玉林八方香料商行', 'TRADER', '覃芳', '0775-2688123'],
  ['S014', '佛山恒达包装有限公司', 'PRODUCER', '罗志明', '0757-8231166'],
] as const

/** code, name, type, unit, months, supplier, spec name, quantity, warehouse */
export const moreMaterials = [
  ['M010', '糯米', 'RAW', 'kg', 12, 'S011', '25kg/袋', '25', 'WH01'],
  ['M011', '黄豆', 'RAW', 'kg', 12, 'S011', '50kg/袋', '50', 'WH01'],
  ['M012', '蚝汁浓缩液', 'AUXILIARY', 'kg', 12, 'S012', '25kg/桶', '25', 'WH02'],
  ['M013', '八角粉', 'AUXILIARY', 'kg', 18, 'S013', '20kg/袋', '20', 'WH01'],
  ['M014', '桂皮粉', 'AUXILIARY', 'kg', 18, 'S013', '20kg/袋', '20', 'WH01'],
  ['M015', '焦糖色', 'ADDITIVE', 'kg', 24, 'S013', '25kg/桶', '25', 'WH02'],
  ['P006', '广口瓶 700mL', 'PACK_INNER', 'pc', 0, 'S014', '500个/托', '500', 'WH03'],
  ['P007', '通用纸箱', 'PACK_OUTER', 'pc', 0, 'S014', '15个/捆', '15', 'WH03'],
] as const

/** code, name, type, base unit, months, warehouse, licence category, standard, ingredients, price, weight, package */
export const moreProducts = [
  [
    'F203',
    '红烧老抽 500mL×12',
    'FINISHED',
    'case',
    24,
    'WH05',
    '0301',
    'GB/T 18186',
    '水、大豆、小麦、食用盐、焦糖色',
    '92.40',
    '10.9',
    '500mL×12瓶/箱',
  ],
  [
    'F204',
    '鲜味蚝油 700g×12',
    'FINISHED',
    'case',
    18,
    'WH05',
    '0305',
    'GB/T 21999',
    '水、蚝汁、白砂糖、食用盐',
    '105.60',
    '14.2',
    '700g×12瓶/箱',
  ],
  [
    'F205',
    '陈酿米醋 500mL×12',
    'FINISHED',
    'case',
    36,
    'WH05',
    '0302',
    'GB/T 18187',
    '水、糯米、食用盐',
    '74.40',
    '10.6',
    '500mL×12瓶/箱',
  ],
  [
    'F206',
    '黄豆酱 800g×12',
    'FINISHED',
    'case',
    18,
    'WH05',
    '0304',
    'GB/T 24399',
    '黄豆、小麦、食用盐、白砂糖',
    '98.40',
    '13.8',
    '800g×12瓶/箱',
  ],
  [
    'F207',
    '凉拌汁 220mL×24',
    'FINISHED',
    'case',
    12,
    'WH05',
    '0305',
    'GB 31644',
    '水、白砂糖、食用盐、谷氨酸钠',
    '132.00',
    '9.6',
    '220mL×24瓶/箱',
  ],
  [
    'F208',
    '五香粉 30g×100',
    'FINISHED',
    'case',
    24,
    'WH05',
    '0305',
    'GB/T 15691',
    '八角、桂皮',
    '158.00',
    '4.2',
    '30g×100袋/箱',
  ],
  [
    'F209',
    '零添加酱油 500mL×12',
    'FINISHED',
    'case',
    18,
    'WH05',
    '0301',
    'GB/T 18186',
    '水、非转基因大豆、小麦、食用盐',
    '156.00',
    '10.8',
    '500mL×12瓶/箱',
  ],
  [
    'F210',
    '白灼汁 500mL×12',
    'FINISHED',
    'case',
    12,
    'WH05',
    '0305',
    'GB 31644',
    '水、酱油、白砂糖',
    '88.80',
    '10.7',
    '500mL×12瓶/箱',
  ],
] as const

/** Own materials only: traces of the first range stay as they are. */
const recipe = (...lines: Recipe['lines']): Recipe => ({ base: '1', yield: '100', balanced: false, lines })
const carton = ['P007', '1.005', 'pc'] as const
const bottles = ['P006', '12.06', 'pc'] as const

export const moreFormulas: Readonly<Record<string, Recipe>> = {
  F203: recipe(['M011', '2.2', 'kg'], ['M015', '0.4', 'kg'], bottles, carton),
  F204: recipe(['M012', '2.4', 'kg'], bottles, carton),
  F205: recipe(['M010', '1.8', 'kg'], bottles, carton),
  F206: recipe(['M011', '4.2', 'kg'], bottles, carton),
  F208: recipe(['M013', '1.9', 'kg'], ['M014', '1.2', 'kg'], carton),
  F209: recipe(['M011', '2.6', 'kg'], bottles, carton),
}

/** Production by week: product, cases. */
export const moreProduction: readonly (readonly (readonly [code: string, cases: string])[])[] = [
  [['F205', '40']],
  [['F206', '36']],
  [['F204', '30']],
  [['F208', '24']],
  [
    ['F203', '20'],
    ['F206', '30'],
  ],
]

/** Sales by week: dealer, product, cases. */
export const moreSales: readonly (readonly (readonly [dealer: string, code: string, cases: number])[])[] = [
  [],
  [['D005', 'F205', 12]],
  [['D002', 'F206', 16]],
  [['D006', 'F204', 14]],
  [
    ['D007', 'F208', 10],
    ['D003', 'F206', 12],
  ],
]
