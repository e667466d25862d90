/** Small windows: a magnified laptop and a phone reach everything. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const windows = [
  ['a laptop at 125 %', 1093, 614],
  ['a laptop at 150 %', 911, 512],
  ['a laptop at 200 %', 683, 384],
  ['a phone', 390, 844],
] as const

/** Rows of which both edges are in sight and uncovered. */
const rowsInSight = (rows: Locator) =>
  rows.evaluateAll(
    elements =>
      elements.filter(row => {
        const { left, top, bottom } = row.getBoundingClientRect()
        const isSeen = (y: number) => row.contains(document.elementFromPoint(Math.max(left, 0) + 64, y))
        return row.checkVisibility() && bottom < innerHeight + 1 && isSeen(top + 3) && isSeen(bottom - 4)
      }).length,
  )

/** Whether the focused element can be seen where it is. */
const isFocusInSight = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) return false
    const { left, top, width, height } = activeElement.getBoundingClientRect()
    const seen = document.elementFromPoint(left + Math.min(width / 2, 60), top + height / 2)
    return activeElement.contains(seen) || (seen?.contains(activeElement) ?? false)
  })

const firstLot = (page: Page) =>
  page.evaluate(async () => {
    const lots = await window.lotline?.run('stocklot.list', { q: 'L20', sort: [['lotNo', 'asc']] })
    if (lots?.status !== 'ok') throw new Error(JSON.stringify(lots))
    return (lots.data as { rows: readonly { lotNo: string }[] }).rows[0]?.lotNo ?? ''
  })

const isWithin = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

for (const [name, width, height] of windows) {
  test(`ten rows of a trace, or three cards, are in sight on ${name}, its question folded to a line`, async ({
    page,
    demoUrl,
  }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, demoUrl, '/reviewasc')
    const lotNo = await firstLot(page)
    await page.keyboard.press('Control+f')
    await page.keyboard.type(lotNo)
    await page.keyboard.press('Enter')
    const isPhone = width < 500
    const rows = page.locator(isPhone ? '[data-cards=reviewdealer]:visible' : '[data-grid=reviewdealer]:visible')
    const focused = rows.locator(isPhone ? '[data-open-card]:focus' : '[role=gridcell]:focus')
    await expect(focused).toHaveCount(1)
    await expect.poll(() => rowsInSight(rows.locator('[data-row-id]'))).toBeGreaterThanOrEqual(isPhone ? 3 : 10)
    expect(await isFocusInSight(page)).toBe(true)
    // Cards are taller than rows: every one can be scrolled to.
    if (isPhone) {
      const last = rows.locator('[data-row-id]').last()
      await last.scrollIntoViewIfNeeded()
      await expect(last).toBeInViewport({ ratio: 0.9 })
      await rows.locator('[data-row-id]').first().scrollIntoViewIfNeeded()
    }
    expect(await isWithin(page)).toBe(true)
    await expect(page.locator('[data-field=lotNos]')).toBeHidden()
    const line = page.locator('[data-asked-line]:visible')
    await expect(line).toContainText(lotNo)
    expect((await line.boundingBox())?.height).toBeLessThan(width < 500 ? 64 : 40)

    // Opened and folded by mouse, by chip and by key.
    const fold = line.getByRole('button', { name: '查询条件' })
    await fold.click()
    await expect(page.locator('[data-field=lotNos]')).toBeVisible()
    await fold.click()
    await expect(page.locator('[data-field=lotNos]')).toBeHidden()
    await expect(fold).toBeFocused()
    await line.getByRole('button', { name: lotNo }).click()
    await expect(page.locator('[data-field=lotNos] input')).toBeFocused()
    await fold.click()
    await page.keyboard.press('Control+f')
    await expect(page.locator('[data-field=lotNos] input')).toBeFocused()
    expect(await isFocusInSight(page)).toBe(true)
    await page.getByRole('button', { name: '追溯', exact: true }).click()
    await expect(page.locator('[data-field=lotNos]')).toBeHidden()
    await expect(focused).toHaveCount(1)
    expect(await isFocusInSight(page)).toBe(true)
  })

  test(`each row of a plan and of a call list can be scrolled to on ${name}`, async ({ page, demoUrl }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, demoUrl, '/produceplan/1')
    for (const [path, tab, table] of [
      ['/produceplan/1', '工作台', '[data-plan-bench]'],
      ['/callback/2', '通知名单', '[data-call-list]'],
    ] as const) {
      await page.goto(demoUrl + path)
      await page.getByRole('tab', { name: tab, exact: true }).click()
      const rows = page.locator(`${table}:visible tbody > tr`)
      await expect(rows.first()).toBeVisible()
      for (const row of await rows.all()) {
        await row.evaluate(element => element.scrollIntoView({ block: 'nearest' }))
        expect(await rowsInSight(row)).toBe(1)
      }
      expect(await isWithin(page)).toBe(true)
    }
  })
}

test('the last of many lines is in sight in a window of any height', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/materialstorein/new')
  const grid = page.locator('[data-grid="materialstorein.lines"]:visible')
  await grid.locator('[role=grid]').focus()
  for (let line = 0; line < 40; line++) await page.evaluate(() => window.lotline?.run('grid.insertBelow'))
  await expect.poll(() => isFocusInSight(page)).toBe(true)
})

for (const [name, width, height] of windows.slice(0, 3)) {
  test(`ten lines of a document are in sight on ${name}`, async ({ page, demoUrl }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, demoUrl, '/materialstorein/new')
    const grid = page.locator('[data-grid="materialstorein.lines"]:visible')
    await grid.locator('[role=grid]').focus()
    for (let line = 0; line < 11; line++) await page.evaluate(() => window.lotline?.run('grid.insertBelow'))
    await expect.poll(() => rowsInSight(grid.locator('[data-row-id]'))).toBeGreaterThanOrEqual(10)
    expect(await isFocusInSight(page)).toBe(true)
    for (let line = 0; line < 12; line++) await page.keyboard.press('ArrowUp')
    await expect.poll(() => isFocusInSight(page)).toBe(true)
    expect(await isWithin(page)).toBe(true)
  })

  test(`ten rows of a list are in sight on ${name}`, async ({ page, demoUrl }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, demoUrl, '/materialstorein')
    const grid = page.locator('[data-grid=materialstorein]:visible')
    await expect(grid.locator('[data-row-id]').first()).toBeVisible()
    await page.keyboard.press('Control+f')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => rowsInSight(grid.locator('[data-row-id]'))).toBeGreaterThanOrEqual(10)
    for (let row = 0; row < 12; row++) await page.keyboard.press('ArrowDown')
    await expect.poll(() => isFocusInSight(page)).toBe(true)
    expect(await isWithin(page)).toBe(true)
  })
}

test('the commands of a record and the end of its number are in sight at 150 %', async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 911, height: 512 })
  await signIn(page, demoUrl, '/materialstorein/1')
  const tools = page.locator('[data-record]:visible header [role=toolbar] button:visible')
  await expect(tools.first()).toBeVisible()
  const ends = () => tools.evaluateAll(all => all.map(button => button.getBoundingClientRect().right))
  await expect.poll(async () => (await ends()).length).toBeGreaterThan(2)
  expect(Math.max(...(await ends()))).toBeLessThanOrEqual(911)
  const number = page.getByRole('navigation', { name: '当前位置' }).locator('[aria-current=page]')
  await expect(number).toHaveText(/^MI/)
  expect(await number.evaluate(element => element.scrollWidth <= element.clientWidth + 1)).toBe(true)
})

test('at 1024x768 states and numbers keep to a line, and a message leaves the totals in sight', async ({
  page,
  demoUrl,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await signIn(page, demoUrl, '/callback/2')
  const highest = (parts: Locator) =>
    parts.evaluateAll(all => Math.max(...all.map(part => part.getBoundingClientRect().height)))
  await expect(page.locator('[data-contact]:visible').first()).toBeVisible()
  expect(await highest(page.locator('[data-contact]:visible td:nth-child(6) span'))).toBeLessThan(24)
  expect(await highest(page.locator('[data-contact]:visible td:nth-child(3) a'))).toBeLessThan(24)

  await page.goto(`${demoUrl}/stocklot`)
  const grid = page.locator('[data-grid=stocklot]:visible')
  await expect(grid.locator('[data-row-id]').first()).toBeVisible()
  const shade = () => grid.evaluate(frame => Number(getComputedStyle(frame, '::after').opacity))
  await expect.poll(shade).toBe(1)
  const star = page.locator('[data-command="place.favourite"]')
  await star.click()
  const message = page.locator('[data-region=notifications] [data-kind]')
  // Under the pointer it stays, however slow the machine.
  await expect(message.first()).toBeVisible()
  await page.keyboard.press('Control+f')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  const totals = page.locator('[data-totals]')
  await expect(totals).toBeVisible()
  const isCovered = () =>
    totals.evaluate(bar => {
      const { left, right, top, bottom } = bar.getBoundingClientRect()
      const seen = [left + 2, (left + right) / 2, right - 2].map(x => document.elementFromPoint(x, (top + bottom) / 2))
      return seen.some(element => !bar.contains(element))
    })
  await expect.poll(isCovered).toBe(false)
  expect(await message.count()).toBeGreaterThan(0)

  // At the right end nothing more is promised.
  await grid.locator('[role=grid]').evaluate(scroller => scroller.scrollTo(scroller.scrollWidth, 0))
  await expect.poll(shade).toBe(0)
  await star.click()
})

test('at 911 px in English a record has one line of title, and the status bar whole hints', async ({
  page,
  demoUrl,
}) => {
  await page.addInitScript(() => localStorage.setItem('lotline.locale', 'en-US'))
  await page.setViewportSize({ width: 911, height: 512 })
  await signIn(page, demoUrl, '/materialstorein/1')
  const title = page.locator('[data-record]:visible h1')
  await expect(title).toContainText('MI2026')
  expect((await title.boundingBox())?.height).toBeLessThan(30)
  const number = title.locator('span').last()
  expect(await number.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
  const rightOf = async (part: Locator) => part.evaluate(element => element.getBoundingClientRect().right)
  expect(await rightOf(number)).toBeLessThanOrEqual(await rightOf(title))
  await page.goto(`${demoUrl}/materialstorein`)
  await expect(page.locator('[data-grid=materialstorein]:visible [data-row-id]').first()).toBeVisible()
  const over = await page.locator('[data-status-bar]').evaluate(bar => {
    const sign = bar.querySelector('[data-channel]')?.getBoundingClientRect().left ?? 0
    const { bottom } = bar.getBoundingClientRect()
    const shown = [...bar.querySelectorAll('[data-hinted]')].map(each => each.getBoundingClientRect())
    return shown.filter(({ top, right }) => top < bottom && right > sign).length
  })
  expect(over).toBe(0)
})

test('a deadline that is over stays in the head at 911 px, with the way to meet it', async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 911, height: 512 })
  await signIn(page, demoUrl, '/index')
  const id = await page.evaluate(async () => {
    const at = '2026-01-05T08:00:00.000Z'
    const about = { title: '逾期未报', place: '食堂', emergencyMeasures: '封存', victimCount: 0, reporterId: 1 }
    const saved = await window.lotline?.run('unsafefoodaccident.save', {
      row: { ...about, occurTime: at, knowTime: at },
    })
    return saved?.status === 'ok' ? (saved.data as { id: number }).id : JSON.stringify(saved)
  })
  await page.goto(`${demoUrl}/unsafefoodaccident/${id}`)
  const record = page.locator(`[data-record="unsafefoodaccident/${id}"]`)
  const facts = record.locator('header [data-fact]:visible')
  await expect(facts).toHaveCount(1)
  await expect(facts).toContainText('逾时')
  await facts.locator('[data-link=enterReport]').click()
  await expect(record.locator('[data-field=reportTime] input')).toBeFocused()
})
