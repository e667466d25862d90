/** Stock by item: each number opens its lots; balances begin with what lies in store. */
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('a number of the stock opens exactly the lots it adds up, by key and by link', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stockitem')
  const items = page.locator('[data-grid=stockitem]:visible [data-row-id]')
  await expect(items.first()).toBeVisible()
  const salt = items.filter({ hasText: '食用盐' })
  const onHold = salt.locator('[data-column-id=onHoldQty]')
  const wanted = Number((await onHold.innerText()).replaceAll(',', ''))
  expect(wanted).toBeGreaterThan(0)
  await onHold.click()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/stocklot\?.*qualityStatus=PENDING%2CHOLD/)
  const lots = page.locator('[data-grid=stocklot]:visible [data-row-id]')
  await expect(page.locator('[data-list=stocklot]:visible [data-chip]')).toHaveCount(3)
  await expect
    .poll(async () => {
      const shown = await lots.locator('[data-column-id=onHandQty]').allInnerTexts()
      return shown.reduce((sum, text) => sum + Number.parseFloat(text.replaceAll(',', '')), 0)
    })
    .toBe(wanted)
  await expect(lots.locator('[data-column-id=itemName]').first()).toHaveText('食用盐')

  await page.goBack()
  await expect(salt.locator('[data-column-id=itemName] > a')).toHaveAttribute('href', /^\/material\/\d+$/)
  await expect(salt.locator('[data-column-id=expiredQty] > a')).toHaveCount(0)
})

test('balances begin with rows in store, and every chip can be taken away', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stockbalance')
  const chips = page.locator('[data-list=stockbalance]:visible [data-chip]')
  await expect(chips).toHaveCount(2)
  const total = page.locator('[data-list=stockbalance]:visible').getByText(/^共 \d+ 行$/)
  await expect(total).toBeVisible()
  const inStore = await total.innerText()
  await page.getByText('清除筛选').filter({ visible: true }).click()
  await expect(chips).toHaveCount(0)
  await expect(total).not.toHaveText(inStore)
})

test('the foot adds up in kilograms what the filter leaves', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stockitem')
  const list = page.locator('[data-list=stockitem]:visible')
  const sum = list.locator('[data-sum=onHandQty]')
  await expect(sum).toHaveText(/^现有数量 [\d,.]+ kg$/)
  await expect(list.locator('[data-sum]')).toHaveCount(4)
  const all = await sum.innerText()
  await page.goto(`${demoUrl}/stockitem?q=食用盐`)
  const items = page.locator('[data-grid=stockitem]:visible [data-row-id]')
  await expect(items).toHaveCount(1)
  const salt = await items.locator('[data-column-id=onHandQty]').innerText()
  await expect(sum).toHaveText(`现有数量 ${salt} kg`)
  expect(all).not.toBe(await sum.innerText())
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a card says what its quantities are', async ({ page, demoUrl }) => {
    await signIn(page, demoUrl, '/stockitem')
    const card = page.locator('[data-cards=stockitem]:visible [data-row-id]').first()
    await expect(card.locator('[data-detail=onHandQty]')).toHaveText(/^现有数量 [\d,.]+ \S+$/)
    await expect(card.locator('[data-detail=availableQty]')).toHaveText(/^可用数量 /)
  })
})
