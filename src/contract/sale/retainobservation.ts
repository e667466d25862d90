import { verdict } from '../basic/verdict.ts'
import { defineEntity } from '../schema/entity.ts'
import { date, enumeration, integer, quantity, ref, text } from '../schema/field.ts'

export const retainobservation = defineEntity({
  name: 'retainobservation',
  area: 'sale',
  label: '留样观察',
  line: true,
  fields: {
    lineNo: integer('行号', { serverManaged: true }),
    observeDate: date('观察日期', { past: true, required: true, default: 'today', key: true, list: true }),
    appearance: text('感官状况', { required: true, max: 100, list: true }),
    usedQty: quantity('取用数量', { unit: { by: ['unitId'] }, pattern: 'UNUMBER4', default: '0', list: true }),
    verdict: enumeration('结果', verdict, { required: true, default: 'PASS', list: true }),
    observerId: ref('观察人', 'employee', { required: true, list: true }),
  },
})
