import type { Locator, Page } from '@playwright/test'
import { type Keyboard, keyboardOf } from './keyboard.ts'
import { expect } from './server.ts'

interface ReceiptLine extends Pick<Keyboard, 'press' | 'type'> {
  readonly record: Locator
  cell(name: string): Locator
}

/** First line of the new receipt in front, its material chosen by code. */
export async function receiptLineOf(page: Page, code: string): Promise<ReceiptLine> {
  const record = page.locator('[data-record]:visible')
  const { press, type } = keyboardOf(page)
  await record.locator('[role=grid]').focus()
  const cell = (name: string) => record.locator(`[data-row-id] [data-column-id=${name}]`).first()
  await cell('materialId').click()
  await type(code)
  await expect(page.getByRole('option').first()).toContainText(code)
  await press('Enter')
  await expect(cell('materialSpecId')).toContainText('50kg/袋')
  return { record, cell, press, type }
}
