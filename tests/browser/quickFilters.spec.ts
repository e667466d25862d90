/** Filters typed above the columns: keys, operators, chips, input method, what is remembered. */
import type { Page } from '@playwright/test'
import { run } from './scripts.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'
import { typistOf } from './typist.ts'

const rows = (page: Page) => page.locator('[data-grid=unit]:visible [data-row-id]')
const chips = (page: Page) => page.locator('[data-list=unit]:visible [data-chip]')
const input = (page: Page, name: string) => page.locator(`[data-list=unit]:visible [data-quick-filter=${name}]`)

async function openUnits(page: Page, url: string): Promise<number> {
  await signIn(page, url, '/unit')
  await expect(rows(page).first()).toBeVisible()
  await run(page, 'list.clearFilters').catch(() => undefined)
  await page.locator('[data-grid=unit]:visible [role=grid]').focus()
  return rows(page).count()
}

test('Alt+↑ shows them and goes to that of the column; what is typed narrows at once, ↓ goes back', async ({
  page,
  plantUrl,
}) => {
  const all = await openUnits(page, plantUrl)
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.locator('[data-quick-filter]:focus')).toHaveCount(1)
  await input(page, 'decimals').focus()
  await page.keyboard.type('>2')
  await expect(chips(page)).toHaveText([/2/])
  await expect.poll(() => rows(page).count()).toBeLessThan(all)
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[data-grid=unit]:visible [role=grid] :focus')).toHaveCount(1)
  // The chip is the same condition: without it the input is empty.
  await run(page, 'list.removeFilter', { field: 'decimals' })
  await expect(input(page, 'decimals')).toHaveValue('')
  await expect.poll(() => rows(page).count()).toBe(all)
  // Hidden and shown are kept for the person.
  await page.reload()
  await expect(input(page, 'decimals')).toBeVisible()
  expect(await run(page, 'list.quickFilters')).toMatchObject({ status: 'ok' })
  await expect(input(page, 'decimals')).toHaveCount(0)
})

test('what is no condition says so and filters nothing; Escape empties, then leaves', async ({ page, plantUrl }) => {
  const all = await openUnits(page, plantUrl)
  await run(page, 'list.quickFilter', { field: 'decimals' })
  await expect(input(page, 'decimals')).toBeFocused()
  await page.keyboard.type('x')
  await expect(input(page, 'decimals')).toHaveAttribute('aria-invalid', 'true')
  await expect(chips(page)).toHaveCount(0)
  expect(await rows(page).count()).toBe(all)
  await page.keyboard.press('Escape')
  await expect(input(page, 'decimals')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-grid=unit]:visible [role=grid] :focus')).toHaveCount(1)
  await run(page, 'list.quickFilters')
})

test('nothing is filtered while a word is composed, and the window may be narrow and dark', async ({
  page,
  plantUrl,
}) => {
  await openUnits(page, plantUrl)
  await run(page, 'list.quickFilter', { field: 'name' })
  await expect(input(page, 'name')).toBeFocused()
  const { keys } = await typistOf(page)
  await keys.compose('ke')
  await page.waitForTimeout(500)
  await expect(chips(page)).toHaveCount(0)
  await keys.commit('克')
  await expect(chips(page)).toHaveText([/克/])
  await page.setViewportSize({ width: 660, height: 700 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const place = async (selector: string) =>
    (await page.locator(`[data-grid=unit]:visible ${selector}`).boundingBox())?.x
  await expect
    .poll(
      async () =>
        (await place('[data-quick-filter=name]')) === (await place('[role=columnheader][data-column-id=name]')),
    )
    .toBe(true)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/quickFilters-660.png` })
  await run(page, 'list.clearFilters')
  await run(page, 'list.quickFilters')
})

test('a record out of use is found by its name above the column and in the filter', async ({ page, plantUrl }) => {
  await openUnits(page, plantUrl)
  const save = async (row: object) => {
    const result = await run(page, 'unit.save', { row })
    expect(result).toMatchObject({ status: 'ok' })
    return (result as { data: { id: number } }).data
  }
  const barrel = { unitType: 'COUNT', factorNumerator: 1, factorDenominator: 1, decimals: 0, status: 'ENABLED' }
  const old = await save({ ...barrel, code: 'QOLD', name: '旧木桶' })
  await save({ ...barrel, code: 'QNEW', name: '小木桶', baseUnitId: old.id })
  await save({ ...old, status: 'DISABLED' })
  await run(page, 'list.quickFilter', { field: 'baseUnitId' })
  await page.keyboard.type('旧木')
  await expect(chips(page)).toHaveText([/旧木桶/])
  await expect(rows(page)).toHaveCount(1)
  await run(page, 'list.clearFilters')
  await page.keyboard.press('Escape')
  await run(page, 'list.filter', { field: 'baseUnitId' })
  await page.locator('[data-column-filter=baseUnitId] input').fill('旧木')
  await expect(page.getByRole('option', { name: '旧木桶' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(chips(page)).toHaveText([/旧木桶/])
  await page.keyboard.press('Escape')
  await run(page, 'list.clearFilters')
  await run(page, 'list.quickFilters')
})

test('a quantity with its unit is converted where all rows share one, else the reason is said', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/material')
  const chip = page.locator('[data-list=material]:visible [data-chip]')
  const above = page.locator('[data-list=material]:visible [data-quick-filter=minStock]')
  await run(page, 'list.quickFilter', { field: 'minStock' })
  await page.keyboard.type('>=2t')
  await expect(above).toHaveAttribute('title', /单位不一/)
  await page.keyboard.press('Escape')
  const { data } = (await run(page, 'unit.list', { q: '千克' })) as { data: { rows: { id: number }[] } }
  await page.goto(`${plantUrl}/material?baseUnitId=${data.rows[0]?.id}`)
  await above.fill('>=2t')
  await expect(chip.last()).toHaveText(/2,?000/)
  await run(page, 'list.removeFilter', { field: 'minStock' })
  await run(page, 'list.filter', { field: 'minStock' })
  const filter = page.locator('[data-column-filter=minStock]')
  await filter.locator('select').selectOption('greater')
  await filter.locator('input').fill('0.5t')
  await expect(filter.locator('[data-echo]')).toHaveText('0.5t = 500 千克')
  await expect(chip.last()).toHaveText(/500/)
  await filter.locator('input').fill('5L')
  await expect(filter).toContainText('不能换算成')
  await page.keyboard.press('Escape')
  await run(page, 'list.clearFilters')
  await run(page, 'list.quickFilters')
})
