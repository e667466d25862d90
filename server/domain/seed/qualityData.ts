/** Quality data tables of the demo plant (domain.md §5.1). */

/** code, name, type, CCP no., item, limits, unit, minutes, hazards, action */
export const steps = [
  ['T01', '原料验收与除杂', 'PREP', null, null, null, null, null, null, ['PHYS'], null],
  [
    'T02',
    '制曲',
    'FERMENT',
    'CCP1',
    '曲料温度',
    '28',
    '37',
    '℃',
    120,
    ['BIO'],
    '调整风量与翻曲，超限曲料单独存放待评估',
  ],
  ['T03', '发酵', 'FERMENT', null, null, null, null, null, null, ['BIO'], null],
  ['T04', '杀菌', 'HEAT', 'CCP2', '杀菌温度', '85', '98', '℃', 30, ['BIO'], '重新杀菌并隔离偏离时段产品'],
  [
    'T05',
    '调配与添加剂称量',
    'BLEND',
    'CCP3',
    '称量偏差',
    '-1',
    '1',
    '%',
    null,
    ['CHEM'],
    '停止投料，复称并由质量部评估',
  ],
  ['T06', '灌装', 'FILL', 'CCP4', '异物检出数', '0', '0', '个', 60, ['PHYS'], '停线，隔离上次合格检测以来的产品'],
  ['T07', '贴标装箱', 'PACK', null, null, null, null, null, null, ['LABEL'], null],
] as const

/** Steps per product in order, with equipment. */
export const productSteps = {
  F101: [
    ['T01', 'EQ01'],
    ['T02', 'EQ02'],
    ['T03', 'EQ03'],
  ],
  F102: [
    ['T04', 'EQ04'],
    ['T05', 'EQ05'],
  ],
  F201: [
    ['T06', 'EQ06'],
    ['T07', 'EQ07'],
  ],
  F202: [
    ['T06', 'EQ06'],
    ['T07', 'EQ07'],
  ],
} as const

/** code, name, model, workshop, days between maintenances */
export const equipment = [
  ['EQ01', '振动筛选机', 'ZS-800', '酿造车间', 90],
  ['EQ02', '圆盘制曲机', 'YP-12', '酿造车间', 60],
  ['EQ03', '发酵罐 1 号', 'FJ-50T', '酿造车间', 180],
  ['EQ04', '板式杀菌机', 'BS-5T', '调配车间', 60],
  ['EQ05', '调配罐 A', 'TP-10T', '调配车间', 90],
  ['EQ06', '灌装一线', 'GZ-12000', '灌装一线', 30],
  ['EQ07', '贴标装箱线', 'TB-8000', '灌装一线', 30],
] as const

/** code, name, range, days between calibrations, days since the last */
export const instruments = [
  ['DE01', '数显温度计 A', '-50～150 ℃', 365, 120],
  ['DE02', '数显温度计 B', '-50～150 ℃', 365, 345],
  ['DE03', '电子台秤 60 kg', '0～60 kg', 365, 60],
  ['DE04', '电子天平 0.1 g', '0～3 kg', 365, 200],
  ['DE05', 'pH 计', '0～14', 365, 90],
  ['DE06', '凯氏定氮仪', '0.1～200 mg', 365, 150],
  ['DE07', '金属检测机', 'Fe 1.5 mm', 180, 30],
  ['DE08', '手持折光仪', '0～90 Brix', 365, 400],
] as const

/** code, name, type, unit, food contact, hazardous, minimum, stored */
export const consumables = [
  ['CS01', '食品级氢氧化钠清洗剂', 'CLEANING', 'kg', true, true, '50', '200'],
  ['CS02', '过氧乙酸消毒液', 'DISINFECT', 'L', true, true, '40', '120'],
  ['CS03', '一次性手套', 'PPE', 'pc', true, false, '500', '4000'],
  ['CS04', '硫酸铜试剂', 'LAB', 'g', false, true, '200', '1000'],
  ['CS05', '灌装阀密封圈', 'SPARE', 'pc', true, false, '20', '80'],
] as const

/** Additional people: jobNo, name, department, position, contact, role */
export const morePeople = [
  ['E009', '吴桐', '质量部', '食品安全员', 'INDIRECT', 'OFFICER'],
  ['E010', '郑爽', '质量部', '食品安全员', 'INDIRECT', 'OFFICER'],
  ['E011', '孙悦', '质量部', '检验员', 'INDIRECT', 'INSPECTOR'],
  ['E012', '钱进', '质量部', '检验员', 'INDIRECT', 'INSPECTOR'],
  ['E013', '冯涛', '仓储部', '包材仓管', 'INDIRECT', 'NONE'],
  ['E014', '蒋雪', '仓储部', '添加剂仓管', 'INDIRECT', 'NONE'],
  ['E015', '沈浩', '生产部', '杀菌操作工', 'DIRECT', 'HACCP'],
  ['E016', '韩梅', '生产部', '灌装操作工', 'DIRECT', 'NONE'],
  ['E017', '曹阳', '生产部', '灌装操作工', 'DIRECT', 'NONE'],
  ['E018', '谢军', '生产部', '装箱操作工', 'INDIRECT', 'NONE'],
  ['E019', '唐亮', '设备部', '维修工', 'INDIRECT', 'NONE'],
  ['E020', '许静', '综合部', '总经理', 'OFFICE', 'NONE'],
] as const

/** Days until health certificates expire; one has expired. */
export const healthDays: Readonly<Record<string, number>> = { E016: 20, E017: -6 }

/** item, method, lower limit, upper limit, requirement, unit, safety */
export const finishedTests = [
  ['感官', 'GB 2717', null, null, '具有酱油应有的色泽、香气和滋味', null, false],
  ['氨基酸态氮', 'GB 5009.235', '0.80', null, null, 'g/100mL', false],
  ['全氮', 'GB 5009.5', '1.50', null, null, 'g/100mL', false],
  ['可溶性无盐固形物', 'GB/T 18186', '15', null, null, 'g/100mL', false],
  ['大肠菌群', 'GB 4789.3', null, '10', null, 'MPN/g', true],
] as const
