/** Ways to dispose of goods and samples. */
import { defineEnumeration } from '../schema/field.ts'

export const disposalMethod = defineEnumeration('DisposalMethod', {
  DESTROY: '销毁',
  HARMLESS: '无害化处理',
  RELABEL: '补正标签',
  REWORK: '返工',
  FEED: '转饲料等非食用',
  OTHER: '其他',
})
