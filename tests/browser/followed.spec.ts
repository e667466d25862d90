/** Quantity, unit and expiry of a line stand there while it is typed, as the save stores them. */
import { receiptLineOf } from './receiptLine.ts'
import { run } from './scripts.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('a receipt line says base quantity and expiry before it is saved', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/materialstorein/new')
  const { record, cell, press, type } = await receiptLineOf(page, 'M001')
  await expect(cell('unitId')).toContainText('千克')
  await cell('packageQty').click()
  await type('4')
  await press('Enter')
  await expect(cell('packageQty').locator('[data-unit]')).toHaveAttribute('data-unit', '袋')
  await expect(cell('baseQty')).toContainText('200')
  await cell('produceDate').click()
  await type('2026-11-01')
  await press('Enter')
  await expect(cell('expiryDate')).toContainText('2027-')
  await cell('packageQty').click()
  await type('6')
  await press('Enter')
  await expect(cell('baseQty')).toContainText('300')
  const names = ['baseQty', 'unitId', 'expiryDate', 'packageQty']
  const shown = () => Promise.all(names.map(name => cell(name).innerText()))
  const typed = await shown()
  expect(await run(page, 'materialstorein.save')).toMatchObject({ status: 'ok' })
  await expect(record.locator('[data-dirty]')).toHaveCount(0)
  expect(await shown()).toEqual(typed)
})
