/** The calendar of cells, forms and filters: by key, by finger, and for axe. */
import type { Page } from '@playwright/test'
import { findingsOfThemes, loadAxe } from './axe.ts'
import { asked } from './fileFields.ts'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const run = (page: Page, id: string, args = {}) =>
  page.evaluate(([command, given]) => window.lotline?.run(command, given), [id, args] as const)
const calendar = (page: Page) => page.locator('[data-calendar]')
const focusedDay = (page: Page) => calendar(page).locator('[data-day]:has(:focus)')
const cell = (page: Page) => page.locator('[data-grid=holiday]:visible [data-index="0"] [data-column-id=day]')
const field = (page: Page, name: string) => page.locator(`[data-record]:visible [data-name=${name}]`)

test('in a cell the keys of a date grid move, Escape leaves what is typed, Enter picks', async ({ page, demoUrl }) => {
  const scripts: string[] = []
  page.on('request', request => void scripts.push(new URL(request.url()).pathname))
  await signIn(page, demoUrl, '/holiday')
  await cell(page).click()
  const { press, type } = keyboardOf(page)
  await type('2026-11-24')
  expect(scripts.filter(path => path.includes('Calendar'))).toEqual([])
  await press('Alt+ArrowDown')
  await expect(focusedDay(page)).toHaveAttribute('data-day', '2026-11-24')
  for (const [key, day] of [
    ['ArrowRight', '2026-11-25'],
    ['ArrowDown', '2026-12-02'],
    ['ArrowLeft', '2026-12-01'],
    ['ArrowUp', '2026-11-24'],
    ['Home', '2026-11-23'],
    ['End', '2026-11-29'],
    ['PageDown', '2026-12-29'],
    ['PageUp', '2026-11-29'],
    ['Shift+PageDown', '2027-11-29'],
    ['Shift+PageUp', '2026-11-29'],
  ] as const) {
    await press(key)
    await expect(focusedDay(page), key).toHaveAttribute('data-day', day)
  }
  await press('Escape')
  await expect(calendar(page)).toHaveCount(0)
  await expect(cell(page).locator('input')).toBeFocused()
  await expect(cell(page).locator('input')).toHaveValue('2026-11-24')
  await press('Alt+ArrowDown', 'ArrowRight', 'Enter')
  await expect(calendar(page)).toHaveCount(0)
  await expect(cell(page).locator('input')).toBeFocused()
  await expect(cell(page)).toContainText('2026-11-25')
  // Typed text counts where the calendar is left for another cell.
  await type('2026-12-01')
  await press('Alt+ArrowDown')
  await expect(focusedDay(page)).toHaveAttribute('data-day', '2026-12-01')
  await page.locator('[data-grid=holiday]:visible [data-index="0"] [data-column-id=name]').click()
  await expect(calendar(page)).toHaveCount(0)
  await expect(cell(page)).toContainText('2026-12-01')
  await run(page, 'grid.revertAll')
})

test('in a form it opens by its button and by Alt+Down, by month and year, and closes alone', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/complaint/new')
  const { press } = keyboardOf(page)
  const time = field(page, 'complaintTime')
  await time.fill('2026-11-24 10:00')
  await page.locator('[data-record]:visible [data-field=complaintTime] button').click()
  await expect(focusedDay(page)).toHaveAttribute('data-day', '2026-11-24')
  await calendar(page).getByRole('combobox').first().selectOption('2027')
  await calendar(page).getByRole('combobox').last().selectOption('2')
  await calendar(page).locator('[data-day="2027-03-08"] button').click()
  await expect(time).toHaveValue('2027-03-08 10:00')
  await expect(time).toBeFocused()
  await press('Alt+ArrowDown')
  const at = calendar(page).getByRole('textbox')
  await at.fill('25:00')
  await press('Enter')
  await expect(at).toHaveAttribute('aria-invalid', 'true')
  await at.fill('8：30')
  await press('Enter')
  await expect(time).toHaveValue('2027-03-08 08:30')
  await press('Alt+ArrowDown')
  await expect(focusedDay(page)).toHaveCount(1)
  await press('Escape')
  await expect(calendar(page)).toHaveCount(0)
  await expect(time).toBeFocused()
  await expect(page).toHaveURL(/\/complaint\/new/)
})

test('the day of a moment is the one gone to, by keys and by month', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/complaint/new')
  const { press, type } = keyboardOf(page)
  const time = field(page, 'complaintTime')
  await time.fill('')
  await press('Alt+ArrowDown')
  await expect(focusedDay(page)).toHaveCount(1)
  await press('PageDown', 'ArrowRight')
  const day = (await focusedDay(page).getAttribute('data-day')) ?? ''
  await press('Tab')
  await expect(calendar(page).getByRole('textbox')).toBeFocused()
  await expect(calendar(page).locator('[aria-selected=true]')).toHaveAttribute('data-day', day)
  await type('0830')
  await press('Enter')
  await expect(time).toHaveValue(`${day} 08:30`)
  await time.fill('2026-01-31 10:00')
  await press('Alt+ArrowDown')
  await calendar(page).getByRole('combobox').last().selectOption('1')
  await calendar(page).getByRole('button', { name: '完成' }).click()
  await expect(time).toHaveValue('2026-02-28 10:00')
})

interface Stored {
  readonly id: number
  readonly day: string
}
const holidays = async (page: Page, name: string) =>
  (
    await asked<{ readonly rows: readonly Stored[] }>(page, 'template/list/holiday', {
      where: [{ field: 'name', op: 'eq', value: name }],
    })
  ).rows

test('the day goes into the row the calendar was opened on, and nowhere once that is gone', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/holiday')
  const added = (day: string, name: string) =>
    asked<Stored>(page, 'template/save/holiday', { jurisdiction: 'CN', day, isWorkday: false, name })
  const above = await added('2031-05-02', '上')
  const opened = await added('2031-05-01', '中')
  const below = await added('2031-04-30', '下')
  const days = (name: string) => holidays(page, name).then(rows => rows.map(({ day }) => day))
  const shown = (id: number) => page.locator(`[data-grid=holiday]:visible [data-row-id="${id}"]`)
  const { press } = keyboardOf(page)
  const openOn = async (id: number) => {
    await shown(id).locator('[data-column-id=day]').click()
    await press('Alt+ArrowDown')
    await expect(focusedDay(page)).toHaveCount(1)
  }
  const without = async (id: number) => {
    await asked(page, 'template/delete/holiday', { ids: [id] })
    await run(page, 'list.refresh')
    await expect(shown(id)).toHaveCount(0)
  }
  await page.reload()
  await openOn(opened.id)
  await without(above.id)
  await press('PageDown', 'Enter')
  await expect(calendar(page)).toHaveCount(0)
  await expect(shown(opened.id)).toContainText('2031-06-01')
  await run(page, 'holiday.save')
  await expect.poll(() => days('中')).toEqual(['2031-06-01'])
  expect(await days('下')).toEqual(['2031-04-30'])

  await openOn(opened.id)
  await without(opened.id)
  await press('PageDown', 'Enter')
  await expect(calendar(page)).toHaveCount(0)
  await expect(page.locator('[data-grid=holiday]:visible [data-state=dirty]')).toHaveCount(0)
  await asked(page, 'template/delete/holiday', { ids: [below.id] })
})

test('days to come of an examination are grey, and cannot be picked', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/employeehealth/new')
  const examined = field(page, 'examDate')
  await expect(examined).toHaveValue(/^\d{4}-\d{2}-\d{2}$/)
  const today = await examined.inputValue()
  await examined.focus()
  await keyboardOf(page).press('Alt+ArrowDown')
  await expect(focusedDay(page)).toHaveAttribute('data-day', today)
  await expect(focusedDay(page)).not.toHaveAttribute('data-disabled')
  const days = calendar(page).locator('[data-day]')
  const possible = await days.evaluateAll(all =>
    all.filter(day => !day.hasAttribute('data-disabled')).map(day => day.getAttribute('data-day') ?? ''),
  )
  expect(possible.at(-1)).toBe(today)
  const nextYear = String(Number(today.slice(0, 4)) + 1)
  await calendar(page).getByRole('combobox').first().selectOption(nextYear)
  const ahead = calendar(page).locator(`[data-day^="${nextYear}"]`)
  await expect(ahead.first()).toBeVisible()
  await expect(ahead.and(page.locator(':not([data-disabled])'))).toHaveCount(0)
  await ahead.first().click()
  await expect(calendar(page)).toBeVisible()
  await expect(examined).toHaveValue(today)
})

test('in a filter Escape closes the calendar and leaves the filter', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/holiday')
  await run(page, 'list.filter', { field: 'day' })
  const filter = page.locator('[data-column-filter=day]')
  await filter.locator('[data-picks]').focus()
  const { press } = keyboardOf(page)
  await press('Alt+ArrowDown')
  await expect(focusedDay(page)).toHaveCount(1)
  await press('Escape')
  await expect(calendar(page)).toHaveCount(0)
  await expect(filter.locator('[data-picks]')).toBeFocused()
  await press('Alt+ArrowDown')
  const day = (await focusedDay(page).getAttribute('data-day')) ?? ''
  await press('Enter')
  await expect(filter.locator('[data-picks]')).toHaveValue(day)
})

test('in the question of a command Escape closes the calendar and leaves the question', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/employee/1')
  await page.locator('[data-command="employee.leave"]:visible').click()
  const question = page.getByRole('dialog').filter({ has: page.locator('[data-name=leaveDate]') })
  const leaveDate = question.locator('[data-name=leaveDate]')
  await leaveDate.focus()
  const { press } = keyboardOf(page)
  await press('Alt+ArrowDown')
  await expect(focusedDay(page)).toHaveCount(1)
  await press('Escape')
  await expect(calendar(page)).toHaveCount(0)
  await expect(leaveDate).toBeFocused()
  await press('Alt+ArrowDown')
  await expect(focusedDay(page)).toHaveCount(1)
  await press('PageDown', 'Home')
  const day = (await focusedDay(page).getAttribute('data-day')) ?? ''
  await press('Space')
  await expect(leaveDate).toHaveValue(day)
  await press('Escape')
  await expect(question).toHaveCount(0)
})

test('axe finds nothing, in three languages, light and dark', async ({ page, demoUrl }) => {
  await loadAxe(page)
  await signIn(page, demoUrl, '/complaint/new')
  for (const [locale, first] of [
    ['zh-TW', '一'],
    ['en-US', 'Su'],
    ['zh-CN', '一'],
  ] as const) {
    await run(page, `locale.${locale}`)
    await field(page, 'complaintTime').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(focusedDay(page)).toHaveCount(1)
    await expect(calendar(page).getByRole('columnheader', { includeHidden: true }).first()).toHaveText(first)
    expect(await findingsOfThemes(page, locale)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(calendar(page)).toHaveCount(0)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('it fits, with targets of 44 pixels', async ({ page, demoUrl }) => {
    await signIn(page, demoUrl, '/complaint/new')
    await page.locator('[data-record]:visible [data-field=complaintTime] button').tap()
    await expect(focusedDay(page)).toHaveCount(1)
    const box = await calendar(page).boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    const sizes = await calendar(page)
      .locator('button, select, input')
      .evaluateAll(all => all.map(each => each.getBoundingClientRect().height))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44)
    await calendar(page).locator('[data-today]').getByRole('button').tap()
    await expect(calendar(page)).toHaveCount(0)
  })
})
