import { defineEntity } from '../schema/entity.ts'
import { enumeration, integer, text } from '../schema/field.ts'
import { verdict } from './verdict.ts'

export const thirdreportitem = defineEntity({
  name: 'thirdreportitem',
  area: 'basic',
  label: '检验项目',
  line: true,
  fields: {
    lineNo: integer('行号', { serverManaged: true }),
    itemName: text('项目名称', { required: true, max: 50, key: true, list: true }),
    method: text('检验方法', { max: 50, list: true }),
    limitText: text('标准要求', { max: 50, list: true }),
    resultText: text('检验结果', { required: true, max: 50, list: true }),
    unitName: text('单位', { max: 20, list: true }),
    verdict: enumeration('单项判定', verdict, { required: true, default: 'PASS', list: true }),
  },
})
