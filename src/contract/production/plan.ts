/** Calls around a production plan that are no single record's. */
import { defineCall } from '../schema/call.ts'
import { instant, integer, ref } from '../schema/field.ts'
import { usematerialrecord } from './usematerialrecord.ts'

const producePlanId = ref('生产计划', 'produceplan', { required: true })

export const planMaterials = defineCall({
  method: 'GET',
  path: 'Produce/GetProduceMateriaList',
  permission: { menu: ['produceplan', 'getmaterialrecord'] },
  purpose: 'Required, issued, used and left per material of a plan, with the lots FEFO proposes for what is missing.',
  takes: { id: producePlanId },
})

export const planLots = defineCall({
  method: 'GET',
  path: 'Produce/GetProducePlanMaterialStoreOutList',
  permission: { menu: ['produceplan', 'usematerialrecord'] },
  purpose: 'Lots now in the work in progress of a plan.',
  takes: { id: producePlanId },
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
})
