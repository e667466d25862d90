/** Receipt removal by the specification's path (domain.md §0.2.4 and §2.5). */
import * as answer from '../schema/answerShape.ts'
import { defineCall } from '../schema/call.ts'
import { ref, text } from '../schema/field.ts'

const removal = {
  path: 'Material/MaterialStoreInDelete',
  permission: { menu: 'materialstorein', button: 'delete' },
  purpose: 'Deletes a receipt that is a draft; reverses one that is posted, which asks for the button reverse as well.',
  takes: { id: ref('入库单', 'materialstorein', { required: true }), reason: text('原因', { max: 200 }) },
  returns: answer.orNull(answer.row),
  writes: true,
} as const

export const materialReceiptRemoval = defineCall({ method: 'POST', ...removal })
/** GET by specification, although it writes. */
export const materialReceiptRemovalByGet = defineCall({ method: 'GET', ...removal })
