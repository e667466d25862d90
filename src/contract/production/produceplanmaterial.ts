import { itemType } from '../basic/item.ts'
import { defineEntity } from '../schema/entity.ts'
import { enumeration, integer, quantity, ref } from '../schema/field.ts'

const unit = { by: ['materialId', 'semiProductId', 'unitId'] } as const

export const produceplanmaterial = defineEntity({
  name: 'produceplanmaterial',
  area: 'production',
  label: '计划用料',
  line: true,
  paper: { item: ['materialId', 'semiProductId'], omitted: ['itemType'] },
  fields: {
    lineNo: integer('序号', { serverManaged: true, pattern: 'POSITIVEINTEGER', key: true, list: true }),
    materialId: ref('原料', 'material', { list: true }),
    semiProductId: ref('半成品', 'product'),
    // Normal plans: computed from the formula, input ignored.
    requiredQty: quantity('需求数量', { unit, pattern: 'UNUMBER4', list: true }),
    unitId: ref('单位', 'unit', { serverManaged: true, list: true }),
    itemType: enumeration('物料类型', itemType, { required: true, default: 'MATERIAL' }),
    formulaAmount: quantity('配方用量', { unit, serverManaged: true, list: true }),
    issuedQty: quantity('已领数量', { unit, serverManaged: true, pattern: 'UNUMBER4', list: true }),
    makeUpQty: quantity('补料数量', { unit, serverManaged: true, pattern: 'UNUMBER4', list: true }),
    usedQty: quantity('已投数量', { unit, serverManaged: true, pattern: 'UNUMBER4', list: true }),
    returnedQty: quantity('已退数量', { unit, serverManaged: true, pattern: 'UNUMBER4', list: true }),
    wipQty: quantity('在制结存', { unit, serverManaged: true, pattern: 'UNUMBER4', list: true }),
  },
})
