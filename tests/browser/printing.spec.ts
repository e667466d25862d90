/** Paper: the record or list in front is printed, not the frame. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const sheetOf = (page: Page) => page.locator('[data-printout]')

/** Asks for printing without a dialog of the browser. */
async function onPaper(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-print-asked', '')
  })
}

test('a document is printed with company, number, code, lines and lines to sign on', async ({ page, demoUrl }) => {
  const read = page.waitForResponse('**/Home/GetSysInfo')
  await signIn(page, demoUrl, '/materialstorein/1')
  await (await read).finished()
  const number = await page.locator('[data-record]:visible h1 span').last().innerText()
  // The browser's own way, by its key or menu.
  await page.evaluate(() => {
    addEventListener('beforeprint', () => {
      const sheet = document.querySelector<HTMLElement>('[data-printout]')
      document.body.dataset.printed = sheet?.innerText ?? ''
    })
  })
  const paper = await page.pdf({ preferCSSPageSize: true })
  expect(paper.length).toBeGreaterThan(10_000)
  const printed = await page.locator('body').getAttribute('data-printed')
  expect(printed).toContain(number)
  expect(printed).toContain('原料入库')
  expect(printed).toMatch(
    /恒香调味品有限公司\s*山东省[^。]*号 · 联系电话 [\d-]+ · 食品生产许可证\S* ?\S*\s*原料入库[\s\S]*审核/,
  )
  // A window that is just closing does not keep the sheet away.
  await page.keyboard.press('F1')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => {
    const closing = new MutationObserver(() => {
      if (!document.querySelector('[role=dialog][data-closed]')) return
      closing.disconnect()
      dispatchEvent(new Event('beforeprint'))
    })
    closing.observe(document.body, { attributes: true, subtree: true })
  })
  await page.keyboard.press('Escape')
  const sheet = sheetOf(page)
  await expect(sheet).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(sheet.getByRole('img', { name: number })).toBeVisible()
  await expect(sheet.locator('tbody tr')).not.toHaveCount(0)
  // Nothing outside of the paper: 190 mm at 96 dpi.
  await page.setViewportSize({ width: 718, height: 1000 })
  expect(await sheet.evaluate(element => element.scrollWidth)).toBeLessThanOrEqual(718)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(sheet).toHaveCount(0)
})

test('a list is printed with its filter and all its rows, also those not loaded', async ({ page, demoUrl }) => {
  await onPaper(page)
  await signIn(page, demoUrl, '/stockledger')
  await expect(page.getByRole('grid').first()).toBeVisible()
  const result = await page.evaluate(() => window.lotline?.run('page.print'))
  expect(result).toMatchObject({ status: 'ok' })
  const { printed, total } = (result as { data: { printed: number; total: number } }).data
  expect([printed, total > 200]).toEqual([total, true])
  await keyboardOf(page).run('打印本页', '打印本页')
  await expect(page.locator('body')).toHaveAttribute('data-print-asked', '')
  await page.emulateMedia({ media: 'print' })
  await expect(sheetOf(page).locator('tbody tr')).toHaveCount(total)
  await expect(sheetOf(page)).toContainText(`共 ${total} 条`)
})

test('a page that is neither prints without the frame', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  await expect(page.locator('[data-work]').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('[data-region="sidebar"]')).toBeHidden()
  await expect(page.locator('[data-region="main"]')).toBeVisible()
})

test('on paper lines to sign on are equal, words and numbers whole, and rules within the page', async ({
  page,
  demoUrl,
}) => {
  await page.addInitScript(() => localStorage.setItem('lotline.locale', 'en-US'))
  for (const path of ['/unsafefoodcallbackplan/1', '/importcontrol', '/materialstorein/1']) {
    await signIn(page, demoUrl, path)
    await expect(page.locator('[data-screen]:visible').first()).toBeVisible()
    await page.setViewportSize({ width: path === '/unsafefoodcallbackplan/1' ? 703 : 1032, height: 1000 })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      await expect(sheetOf(page).locator('dl, tbody tr').first()).toBeVisible({ timeout: 500 })
    }).toPass()
    const found = await sheetOf(page).evaluate(sheet => {
      const lines = [...sheet.querySelectorAll<HTMLElement>('[data-signature]')].map(line => line.offsetWidth)
      const broken = [...sheet.querySelectorAll('[data-unbroken]')].filter(one => one.getClientRects().length > 1)
      const range = document.createRange()
      // A word on two lines has two boxes.
      const words = [...sheet.querySelectorAll('td, th')].flatMap(({ firstChild: text }) =>
        text instanceof Text
          ? [...text.data.matchAll(/[A-Za-z]{2,}/g)].filter(({ 0: word, index }) => {
              range.setStart(text, index)
              range.setEnd(text, index + word.length)
              return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
            })
          : [],
      )
      const rights = [...sheet.querySelectorAll('table')].map(table => table.getBoundingClientRect().right)
      return {
        lines: new Set(lines).size,
        broken: broken.map(({ textContent }) => textContent),
        words: words.map(([word]) => word),
        isWithin: rights.every(right => right < sheet.getBoundingClientRect().right),
        ground: getComputedStyle(sheet).backgroundColor,
      }
    })
    expect(found).toEqual({
      lines: path === '/importcontrol' ? 0 : 1,
      broken: [],
      words: [],
      isWithin: true,
      ground: 'rgb(255, 255, 255)',
    })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: 'screen' })
  }
})
