/** Production plan calls. Quantities are decimal text. */
import * as answer from '../schema/answerShape.ts'
import { defineCall } from '../schema/call.ts'
import { instant, integer, quantity, ref, text } from '../schema/field.ts'
import { planLotShape, planMaterialShape, planStateShape } from './planState.ts'
import { usematerialrecord } from './usematerialrecord.ts'

const producePlanId = ref('生产计划', 'produceplan', { required: true })

export const planMaterials = defineCall({
  method: 'GET',
  path: 'Produce/GetProduceMateriaList',
  permission: { menu: ['produceplan', 'getmaterialrecord'] },
  purpose: 'Required, issued, used, left and short per material of a plan, with the lots FEFO proposes for the rest.',
  takes: { planId: producePlanId },
  returns: answer.object({ rows: answer.listOf(planMaterialShape), proposal: answer.listOf(answer.values) }),
})

export const planLots = defineCall({
  method: 'GET',
  path: 'Produce/GetProducePlanMaterialStoreOutList',
  permission: { menu: ['produceplan', 'usematerialrecord'] },
  purpose: 'Lots now in the work in progress of a plan.',
  takes: { planId: producePlanId },
  returns: answer.object({ rows: answer.listOf(planLotShape) }),
})

export const openPlans = defineCall({
  method: 'GET',
  path: 'Produce/GetProducePlanLabelValueList',
  permission: {
    menu: [
      'produceplan',
      'getmaterialrecord',
      'materialmakeup',
      'usematerialrecord',
      'productstorein',
      'importcontrol',
    ],
  },
  purpose: 'At most 20 plans that are released and not closed yet, as value and label.',
  takes: { q: text('搜索', { max: 200 }) },
  returns: answer.listOf(answer.object({ value: answer.whole, label: answer.string })),
})

const removal = {
  path: 'Produce/ProducePlanDel',
  permission: { menu: 'produceplan', button: 'delete' },
  purpose: 'Deletes a plan that is a draft; cancels one that is released, which asks for the button cancel as well.',
  takes: { id: producePlanId },
  returns: answer.nothing,
  writes: true,
} as const

export const planRemoval = defineCall({ method: 'POST', ...removal })
/** GET by specification, although it writes. */
export const planRemovalByGet = defineCall({ method: 'GET', ...removal })

export const planState = defineCall({
  method: 'GET',
  path: 'Produce/GetProducePlanState',
  permission: { menu: 'produceplan' },
  purpose:
    'A plan with its materials, lots, documents, control points, yield, what may be done next and what blocks closing.',
  takes: { planId: producePlanId },
  returns: planStateShape,
})

export const planUse = defineCall({
  method: 'POST',
  path: 'Produce/ProducePlanMaterialUse',
  permission: { menu: 'usematerialrecord', button: 'add' },
  purpose: 'Charges several lots into one batch of a plan: all of them or none.',
  takes: {
    producePlanId,
    batchSeq: integer('锅次', { required: true, pattern: 'POSITIVEINTEGER', default: 1 }),
    useTime: instant('投料时间', { default: 'now' }),
    operatorId: ref('投料人', 'employee', { required: true }),
  },
  rows: { lines: usematerialrecord.fields },
  writes: true,
  returns: answer.object({ rows: answer.listOf(answer.row) }),
})

/** Action `correct` of a charge, by the specification's path. */
export const useCorrect = defineCall({
  method: 'POST',
  path: 'Produce/UpdateUseMaterialFactAmount',
  permission: { menu: 'usematerialrecord', button: 'correct' },
  purpose: 'Corrects what was charged: the difference is a record and a posting of its own, the old amount stays.',
  takes: {
    useId: ref('投料记录', 'usematerialrecord', { required: true }),
    factAmount: quantity('实投数量', { required: true, pattern: 'UNUMBER4' }),
    reason: text('更正原因', { required: true, max: 200 }),
  },
  writes: true,
  returns: answer.row,
})
