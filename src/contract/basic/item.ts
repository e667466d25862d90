/** Properties that products and materials share. */
import { defineEnumeration } from '../schema/field.ts'

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
export const itemType = defineEnumeration('ItemType', {
  MATERIAL: '原料',
  PRODUCT: '产品',
})
