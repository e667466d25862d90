/** Links from record to record: with the mouse, by key, by touch. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const rows = (page: Page, list: string) => page.locator(`[data-grid="${list}"]:visible [role=row][data-row-id]`)
const mark = (page: Page) => page.locator('[data-open-mark]:visible')

test('from a sale to its lot and on to a lot that went in, three clicks by links alone', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/productsaleout')
  let clicks = 0
  const click = async (target: ReturnType<Page['locator']>) => {
    clicks += 1
    await target.click()
  }
  const sale = rows(page, 'productsaleout').last()
  await sale.hover()
  await expect(mark(page)).toHaveText('打开')
  await mark(page).click()
  await expect(page).toHaveURL(/productsaleout\/\d+/)

  /** A grid's reference, followed by the mark beside it. */
  const follow = async (row: ReturnType<typeof rows>, column: string) => {
    const cell = row.first().locator(`[data-column-id=${column}]`)
    await cell.hover()
    await expect(mark(page)).toHaveAttribute('href', String(await cell.locator('a').getAttribute('href')))
    await click(mark(page))
    await expect(page).toHaveURL(/stocklot\/\d+/)
  }
  /** Lots that went into the one on screen. */
  const into = async (named: string) => {
    const list = `${new URL(page.url()).pathname.slice(1)}/lotlink.outLotId`
    await click(page.locator('[data-tab="lotlink.outLotId"]:visible'))
    await follow(rows(page, list).filter({ hasText: named }), 'inLotId')
  }
  await follow(rows(page, 'productsaleout.lines'), 'lotId')
  await into('生抽半成品')
  expect(clicks).toBe(3)
})

test('from a sale to the receipt of the wheat in it, four clicks by links and one button', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/productsaleout/1')
  let clicks = 0
  const click = async (target: ReturnType<Page['locator']>) => {
    clicks += 1
    await target.click()
  }
  await rows(page, 'productsaleout.lines').first().locator('[data-column-id=lotId]').hover()
  await click(mark(page))
  await expect(page).toHaveURL(/stocklot\/\d+/)
  await click(page.locator('[data-record]:visible [data-command="stocklot.traceBackward"]'))
  await expect(page).toHaveURL(/reviewdesc/)
  const wheat = rows(page, 'reviewmaterial').filter({ hasText: '小麦' }).first()
  await wheat.hover()
  await expect(mark(page)).toHaveAttribute('href', /stocklot\/\d+/)
  await click(mark(page))
  await expect(page.locator('[data-record]:visible')).toContainText('小麦')
  await click(page.locator('[data-record]:visible [data-field=materialStoreInId] a'))
  await expect(page.locator('[data-record]:visible h1')).toContainText('原料入库')
  expect(clicks).toBe(4)
})

test('a click selects, Ctrl and the middle button open a tab of the browser, a key opens here', async ({
  page,
  context,
  demoUrl,
}) => {
  test.setTimeout(150_000)
  await signIn(page, demoUrl, '/materialstorein')
  const supplier = rows(page, 'materialstorein').first().locator('[data-column-id=supplyId]')
  const link = supplier.locator('a')
  await link.click()
  await expect(supplier).toHaveAttribute('data-active')
  await expect(page).toHaveURL(/materialstorein$/)
  const address = String(await link.getAttribute('href'))
  for (const how of ['Control', 'middle'] as const) {
    // New tabs of a busy browser may hang before their first byte.
    await expect(async () => {
      const click = link.click(how === 'middle' ? { button: how } : { modifiers: [how] })
      const [opened] = await Promise.all([context.waitForEvent('page', { timeout: 8_000 }), click])
      await expect(opened.locator(`[data-record="${address.slice(1)}"]`))
        .toBeVisible({ timeout: 8_000 })
        .finally(() => opened.close())
    }).toPass({ timeout: 50_000 })
  }
  expect(await page.locator('[data-marked]').count()).toBe(0)
  expect(
    await page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-column-id]')?.dataset.columnId),
  ).toBe('supplyId')
  await keyboardOf(page).press('Alt+Shift+v')
  await expect(page).toHaveURL(demoUrl + address)
  await expect(page.locator('[data-record]:visible')).toContainText('供应商')
})

test('a posted document is opened, a draft edited; the cell names what it opens', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/materialstorein')
  const menu = page.getByRole('menu')
  const entries = menu.getByRole('menuitem')
  const posted = rows(page, 'materialstorein').filter({ hasText: '已过账' }).first()
  const supplier = posted.locator('[data-column-id=supplyId]')
  await supplier.click({ button: 'right' })
  await expect(entries.filter({ hasText: /^打开原料入库/ })).toHaveCount(1)
  await expect(menu.locator('[data-command="materialstorein.edit"]')).toHaveCount(0)
  const named = await supplier.innerText()
  await entries.filter({ hasText: `打开供应商 ${named}` }).click()
  await expect(page).toHaveURL(/supply\/\d+/)

  await page.goBack()
  const draft = rows(page, 'materialstorein').filter({ hasText: '草稿' }).first()
  await draft.locator('[data-column-id=supplyId]').click({ button: 'right' })
  await expect(menu.locator('[data-command="materialstorein.edit"]')).toHaveCount(1)
  await expect(menu.locator('[data-command="record.open"]')).toHaveCount(0)
})

test('a form leads to what its fields refer to, and Tab still goes from field to field', async ({ page, demoUrl }) => {
  const { press, to } = keyboardOf(page)
  await signIn(page, demoUrl, '/materialspec')
  await expect(rows(page, 'materialspec').first()).toBeVisible()
  await press('Control+Home', 'Alt+o')
  await expect(page).toHaveURL(/materialspec\/\d+/)
  const field = page.locator('[data-field=packageUnitId]:visible')
  await expect(field.locator('a')).toHaveAttribute('tabindex', '-1')
  await to('packageUnitId')
  await press('Alt+Shift+v')
  await expect(page).toHaveURL(/unit\/\d+/)
  await page.goBack()
  await field.locator('a').click()
  await expect(page).toHaveURL(/unit\/\d+/)
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })
  test('one tap on a card opens the record', async ({ page, demoUrl }) => {
    await signIn(page, demoUrl, '/materialstorein')
    await page.locator('[data-cards=materialstorein] [data-open-card]').first().tap()
    await expect(page).toHaveURL(/materialstorein\/\d+/)
  })
})

test('a document named by its number is a link: in the ledger, in the reason of a lot, in an address', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/stockledger')
  const cell = rows(page, 'stockledger').filter({ hasText: 'MI2' }).first().locator('[data-column-id=docNo]')
  const number = await cell.innerText()
  await cell.hover()
  await expect(mark(page)).toHaveAttribute('href', `/materialstorein/${number}`)
  await mark(page).click()
  await expect(page).toHaveURL(/materialstorein\/\d+$/)
  await expect(page.locator('[data-record]:visible')).toContainText(number)
  const tabs = page.getByRole('navigation').or(page.getByRole('tablist')).locator('[data-tab-url], [role=tab]')
  await expect(tabs.filter({ hasText: `#${number}` })).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)

  const lots = await page.evaluate(async () => {
    const result = await window.lotline?.run('stocklot.list', { size: 200 })
    const { rows } = (result as unknown as { data: { rows: { id: number; statusReason: string | null }[] } }).data
    return rows.filter(({ statusReason }) => /QI\d{8}-/.test(statusReason ?? ''))
  })
  expect(lots.length).toBeGreaterThan(0)
  await page.goto(`${demoUrl}/stocklot/${lots[0]?.id}`)
  const reason = page.locator('[data-record]:visible [data-field=statusReason] a')
  await reason.click()
  await expect(page).toHaveURL(/qualityinspection\/\d+$/)

  await page.goto(`${demoUrl}/qualityinspection/QI20001231-0001`)
  await expect(page.locator('[data-absent]:visible')).toContainText('QI20001231-0001')
  await expect(page.locator('[data-absent]:visible')).toBeFocused()
})
