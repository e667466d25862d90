import { verdict } from '../basic/verdict.ts'
import { defineEntity } from '../schema/entity.ts'
import { date, decimal, enumeration, integer, text } from '../schema/field.ts'

export const employeetraining = defineEntity({
  name: 'employeetraining',
  area: 'other',
  label: '培训记录',
  line: true,
  fields: {
    lineNo: integer('行号', { serverManaged: true }),
    trainDate: date('培训日期', { required: true, key: true, list: true }),
    topic: text('培训内容', { required: true, max: 100, key: true, list: true }),
    hours: decimal('学时', { required: true, pattern: 'UNUMBER', list: true }),
    score: decimal('考核成绩', { pattern: 'UNUMBER', list: true }),
    trainer: text('培训人', { max: 50, list: true }),
    verdict: enumeration('考核结果', verdict, { required: true, default: 'PASS', list: true }),
  },
})
