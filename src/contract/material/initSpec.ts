/** Initial values of a receipt line for its material. */
import * as answer from '../schema/answerShape.ts'
import { defineCall } from '../schema/call.ts'
import { ref } from '../schema/field.ts'

export const materialReceiptDefaults = defineCall({
  method: 'GET',
  path: 'Material/InitSpecByMaterialId',
  permission: { menu: ['materialstorein', 'material'] },
  purpose: 'Specs of a material with its usual supplier, shelf life, unit and the price it was last received at.',
  takes: { materialId: ref('原料', 'material', { required: true }) },
  returns: answer.values,
})
