/** A receipt begun as the supplier's last one, its lot numbers counted on. */
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test("the supplier's last receipt is offered, filled in by Alt+L, taken back, and its lots count on", async ({
  page,
  demoUrl,
}) => {
  const { press, type, to, fill, form, run } = keyboardOf(page)
  const offer = page.locator('[data-last-document]')
  const button = page.locator('[data-command="record.asLastTime"]:visible')
  const lines = page.locator('[data-record]:visible [role=grid] [role=row][data-row-id]')
  const cell = (row: number, column: string) => lines.nth(row).locator(`[data-column-id=${column}]`)

  await signIn(page, demoUrl)
  await run('xzylrk', '新增原料入库')
  await form(/\/materialstorein\/new/)
  await expect(offer).toHaveCount(0)
  await fill('supplyId', '北大荒')
  await expect(offer).toContainText(/同上次：MI\d+-\d+/)
  await expect(button).toBeVisible()

  await press('Alt+l')
  await expect(lines.first()).toContainText('脱脂大豆')
  await expect(cell(0, 'supplierLotNo')).toHaveText('')
  await expect(cell(0, 'packageQty')).toHaveText('')
  await expect(offer).toHaveCount(0)
  await expect(button).toHaveCount(0)
  const count = await lines.count()

  await press('Alt+Shift+z')
  await expect(lines).toHaveCount(0)
  await expect(offer).toHaveCount(1)
  await press('Alt+l')
  await expect(lines).toHaveCount(count)

  // Typed once, the number goes on with each copy of the row.
  await to('supplierLotNo')
  await type('HT-09')
  await press('Tab', 'ArrowLeft', 'Control+Shift+d')
  await expect(lines).toHaveCount(count + 1)
  await expect(cell(1, 'supplierLotNo')).toHaveText('HT-10')
  await press('Control+d')
  await expect(cell(1, 'supplierLotNo')).toHaveText('HT-10')

  // Six keys in one task: each copies the row of the one before.
  await page.evaluate(() => {
    for (let copies = 0; copies < 6; copies += 1)
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'D',
          code: 'KeyD',
          ctrlKey: true,
          shiftKey: true,
          bubbles: true,
          cancelable: true,
        }),
      )
  })
  await expect(lines).toHaveCount(count + 7)
  for (let row = 2; row < 8; row += 1) await expect(cell(row, 'supplierLotNo')).toHaveText(`HT-${9 + row}`)
})
