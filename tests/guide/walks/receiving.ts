/** Receiving: a delivery of wheat is entered and posted, another one is reversed, salt is relabelled. */
import { expect } from '../../browser/server.ts'
import type { Walker } from '../walker.ts'

/** A lot that the later walks go on with. */
export interface Goods {
  wheatLot: string
  productLot: string
}

export const delivery = { supplier: '中原面粉', material: '小麦', spec: '50kg', produceDate: '2026-06-01' } as const

async function enterDelivery({ fill, press, form }: Walker, noteNo: string): Promise<void> {
  await press('Alt+n')
  await form(/\/materialstorein\/new/)
  await fill('supplyId', delivery.supplier)
  await fill('deliveryNoteNo', noteNo)
  await fill('materialId', delivery.material)
  await fill('materialSpecId', delivery.spec)
  await fill('packageQty', '4')
  await fill('supplierLotNo', noteNo)
  await fill('produceDate', delivery.produceDate)
}

export async function receive(walker: Walker, goods: Goods): Promise<void> {
  const { page, open, fill, press, confirm, state, say, picture, command, rows } = walker
  await open('materialstorein')
  // What was entered wrongly is reversed.
  await enterDelivery(walker, 'DN-2610')
  await fill('certificateNo', 'COA-2610')
  await press('Control+Enter')
  await confirm()
  await state(say('DocStatus.SUBMITTED'))
  await command(say('materialstorein.reverse'))
  await fill('reason', '重复录入')
  await confirm()
  await state(say('DocStatus.REVERSED'))
  await press('Alt+w')

  await enterDelivery(walker, 'DN-2611')

  // Refused: posting needs the certificate.
  await press('Control+Enter')
  await expect(page.getByText(say('fault.required')).filter({ visible: true }).first()).toBeVisible()
  await picture('receiving-refused')
  await fill('certificateNo', 'COA-2611')
  await press('Home', 'ArrowRight')
  await picture('receiving-receipt')
  await press('Control+Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await picture('receiving-question')
  await confirm()
  await state(say('DocStatus.SUBMITTED'))

  // The new lot stands first, and waits for its inspection.
  await open('stocklot')
  await expect(rows.first()).toContainText(say('LotQuality.PENDING'))
  goods.wheatLot = (await rows.first().locator('[data-column-id=lotNo]').innerText()).trim()
  await picture('receiving-lot')
}

/** Salt is relabelled once more, approved by a second person. */
export async function relabel({ open, press, form, fill, confirm, state, say, save, rows }: Walker): Promise<void> {
  await open('stockrelabel')
  const lotNo = (await rows.first().locator('[data-column-id=newLotNo]').innerText()).trim()
  await press('Alt+n')
  await form(/\/stockrelabel\/new/)
  await fill('lotId', lotNo)
  await fill('qty', '10')
  await fill('newLotNo', `${lotNo}-1`)
  await fill('reason', '袋上批号喷印错误')
  await fill('handlerId', 'E003')
  await save()
  await press('Control+Enter')
  await confirm()
  await state(say('DocStatus.SUBMITTED'))
}
