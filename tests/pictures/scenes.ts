/** Findings of the trial in the demonstration; `docs/look` tells what became of each. */
import type { Scene, Visitor } from './scene.ts'

const phone = [390, 844] as const

const firstRow = (page: Visitor['page']) => page.locator('[data-grid]:visible [role=row][data-row-id]').first()

const selectFirst = async ({ page }: Visitor) => {
  await firstRow(page).locator('[role=gridcell]').nth(2).click()
  await page.keyboard.press('Shift+Space')
}

/** Forward trace of the oldest wheat lot, by its address. */
export const traceOf = async ({ page, open }: Visitor) => {
  const lotNo = await page.evaluate(async () => {
    const where = [{ field: 'materialId', op: 'eq', value: 1 }]
    const listed = await window.lotline?.run('stocklot.list', { where, sort: [['id', 'asc']], size: 1 })
    return (listed as { data: { rows: readonly { lotNo: string }[] } }).data.rows[0]?.lotNo
  })
  await open(`/reviewasc?lotNos=${lotNo}`)
  await page.locator('[data-section=graph]').waitFor()
}

const onPaper = async ({ page }: Visitor) => {
  // The company's name for paper is read after sign-in.
  await page.waitForTimeout(2000)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
}

const searchPalette = (words: string) => async (visitor: Visitor) => {
  await visitor.press('Control+k')
  await visitor.type(words)
}

export const scenes: readonly Scene[] = [
  {
    finding: 1,
    path: '/reviewasc',
    steps: async visitor => {
      await traceOf(visitor)
      await visitor.command('reviewasc.freeze')
    },
  },
  { finding: 2, path: '/' },
  { finding: 3, path: '/materialstorein', steps: ({ page }) => firstRow(page).hover() },
  {
    finding: 4,
    path: '/materialstorein',
    steps: ({ page }) => firstRow(page).locator('[role=gridcell]').nth(4).click({ button: 'right' }),
  },
  { finding: 5, path: '/materialstorein/1', size: [794, 1123], steps: onPaper },
  { finding: 6, path: '/reviewasc', size: [911, 512], steps: traceOf },
  { finding: 7, path: '/materialstorein', size: phone, context: { hasTouch: true } },
  {
    finding: 8,
    path: '/materialstorein',
    context: { forcedColors: 'active', colorScheme: 'dark' },
    steps: ({ page }) => firstRow(page).locator('[role=gridcell]').nth(3).click(),
  },
  {
    finding: 9,
    path: '/index',
    steps: async ({ page, open }) => {
      await page.route('**/template/list/brand', route => route.abort())
      await open('/brand')
    },
  },
  { finding: 10, path: '/index' },
  { finding: 11, path: '/callback/1' },
  { finding: 12, path: '/unsafefoodaccident' },
  { finding: 13, path: '/callback/2', context: { timezoneId: 'America/New_York' } },
  { finding: 14, path: '/materialstorein/1', steps: ({ page }) => page.locator('[data-tab=history]:visible').click() },
  { finding: 15, path: '/stocklot', steps: ({ press }) => press('F1') },
  { finding: 16, path: '/materialstorein/new', steps: ({ press }) => press('Control+Enter') },
  {
    finding: 17,
    path: '/materialstorein',
    steps: async visitor => {
      await selectFirst(visitor)
      await visitor.press('Control+Delete')
    },
  },
  { finding: 18, path: '/callback/2', steps: ({ page }) => page.locator('[data-call-list] button').first().click() },
  {
    finding: 19,
    path: '/dealer/1',
    steps: async ({ page, press }) => {
      await page.locator('[data-field=region] input:visible').fill('华东二区')
      await press('Alt+w')
    },
  },
  { finding: 20, path: '/callback/2', context: { colorScheme: 'dark' } },
  { finding: 21, path: '/product/new' },
  { finding: 22, path: '/stocklot' },
  { finding: 23, path: '/produceplan' },
  { finding: 24, path: '/stockbalance', now: '/stockitem' },
  { finding: 25, path: '/stocklot/1' },
  { finding: 26, path: '/product/1' },
  { finding: 27, path: '/setting' },
  { finding: 28, path: '/index', size: [1366, 1600] },
  {
    finding: 29,
    path: '/index',
    steps: ({ page }) =>
      page.locator('[data-region=toolbar] button[aria-label^=通知], button[aria-label*=通知]').first().click(),
  },
  { finding: 30, path: '/index', locale: 'en-US', steps: searchPalette('goods receipt') },
  { finding: 31, path: '/productstoreout', locale: 'en-US' },
  { finding: 32, path: '/reviewasc' },
  { finding: 33, path: '/produceplan/1' },
  { finding: 34, path: '/product/new', steps: ({ press }) => press('Control+s') },
  { finding: 35, path: '/callback/2', size: [1366, 1200] },
  {
    finding: 36,
    path: '/materialstorein/new',
    steps: async ({ page, press }) => {
      await page
        .locator('[data-field=productionDate] input:visible, [data-field=storeInDate] input:visible')
        .first()
        .click()
      await press('Alt+ArrowDown')
    },
  },
  { finding: 37, path: '/materialstorein/1' },
  {
    finding: 38,
    path: '/reviewasc',
    steps: async visitor => {
      await traceOf(visitor)
      await visitor.page.locator('[data-section=graph]').click()
    },
  },
  { finding: 39, path: '/login', isOutside: true },
  {
    finding: 40,
    path: '/index',
    steps: async ({ page }) => {
      await page.keyboard.down('Alt')
      await page.waitForTimeout(900)
    },
  },
  { finding: 41, path: '/materialstorein', steps: ({ press }) => press('Alt+v') },
  { finding: 42, path: '/employee' },
]
