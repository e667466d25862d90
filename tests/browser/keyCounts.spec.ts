/** Key strokes of a clerk's errands, beside the information itself; `npm run bench keys` prints them. */
import type { Page } from '@playwright/test'
import { brew } from './firstDay.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test.describe.configure({ mode: 'default' })
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
    // Faster than 50 ms a key would be a scanner.
    await page.keyboard.type(text, { delay: text.length < 6 ? 5 : 55 })
  }
  let composed = 0
  return {
    keys: () => keys,
    /** Strokes of the input method, which are information. */
    written: () => composed,
    press,
    type,
    /** A word by an input method: its letters, and Space. */
    async write(letters: string, word: string) {
      keys += letters.length + 1
      composed += letters.length + 1
      await page.keyboard.insertText(word)
    },
    /** To a field by the letters that held Alt shows on it. */
    async jump(name: string) {
      await page.keyboard.down('Alt')
      const tip = page.locator('[data-access]')
      await expect(tip).toBeVisible()
      const code = await page.evaluate(of => {
        const field = document.querySelector(`[data-record] [data-field=${of}] :is(input, textarea)`)
        const { left, top } = field?.getBoundingClientRect() ?? { left: -1, top: -1 }
        const tips = [...document.querySelectorAll<HTMLElement>('[data-access] [data-code]')]
        const isNear = ({ style }: HTMLElement) =>
          Math.hypot(Number.parseFloat(style.left) - left, Number.parseFloat(style.top) - top) < 6
        return tips.find(isNear)?.dataset.code ?? ''
      }, name)
      for (const letter of code.split(' ')) {
        keys += 1
        await page.keyboard.press(letter)
      }
      await page.keyboard.up('Alt')
      await expect.poll(() => place(page)).toBe(name)
    },
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

/** Errands with what they may take; printed where somebody asks for it. */
function report(errand: string, keys: number, information: number, limit: number): void {
  console.info(`keys: ${errand} | ${keys} | ${information} | ${limit}`)
  expect(keys, errand).toBeLessThanOrEqual(limit)
}

test('a receipt of five lots', async ({ page, demoUrl }) => {
  const { press, type, line, post, keys } = counted(page)
  await signIn(page, demoUrl, '/brand')
  const cell = (row: number, column: string) => expect.poll(() => place(page)).toBe(`${column}@${row}`)
  const to = async (column: string) => {
    for (let steps = 0; steps < 12 && !(await place(page)).startsWith(`${column}@`); steps += 1) await press('Tab')
  }
  await line('xzylrk bdh', '新增原料入库', '供应商')
  await expect.poll(() => place(page)).toBe('deliveryNoteNo')
  await type('DN1')
  await expect(page.locator('[data-last-document]')).toBeVisible()
  await press('Alt+l', 'Control+ArrowDown')
  await cell(0, 'packageQty')
  await type('41')
  await to('supplierLotNo')
  await type('HT-01')
  await to('produceDate')
  await type('1101')
  await to('certificateNo')
  await type('C1')
  await press('Tab', 'Shift+Tab')
  for (let rows = 0; rows < 4; rows += 1) await press('Control+Shift+d')
  const rows = page.locator('[data-record]:visible [role=grid] [role=row][data-row-id]')
  await expect(rows).toHaveCount(5)
  await expect(rows.nth(4)).toContainText('HT-05')
  for (let at = 0; at < 12 && !(await place(page)).startsWith('packageQty@'); at += 1) await press('Shift+Tab')
  for (const quantity of ['45', '44', '43', '42']) {
    await type(quantity)
    await press('ArrowUp')
  }
  await post()
  await expect(inSight(page, '已过账')).toBeVisible()
  // Supplier, note, five lots, a date, five quantities, a certificate.
  report('receipt of five lots', keys(), 3 + 3 + 5 + 4 + 5 * 2 + 2 + 4 * 5, 80)
})

test('a supplier of nine fields', async ({ page, busyUrl }) => {
  const { press, type, line, write, jump, keys, written } = counted(page)
  await signIn(page, busyUrl, '/brand')
  await line('xzgys', '新增供应商')
  await expect.poll(() => place(page)).toBe('code')
  await type('S900')
  await press('Tab')
  await write('dalianhaiweishipin', '大连海味食品')
  await press('Tab')
  await write('hw', '海味')
  await press('Tab', 'Tab')
  await type('91370200MA3D0T4Y5B')
  await press('Tab')
  await type('SC10137020000123')
  await jump('contactName')
  await write('zhangmin', '张敏')
  await press('Tab')
  await type('13812345678')
  await jump('address')
  await write('dalianshi', '大连市')
  await jump('approvalStatus')
  await type('hg')
  await expect(page.getByRole('option').first()).toContainText('合格')
  await press('Enter', 'Control+s')
  await expect(page).toHaveURL(/\/supply\/\d+$/)
  const information = 4 + 18 + 16 + 11 + 2 + written() + 9
  report('supplier of nine fields', keys(), information, 115)
})

test('a plan released, issued and used', async ({ page, demoUrl }) => {
  const { press, type, line, post, keys } = counted(page)
  await signIn(page, demoUrl, '/brand')
  await line('xzscjh', '新增生产计划')
  await expect.poll(() => place(page)).toBe('productId')
  await type('F101')
  await expect(page.getByRole('option').first()).toContainText(brew.product)
  await press('Enter')
  await expect(page.locator('[data-record]:visible [data-field=formulaId] input')).toHaveValue(/酱油/)
  await press('Control+ArrowDown')
  await expect.poll(() => place(page)).toBe('plannedQty')
  await type('50')
  await post()
  await expect(inSight(page, '已下达')).toBeVisible()
  const planned = keys()
  report('plan and release', planned, 4 + 2 + 2 + 2, 20)

  await press('Control+Enter')
  await expect(page).toHaveURL(/\/getmaterialrecord\/new/)
  await expect(page.locator('[data-grid]:visible [role=row][data-row-id]').first()).toBeVisible()
  await post()
  await expect(inSight(page, '已过账')).toBeVisible()
  await press('Control+Enter')
  await expect(page).toHaveURL(/\/usematerialrecord$/)
  const fresh = page.locator('[data-grid]:visible [data-row-id^="new:"]')
  await expect(fresh.first()).toBeVisible()
  await post()
  await expect(fresh).toHaveCount(0)
  report('issue and use', keys() - planned, 2, 9)
})

/** Released lot with stock for the sales of an errand. */
const stockedLot = (page: Page) =>
  page.evaluate(async () => {
    const where = [
      { field: 'itemType', op: 'eq', value: 'PRODUCT' },
      { field: 'qualityStatus', op: 'eq', value: 'RELEASED' },
    ]
    const result = await window.lotline?.run('stocklot.list', { where, sort: [['expiryDate', 'asc']], size: 100 })
    const { rows } = (result as { data: { rows: readonly { id: number; onHandQty: string }[] } }).data
    return rows.find(({ onHandQty }) => Number(onHandQty) >= 200)?.id
  })

test('a lot sold to three dealers, and a return', async ({ page, demoUrl }) => {
  const { press, type, post, line, keys } = counted(page)
  await signIn(page, demoUrl, '/brand')
  await page.goto(`${demoUrl}/stocklot?id=${await stockedLot(page)}`)
  await expect(page.locator('[data-next-step="stocklot.sell"]')).toBeVisible()
  const sales = [
    ['yw', '粤味', '30'],
    ['xf', '湘福', '25'],
    ['jc', '江城', '20'],
  ] as const
  for (const [at, [letters, name, quantity]] of sales.entries()) {
    if (at > 0) await press('Alt+ArrowLeft')
    await expect(page).toHaveURL(/\/stocklot\?id=\d+$/)
    await expect(page.locator('[data-grid=stocklot] :focus, [data-grid=stocklot]:focus')).toHaveCount(1)
    await press('Control+Enter')
    await expect.poll(() => place(page)).toBe('dealerId')
    await type(letters)
    await expect(page.getByRole('option').first()).toContainText(name)
    await press('Enter', 'Control+ArrowDown')
    await expect.poll(() => place(page)).toBe('packageQty@0')
    await type(quantity)
    await post()
    await expect(inSight(page, '已出库')).toBeVisible()
  }
  await line('xsth', '销售退货')
  await expect.poll(() => place(page)).toBe('packageQty')
  await type('5')
  await post()
  await expect(inSight(page, '已过账')).toBeVisible()
  // Dealers and quantities; the lot and the sale returned are proposed.
  report('sale to three dealers and a return', keys(), 3 * (2 + 2) + 1, 40)
})
