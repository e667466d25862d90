/** Check of a scanned lot before it is taken. Quantities are decimal text. */
import * as answer from '../schema/answerShape.ts'
import { defineCall } from '../schema/call.ts'
import { ref } from '../schema/field.ts'

export const scannedLot = defineCall({
  method: 'GET',
  path: 'Stock/GetScannedLot',
  permission: { menu: ['getmaterialrecord', 'productsaleout'] },
  purpose:
    'Whether a lot may be issued or, with a warehouse, sold, and the lots in stock that expire before it. Refuses with the reason where it may not.',
  takes: {
    lotId: ref('批次', 'stocklot', { required: true }),
    producePlanId: ref('生产计划', 'produceplan'),
    warehouseId: ref('仓库', 'warehouse'),
    dealerId: ref('经销商', 'dealer'),
  },
  returns: answer.object({
    earlier: answer.listOf(
      answer.object({
        lotId: answer.whole,
        lotNo: answer.string,
        expiryDate: answer.orNull(answer.string),
        quantity: answer.string,
        /** Pallets, where all of it stands on closed ones. */
        sscc: answer.orNull(answer.string),
      }),
    ),
  }),
})
