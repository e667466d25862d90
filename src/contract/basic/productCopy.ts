/** Product copy by the specification's path; same as action `duplicate`. */
import * as answer from '../schema/answerShape.ts'
import { defineCall } from '../schema/call.ts'
import { ref, text } from '../schema/field.ts'

const copy = {
  path: 'BasicData/ProductCopy',
  permission: { menu: 'product', button: 'add' },
  purpose: 'Copies a product with its specifications, process steps and formula (as a draft) under a new code.',
  takes: { id: ref('产品', 'product', { required: true }), code: text('新产品编码', { max: 30 }) },
  returns: answer.row,
  writes: true,
} as const

export const productCopy = defineCall({ method: 'POST', ...copy })
/** GET by specification, although it writes. */
export const productCopyByGet = defineCall({ method: 'GET', ...copy })
