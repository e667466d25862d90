/** A scanner that is a keyboard: real key events with its times. */
import type { Page } from '@playwright/test'

/** Types as a reader does, 3 ms a key, or as a person does. */
export async function scan(page: Page, text: string, gapMs = 3, end = 'Enter'): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  let at = Date.now() / 1000
  const sent = [...text, end].flatMap(key => {
    at += gapMs / 1000
    const isEnd = key === end
    const named = isEnd ? { key, code: key, windowsVirtualKeyCode: key === 'Enter' ? 13 : 9 } : { key }
    const written = isEnd ? (key === 'Enter' ? { text: '\r' } : {}) : { text: key }
    return [
      cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...named, ...written, timestamp: at }),
      cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...named, timestamp: at + 0.001 }),
    ]
  })
  await Promise.all(sent)
  await cdp.detach()
}

/** Runs a command of the console as a script does; its data. */
export async function run<T>(page: Page, id: string, args: Readonly<Record<string, unknown>> = {}): Promise<T> {
  const result = await page.evaluate(([id, args]) => window.lotline?.run(id, args), [id, args] as const)
  const { status, data } = result as { status: string; data: T }
  if (status !== 'ok') throw new Error(`${id}: ${JSON.stringify(result)}`)
  return data
}

export interface ScannedLot {
  readonly id: number
  readonly lotNo: string
  readonly productId: number
  readonly materialId: number
  readonly expiryDate: string
  readonly onHandQty: string
}

/** Two released lots of one product in stock, the first to expire first. */
export async function twoLots(page: Page): Promise<readonly [early: ScannedLot, late: ScannedLot]> {
  const where = [
    { field: 'itemType', op: 'eq', value: 'PRODUCT' },
    { field: 'qualityStatus', op: 'eq', value: 'RELEASED' },
  ]
  const { rows } = await run<{ rows: readonly ScannedLot[] }>(page, 'stocklot.list', { where, size: 100 })
  const inStock = rows.filter(({ onHandQty }) => Number(onHandQty) > 0)
  for (const early of inStock)
    for (const late of inStock)
      if (early.productId === late.productId && early.expiryDate < late.expiryDate) return [early, late]
  throw new Error('no two lots')
}
