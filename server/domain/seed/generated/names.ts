/** Vocabulary for unique, realistic names of generated plants. */

export const regions = `山东 江苏 浙江 河南 河北 广东 广西 四川 湖南 湖北 安徽 福建 江西 辽宁 吉林 黑龙江 陕西 山西
  云南 贵州 甘肃 内蒙古 宁夏 新疆 海南 重庆 天津 上海 北京`.split(/\s+/)

export const cities = `广州 深圳 佛山 东莞 长沙 武汉 成都 重庆 杭州 宁波 南京 苏州 无锡 合肥 福州 厦门 泉州 南昌
  济南 青岛 烟台 郑州 洛阳 石家庄 太原 西安 兰州 沈阳 大连 长春 哈尔滨 昆明 贵阳 南宁 海口 天津
  北京 上海 台北 高雄 温州`.split(/\s+/)

export const words = `鲁丰 恒泰 金穗 海润 华康 永和 德盛 嘉禾 福临 盛源 瑞祥 同兴 天成 广裕 宏达 益民 和顺 万家
  庆丰 正大 康源 兴隆 百味 聚丰 顺达 祥云 东升 南岭 北辰 长青 润泽 安泰 中旺 鼎鲜 仁和 裕丰
  双喜 众诚 千禾 国泰 民生 源丰 悦来`.split(/\s+/)

export const surnames = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾萧田董袁潘于蒋蔡']
export const givenNames = `伟 芳 娜 敏 静 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 秀兰 霞 平 刚 桂英 建国 志强 晓燕 海燕
  国栋 文博 雨桐 子涵 佳怡 俊杰 思远 红梅 立新 春生 玉兰 家豪`.split(/\s+/)

/** Trade of suppliers, cycled in this order; salt first, packaging last. */
export interface Trade {
  readonly company: string
  readonly kind: 'RAW' | 'AUXILIARY' | 'ADDITIVE' | 'PROCESS_AID' | 'PACK_INNER' | 'PACK_OUTER'
  readonly bases: readonly string[]
  readonly spec: string
  readonly perPackage: number
  /** Shelf life in months; zero for none. */
  readonly shelfLife: number
  readonly store: 'WH01' | 'WH02' | 'WH03'
  /** Packaging pieces per product piece; undefined for food, which follows recipes. */
  readonly perPiece?: number
}

const food = (
  company: string,
  kind: Trade['kind'],
  bases: string,
  shelfLife: number,
  spec: string,
  perPackage: number,
) =>
  ({
    company,
    kind,
    bases: bases.split(' '),
    shelfLife,
    spec,
    perPackage,
    store: kind === 'ADDITIVE' ? 'WH02' : 'WH01',
  }) satisfies Trade

const packing = (
  company: string,
  kind: Trade['kind'],
  bases: string,
  spec: string,
  perPackage: number,
  perPiece: number,
) =>
  ({ company, kind, bases: bases.split(' '), shelfLife: 0, spec, perPackage, store: 'WH03', perPiece }) satisfies Trade

export const trades: readonly Trade[] = [
  food('盐业', 'AUXILIARY', '食用盐 精制盐 低钠盐 海盐 井矿盐 湖盐 加碘盐 腌制盐', 36, '50kg/袋', 50),
  food('粮油贸易', 'RAW', '脱脂大豆 小麦 面粉 麸皮 糯米 大米 高粱 玉米', 18, '50kg/袋', 50),
  food('糖业', 'AUXILIARY', '白砂糖 绵白糖 红糖 冰糖 麦芽糖浆 果葡糖浆 葡萄糖 黑糖', 24, '50kg/袋', 50),
  food('香辛料', 'RAW', '辣椒干 八角 花椒 桂皮 生姜 大蒜 芝麻 胡椒', 18, '25kg/袋', 25),
  food(
    '生物科技',
    'ADDITIVE',
    '谷氨酸钠 呈味核苷酸二钠 山梨酸钾 苯甲酸钠 焦糖色 柠檬酸 黄原胶 三氯蔗糖',
    24,
    '25kg/桶',
    25,
  ),
  food('酵母', 'PROCESS_AID', '种曲 米曲霉 酵母抽提物 醋酸菌种 乳酸菌粉 纤维素酶 蛋白酶 活性干酵母', 12, '10kg/箱', 10),
  food('油脂', 'RAW', '大豆油 菜籽油 芝麻油 花生油 蚝汁 番茄酱 料酒基酒 玉米淀粉', 18, '20kg/桶', 20),
  packing(
    '玻璃制品',
    'PACK_INNER',
    '玻璃瓶 高白料玻璃瓶 方形玻璃瓶 异形玻璃瓶 聚酯瓶 塑料壶 玻璃罐 旋口罐',
    '1000个/托',
    1000,
    1.005,
  ),
  packing(
    '瓶盖',
    'PACK_INNER',
    '撕拉盖 旋开盖 防盗盖 压塞盖 泵头盖 马口铁盖 翻盖 铝塑组合盖',
    '5000个/箱',
    5000,
    1.005,
  ),
  packing('印刷', 'PACK_OUTER', '正标 背标 颈标 封口标 追溯码标 促销贴标 环保标 外文标', '5000张/卷', 5000, 1.01),
  packing('纸业', 'PACK_OUTER', '纸箱 彩箱 礼盒 隔板 托盘箱 展示箱 瓦楞垫板 提手箱', '50个/捆', 50, 0.0838),
  packing('塑料包装', 'PACK_INNER', '热缩膜 封箱胶带 缠绕膜 内袋 铝箔垫片 干燥剂 气泡袋 打包带', '200卷/托', 200, 0.02),
]

export const origins = [
  '',
  '东北',
  '山东',
  '河南',
  '江苏',
  '内蒙古',
  '新疆',
  '广西',
  '云南',
  '四川',
  '湖北',
  '安徽',
  '进口',
  '有机',
  '一级',
  '特级',
]
export const makes = `500mL 150mL 250mL 800mL 1L 1.9L 加厚 通用 A款 B款 C款 出口款 餐饮款
  礼品款 新版 节庆款`.split(/\s+/)

/** Sauce kinds with their bases, modulo their number. */
export const bases = ['酱油原油', '米醋原液', '黄豆酱醅', '辣椒酱坯', '蚝汁基料', '料酒原酒', '芝麻浆', '番茄浆']
export const kinds =
  `生抽 米醋 黄豆酱 蒜蓉辣椒酱 蚝油 料酒 芝麻酱 番茄沙司 老抽 陈醋 甜面酱 豆瓣酱 海鲜酱 花雕酒 芝麻沙拉汁
  番茄火锅底料 蒸鱼豉油 香醋 柱侯酱 剁椒酱`.split(/\s+/)
export const styles = `特级 家用 头道 古法 零添加 金标 银标 鲜香 淡盐 有机 经典 臻选 原酿 匠心 大师 餐饮 御藏 秋酿
  浓香 老字号 儿童 轻食 团圆 一品`.split(/\s+/)
/** Millilitres per piece. */
export const bottles = [500, 800, 1000, 250, 1900, 150] as const
/** Pieces per case. */
export const cases = [12, 6, 20, 24] as const

export const dealerKinds = [
  ['商贸有限公司', 'DISTRIBUTOR'],
  ['食品批发部', 'DISTRIBUTOR'],
  ['供应链有限公司', 'DISTRIBUTOR'],
  ['粮油调味品经营部', 'DISTRIBUTOR'],
  ['食品配送有限公司', 'DISTRIBUTOR'],
  ['副食品有限公司', 'DISTRIBUTOR'],
  ['超市连锁', 'RETAILER'],
  ['生活超市', 'RETAILER'],
  ['餐饮管理有限公司', 'CATERING'],
  ['网络科技有限公司', 'ECOMMERCE'],
] as const
