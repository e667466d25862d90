/** Unsaved changes in a tab that is killed, duplicated, or holds more than session storage. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const grid = (page: Page) => page.locator('[data-grid=brand]')
const cell = (page: Page, name: string, column: string) =>
  grid(page)
    .locator('[role=row][data-row-id]', { has: page.locator('[data-column-id=name]', { hasText: name }) })
    .locator(`[data-column-id=${column}]`)
const count = (page: Page, name: string) => page.locator(`[data-list=brand] [data-count=${name}]`)

const run = (page: Page, id: string, args: object = {}) =>
  page.evaluate(([command, given]) => window.lotline?.run(command, given, { confirm: 'accept' }), [
    id,
    args as Record<string, unknown>,
  ] as const)

/** Shared plant: the first names on screen. */
async function openBrands(page: Page, url: string, ...names: readonly string[]): Promise<void> {
  await signIn(page, url)
  await run(page, 'brand.save', { rows: names.map(name => ({ code: `0${name}`, name, status: 'ENABLED' })) })
  await run(page, 'navigate.brand')
}

/** Listens before the console does, so that a page can end without its handlers. */
const prepareDeath = (page: Page) =>
  page.addInitScript(() => {
    for (const type of ['pagehide', 'visibilitychange', 'beforeunload'])
      window.addEventListener(type, event => Reflect.has(window, 'isDead') && event.stopImmediatePropagation(), true)
  })

/** Enter, and the death of the page with this task: neither timers nor last handlers run. */
const enterAndDie = (page: Page) =>
  page.evaluate(async () => {
    const enter = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', enter))
    await Promise.resolve()
    Reflect.set(window, 'isDead', true)
    const newest = window.setTimeout(() => undefined)
    for (let timer = 1; timer <= newest; timer += 1) clearTimeout(timer)
    location.reload()
  })

test('a tab that is killed directly after a keystroke keeps it', async ({ page, busyUrl }, { repeatEachIndex }) => {
  const name = `按键${repeatEachIndex}`
  await prepareDeath(page)
  await openBrands(page, busyUrl, name)
  const { press, type } = keyboardOf(page)
  for (const column of ['nameEn', 'ownerName']) {
    await cell(page, name, column).click()
    await type(column)
    await Promise.all([page.waitForEvent('load'), enterAndDie(page)])
    await expect(cell(page, name, column)).toContainText(column)
    await page.evaluate(() => window.lotline?.ready())
  }
  await expect(count(page, 'changed')).toContainText('改 1 行')
  // Undo was kept as well.
  await cell(page, name, 'code').click()
  await press('Control+z')
  await expect(cell(page, name, 'ownerName')).toHaveText('')
  await expect(cell(page, name, 'nameEn')).toContainText('nameEn')
})

test('a duplicated tab has what was unsaved, and neither changes what the other keeps', async ({
  page,
  busyUrl,
}, info) => {
  const [first, second] = [`原页${info.repeatEachIndex}`, `副页${info.repeatEachIndex}`]
  await openBrands(page, busyUrl, first, second)
  const { press, type } = keyboardOf(page)
  await cell(page, first, 'nameEn').click()
  await type('First')
  await press('Enter')
  await expect(count(page, 'changed')).toContainText('改 1 行')
  // An opener's session storage is copied, as by the browser's own command.
  const [twin] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void window.open(location.href))])
  await expect(cell(twin, first, 'nameEn')).toContainText('First')
  await twin.evaluate(() => window.lotline?.ready())
  const beside = keyboardOf(twin)
  await cell(twin, second, 'nameEn').click()
  await beside.type('Second')
  await beside.press('Enter')
  await expect(count(twin, 'changed')).toContainText('改 2 行')
  await run(twin, 'grid.revertAll')
  await expect(count(twin, 'changed')).toHaveCount(0)
  await twin.reload()
  await expect(cell(twin, second, 'nameEn')).toHaveText('')
  await page.reload()
  await expect(cell(page, first, 'nameEn')).toContainText('First')
  await expect(count(page, 'changed')).toContainText('改 1 行')
  await cell(page, second, 'nameEn').click()
  await type('Third')
  await press('Enter')
  await expect(count(page, 'changed')).toContainText('改 2 行')
  await twin.reload()
  await expect(cell(twin, second, 'nameEn')).toHaveText('')
  await expect(count(twin, 'changed')).toHaveCount(0)
  await page.reload()
  await expect(count(page, 'changed')).toContainText('改 2 行')
})

/** Characters that IndexedDB holds of the logs. */
const storedCharacters = (page: Page) =>
  page.evaluate(async () => {
    const answered = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await answered(indexedDB.open('lotline.drafts'))
    const texts = await answered(database.transaction('texts').objectStore('texts').getAll())
    database.close()
    return texts.reduce((total: number, text: string) => total + text.length, 0)
  })

test('a draft of more than 5 MB outlives a reload with what can be taken back', async ({ page, busyUrl }, info) => {
  const name = `大量${info.repeatEachIndex}`
  await openBrands(page, busyUrl, name)
  const { press } = keyboardOf(page)
  await cell(page, name, 'nameEn').click()
  await press('Alt+n')
  await expect(count(page, 'new')).toContainText('新增 1 行')
  const rows = 600
  await page.evaluate(total => {
    const data = new DataTransfer()
    const lines = Array.from({ length: total }, (_, at) => `L${at}\t${'很长的品牌名称'.repeat(1600)}${at}`)
    data.setData('text/plain', lines.join('\r\n'))
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, rows)
  await expect(page.getByRole('dialog')).toBeVisible()
  await press('Control+Enter')
  await expect(count(page, 'new')).toContainText(`新增 ${rows} 行`)
  await expect.poll(() => storedCharacters(page)).toBeGreaterThan(5_000_000)
  await page.reload()
  await expect(count(page, 'new')).toContainText(`新增 ${rows} 行`)
  await expect(page.locator('[data-region=notifications]')).not.toContainText('存储空间已满')
  await grid(page).locator('[role=row][data-row-id] [data-column-id=code]').first().click()
  await press('Control+z')
  await expect(count(page, 'new')).toContainText('新增 1 行')
})
