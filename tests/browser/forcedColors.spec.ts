/** High contrast: forced colours keep what is chosen and where the keyboard is in sight. */
import type { Locator, Page } from '@playwright/test'
import { go } from './axe.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test.use({ contextOptions: { forcedColors: 'active' } })

const style = (element: Locator, property: 'outline' | 'borderBottomColor') =>
  element.evaluate((node, name) => {
    const { outlineStyle, outlineWidth, ...styles } = getComputedStyle(node)
    return name === 'outline' ? (outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)) : styles[name]
  }, property)

const activeCell = (page: Page, list: string) =>
  page.locator(`[data-grid="${list}"]:visible [role=gridcell][data-active]`)

test('the active cell is framed, thicker while the grid has the keyboard', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl)
  await go(page, '/brand')
  const cell = activeCell(page, 'brand')
  await expect(cell).toBeVisible()
  await page.locator('[data-grid=brand]:visible').focus()
  expect(await style(cell, 'outline')).toBe(3)
  await page.locator('#main').focus()
  expect(await style(cell, 'outline')).toBe(2)
})

test('the page in front, the stage of a plan and the chosen tab of a record can be told', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl)
  await go(page, '/produceplan/1')
  await expect(page.locator('[data-plan-strip]:visible')).toBeVisible()
  const current = page.locator('[data-region=sidebar] [aria-current=page]')
  await expect(current).toBeVisible()
  expect(await style(current, 'outline')).toBe(2)
  const stage = page.locator('[data-plan-strip]:visible [data-mark=now]')
  await expect(stage).toHaveCount(1)
  expect(await style(stage, 'outline')).toBe(2)
  await go(page, '/supply/1')
  const tabs = page.locator('[data-record]:visible [role=tab]')
  await expect(tabs.nth(1)).toBeVisible()
  const chosen = await style(page.locator('[data-record]:visible [role=tab][aria-selected=true]'), 'borderBottomColor')
  const other = await style(
    page.locator('[data-record]:visible [role=tab][aria-selected=false]').first(),
    'borderBottomColor',
  )
  expect(chosen).not.toBe(other)
})
