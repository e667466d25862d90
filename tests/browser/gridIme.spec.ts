/** Chinese typed into cells: an input method over the browser's protocol, no character lost. */
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'
import { cursor, goTo, openUnits, shown, typistOf } from './typist.ts'

test('a word composed into a selected cell of text arrives whole, right after moving, one cell after the other', async ({
  page,
  plantUrl,
}) => {
  await openUnits(page, plantUrl, 'name')
  const { write } = await typistOf(page)
  const words = ['库存', '公斤', '吨', '箱子']
  for (const [row, word] of words.entries()) {
    await write(['kucun', 'gongjin', 'dun', 'xiangzi'][row] ?? '', word)
    expect(await cursor(page)).toMatchObject({ mode: 'replace', text: word, row: String(row) })
    // The next word begins as the cursor moves down.
    await page.keyboard.press('Enter')
  }
  for (const [row, word] of words.entries()) await expect(shown(page, 'name', row)).toContainText(word)
})

test('while a word is composed Enter, Escape, Tab and the arrows are the input method’s', async ({
  page,
  plantUrl,
}) => {
  await openUnits(page, plantUrl, 'name')
  const { keys, take } = await typistOf(page)
  const before = await shown(page, 'name').innerText()
  await take('k')
  await keys.compose('ku')
  for (const stroke of ['enter', 'escape', 'tab', 'up', 'down', 'left', 'right', 'pagedown', 'space', '2']) {
    await take(stroke)
    expect(await cursor(page), stroke).toMatchObject({ row: '0', column: 'name', mode: 'replace', text: 'ku' })
  }
  await keys.commit('库')
  expect((await cursor(page)).text).toBe('库')
  // After composition, keys are the grid's again: Escape cancels the entry.
  await page.keyboard.press('Escape')
  expect(await cursor(page)).toMatchObject({ mode: 'navigate', text: '' })
  await expect(shown(page, 'name')).toHaveText(before)
})

test('a composition that is given up leaves the cell to be typed into', async ({ page, plantUrl }) => {
  await openUnits(page, plantUrl, 'name')
  const { keys, write, take } = await typistOf(page)
  await take('k')
  await keys.compose('ku')
  await keys.compose('')
  await write('dun', '吨')
  await page.keyboard.press('Enter')
  await expect(shown(page, 'name')).toContainText('吨')
})

test('full-width digits of an input method are a number, and letters are no slip into a number cell', async ({
  page,
  plantUrl,
}) => {
  await openUnits(page, plantUrl, 'decimals')
  const { keys, take, write } = await typistOf(page)
  await take('1')
  await keys.compose('３')
  await keys.commit('３')
  await page.keyboard.press('Enter')
  await expect(shown(page, 'decimals')).toHaveText('3')
  // A plain letter is not taken, and what was there stays.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('x')
  expect(await cursor(page)).toMatchObject({ mode: 'navigate', text: '' })
  await expect(shown(page, 'decimals')).toHaveText('3')
  // What the method writes is kept as it is, with its fault.
  await write('san', '三')
  await page.keyboard.press('Enter')
  await expect(shown(page, 'decimals')).toHaveAttribute('aria-invalid', 'true')
  await expect(shown(page, 'decimals')).toContainText('三')
})

test('a date is written by its Chinese word', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/brand')
  const column = 'trademarkExpireDate'
  await goTo(page, column)
  const { write } = await typistOf(page)
  await write('jintian', '今天')
  await page.keyboard.press('Enter')
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date())
  await expect(page.locator(`[data-grid=brand] [data-index="0"] [data-column-id="${column}"]`)).toHaveText(today)
})

test('a code and a record are found by what is composed, and not before it is written', async ({ page, plantUrl }) => {
  await openUnits(page, plantUrl, 'unitType')
  const { keys, take, write } = await typistOf(page)
  await take('t')
  await keys.compose('ti')
  await expect(page.getByRole('option')).toHaveCount(0)
  await keys.commit('体积')
  await expect(page.getByRole('option').first()).toContainText('体积')
  await page.keyboard.press('Enter')
  await expect(shown(page, 'unitType')).toContainText('体积')

  await goTo(page, 'baseUnitId')
  await write('qianke', '千克')
  await expect(page.getByRole('option').first()).toContainText('千克')
  await page.keyboard.press('Enter')
  await expect(shown(page, 'baseUnitId')).toContainText('千克')
})

test('words arrive in the search of a list and in the palette', async ({ page, plantUrl }) => {
  await openUnits(page, plantUrl, 'name')
  const { keys, take, write } = await typistOf(page)
  await page.keyboard.press('Control+f')
  const search = page.locator('[data-list=unit] input[type=search]')
  await expect(search).toBeFocused()
  await write('qianke', '千克')
  await expect(search).toHaveValue('千克')
  await keyboardOf(page).press('Control+k')
  const palette = page.getByRole('dialog').getByRole('combobox')
  await expect(palette).toBeFocused()
  await take('c')
  await keys.compose('chanpin')
  // The keys of the list are the method's while it composes.
  for (const stroke of ['down', 'enter', 'escape']) await take(stroke)
  await expect(palette).toBeFocused()
  await keys.commit('产品入库')
  await expect(palette).toHaveValue('产品入库')
  await expect(page.getByRole('option').first()).toContainText('产品入库')
})
