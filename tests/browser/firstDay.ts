/** First working day of the test plant: inputs and expected results, by any hand. */
import { expect, type Locator, type Page } from '@playwright/test'

export const delivery = {
  supplier: '北大荒',
  deliveryNoteNo: 'DN-100',
  material: '脱脂大豆',
  spec: '50kg',
  produceDate: '2026-11-01',
  packages: '4',
  supplierLots: ['SB-A', 'SB-B'],
} as const

export const brew = { product: '酱油原油', spec: '罐装散料', formula: '酱油原油', quantity: '1000' } as const

/** Dealers with their purchases and their place in the trace's answer. */
export const sales = [
  { dealer: '粤味', packages: '300', name: '广州粤味商贸有限公司', phone: '020-86541230' },
  { dealer: '湘福', packages: '120.5', name: '长沙湘福食品批发部', phone: '0731-8556677' },
] as const

/** Waits for a new record's defaults: before them nothing can be posted. */
export async function begun(page: Page, name: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/${name}/new`))
  const record = page.locator(`[data-record="${name}/new"]:visible, [data-record^="${name}/new:"]:visible`)
  await expect(record.locator('[data-field]').first()).toBeVisible()
}

/** Lot number of the delivery's first line, from the list, newest first. */
export async function firstLotNo(rows: Locator): Promise<string> {
  const line = rows.nth(delivery.supplierLots.length - 1)
  await expect(line).toContainText(delivery.material)
  return (await line.locator('[data-column-id=lotNo]').innerText()).trim()
}
