import { defineEntity } from '../schema/entity.ts'
import { enumeration, flag, integer, quantity, rate, ref, text } from '../schema/field.ts'
import { itemType } from './item.ts'

export const productformulaline = defineEntity({
  name: 'productformulaline',
  area: 'basic',
  label: '配方明细',
  line: true,
  paper: { item: ['materialId', 'semiProductId'], omitted: ['itemType'] },
  fields: {
    lineNo: integer('序号', { serverManaged: true, pattern: 'POSITIVEINTEGER', key: true, list: true }),
    itemType: enumeration('物料类型', itemType, { required: true, default: 'MATERIAL', list: true }),
    materialId: ref('原料', 'material', { list: true, requiredIf: row => row.itemType !== 'PRODUCT' }),
    semiProductId: ref('半成品', 'product', {
      list: true,
      requiredIf: row => row.itemType === 'PRODUCT',
      where: () => ({ productType: 'SEMI' }),
    }),
    amount: quantity('用量', {
      unit: { by: ['unitId', 'materialId', 'semiProductId'] },
      required: true,
      pattern: 'UNUMBER4',
      positive: true,
      list: true,
    }),
    unitId: ref('单位', 'unit', { required: true, list: true }),
    lossRate: rate('损耗率(%)', { pattern: 'UNUMBER', default: '0', list: true }),
    isPackaging: flag('是否包材', { serverManaged: true, list: true }),
    maxLimit: quantity('最大使用量(g/kg)', { unit: 'g/kg', pattern: 'UNUMBER4', list: true }),
    substituteGroup: text('替代组', { max: 20 }),
    techStepNo: integer('投料工序', { pattern: 'POSITIVEINTEGER' }),
    remark: text('备注', { max: 500 }),
  },
})
