/** Key strokes of a clerk's errands, beside the information itself; `npm run bench keys` prints them. */
import type { Page } from '@playwright/test'
import { brew } from './firstDay.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test.describe.configure({ mode: 'serial' })
test.setTimeout(180_000)

/** Counts each stroke; a chord is one, and so is each letter. */
function counted(page: Page) {
  let keys = 0
  const palette = page.getByRole('dialog').filter({ has: page.locator('[data-palette]') })
  const dialog = page.getByRole('dialog').filter({ hasNot: page.locator('[data-palette]') })
  const press = async (...strokes: readonly string[]) => {
    for (const stroke of strokes) {
      keys += 1
      await page.keyboard.press(stroke)
    }
  }
  const type = async (text: string) => {
    keys += text.length
    await page.keyboard.type(text, { delay: 5 })
  }
  return {
    keys: () => keys,
    press,
    type,
    /** A line of the palette, once its first entry reads `title`. */
    async line(words: string, title: string, understood = '') {
      await press('Control+k')
      await expect(palette.getByRole('combobox')).toBeFocused()
      await type(words)
      await expect(palette.getByRole('option').first()).toContainText(title)
      if (understood) await expect(palette.locator('[data-understood]')).toContainText(understood)
      await press('Enter')
      await expect(palette).toBeHidden()
    },
    /** The main button, and its question where one is asked. */
    async post() {
      await press('Control+Enter')
      await expect(dialog.locator(':focus')).toHaveCount(1)
      await press('Control+Enter')
      await expect(dialog).toBeHidden()
    },
  }
}

/** Where the keyboard is: a field, or a cell with its row. */
const place = (page: Page) =>
  page.evaluate(() => {
    const it = document.activeElement
    const cell = it?.closest('[data-column-id]')
    const row = cell?.closest('[data-index]')?.getAttribute('data-index')
    return cell ? `${cell.getAttribute('data-column-id')}@${row}` : (it?.getAttribute('data-name') ?? '')
  })

const inSight = (page: Page, words: string) => page.getByText(words, { exact: true }).filter({ visible: true }).first()

test('explore', async ({ page, demoUrl }) => {
  const { press, type, line, keys } = counted(page)
  const log = async (what: string) => console.log(what, await place(page), keys())
  await signIn(page, demoUrl, '/brand')
  await line('xzylrk bdh', '新增原料入库', '供应商')
  await expect.poll(() => place(page)).toBe('deliveryNoteNo')
  await type('DN1')
  await press('Alt+l')
  await page.waitForTimeout(600)
  await log('alt l')
  for (const k of [
    'Control+ArrowDown',
    'Control+ArrowDown',
    'Control+ArrowDown',
    'Control+ArrowDown',
    'F6',
    'ArrowRight',
    'ArrowRight',
  ]) {
    await press(k)
    await page.waitForTimeout(250)
    await log(k)
  }
  await page.screenshot({ path: '/tmp/k1.png' })
  await line('xzscjh', '新增生产计划')
  await page.waitForTimeout(800)
  await log('plan')
  await type('酱油原油')
  await page.waitForTimeout(500)
  await press('Enter')
  await page.waitForTimeout(800)
  await log('product')
  console.log(
    await page
      .locator('[data-record]:visible [data-field]')
      .evaluateAll(all =>
        all
          .map(
            f =>
              `${f.getAttribute('data-field')}=${(f.querySelector('input,textarea') as HTMLInputElement | null)?.value}`,
          )
          .join(' '),
      ),
  )
  for (const k of ['Enter', 'Enter', 'Control+ArrowDown', 'Control+ArrowDown']) {
    await press(k)
    await page.waitForTimeout(250)
    await log(k)
  }
  console.log(inSight.length, brew.product)
})
