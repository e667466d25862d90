/** Key sequences with an active input method: letters are keys, the field unchanged. */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { cursor, goTo, openUnits, shown, typistOf } from './typist.ts'

/** What has the focus, as a field that is written into. */
const field = (page: Page) =>
  page.evaluate(() => {
    const { readOnly, value, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement
    return { readOnly, value, selection: [selectionStart, selectionEnd] }
  })

/** Timeout of sequences raised from 1.5 s to a minute: machines may be busy. */
const withTimeout = (page: Page) =>
  page.addInitScript(() => {
    const real = window.setTimeout
    window.setTimeout = ((run: () => void, after?: number) =>
      real(run, after === 1500 ? 60_000 : after)) as typeof window.setTimeout
  })

const sequence = (page: Page) => page.getByText('接下来按')

test('while a sequence is begun no word begins in the cell, and given up it takes words as before', async ({
  page,
  plantUrl,
}) => {
  await withTimeout(page)
  await openUnits(page, plantUrl, 'name')
  const { keys, take, write } = await typistOf(page)
  expect((await field(page)).readOnly).toBe(false)
  await page.keyboard.press('Alt+g')
  await expect(sequence(page)).toBeVisible()
  expect((await field(page)).readOnly).toBe(true)
  // An input method taking the letter has nowhere to write; the sequence waits.
  await take('b')
  await keys.compose('b')
  expect(await cursor(page)).toMatchObject({ mode: 'navigate', text: '' })
  await expect(sequence(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sequence(page)).toBeHidden()
  expect((await field(page)).readOnly).toBe(false)
  await write('dun', '吨')
  expect(await cursor(page)).toMatchObject({ mode: 'replace', text: '吨' })

  // In the middle of an entry, the caret included.
  await page.keyboard.press('Enter')
  await page.keyboard.press('F2')
  await page.keyboard.type('abc')
  await page.keyboard.press('ArrowLeft')
  const before = await field(page)
  await page.keyboard.press('Alt+g')
  expect(await field(page)).toEqual({ ...before, readOnly: true })
  await page.keyboard.press('Escape')
  expect(await field(page)).toEqual(before)
  await write('dun', '吨')
  expect((await field(page)).value).toBe(`${before.value.slice(0, -1)}吨c`)
})

test('a sequence begun in a cell or in a search leads to its page, and a field that is left meanwhile is as it was', async ({
  page,
  plantUrl,
}) => {
  await withTimeout(page)
  await openUnits(page, plantUrl, 'name')
  const { write } = await typistOf(page)
  await page.keyboard.press('Control+f')
  const search = page.locator('[data-list=unit] input[type=search]')
  await expect(search).toBeFocused()
  await page.keyboard.press('Alt+g')
  expect((await field(page)).readOnly).toBe(true)
  await shown(page, 'name').click()
  await expect(search).not.toHaveAttribute('readonly')
  await expect(search).not.toBeFocused()
  expect((await field(page)).readOnly).toBe(true)
  await page.keyboard.press('b')
  await expect(page).toHaveURL(/\/brand$/)

  await goTo(page, 'name')
  await write('pinpai', '品牌')
  expect(await cursor(page)).toMatchObject({ mode: 'replace', text: '品牌' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+g')
  await page.keyboard.press('Shift+U')
  await expect(page).toHaveURL(/\/unit$/)
})
