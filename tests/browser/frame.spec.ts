/** Navigation by keys: button letters, recent tabs, regions, one layer back, installed window. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const run = (page: Page, id: string, given: Readonly<Record<string, unknown>> = {}) =>
  page.evaluate(([command, args]) => window.lotline?.run(command, args), [id, given] as const)
const letters = (page: Page) => page.locator('[data-access] kbd')
const letterOn = (page: Page, selector: string) =>
  page.evaluate(wanted => {
    const { left, top } = document.querySelector(wanted)?.getBoundingClientRect() ?? { left: -99, top: -99 }
    const near = [...document.querySelectorAll<HTMLElement>('[data-access] kbd')].find(badge => {
      const place = badge.getBoundingClientRect()
      return Math.abs(place.left - left) < 10 && Math.abs(place.top - top) < 10
    })
    return near?.dataset.code ?? ''
  }, selector)

async function cellOf(page: Page, name: string) {
  const cell = page.getByRole('gridcell', { name }).first()
  await expect(cell).toBeVisible()
  await cell.click()
  await expect(page.locator('[data-owned]')).toHaveCount(1)
}

/** Where the keyboard is: which region, and on a toolbar or not. */
const region = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    const isVisible = activeElement?.matches(':focus-visible') || activeElement?.closest('[role=grid]') !== null
    if (!isVisible) return 'focus cannot be seen'
    if (activeElement?.closest('[role=toolbar]')) return 'commands'
    return activeElement?.closest<HTMLElement>('[data-region]')?.dataset.region ?? activeElement?.tagName
  })

/** Begins a sequence; its hint is brief, so it is watched within the page. */
async function begin(page: Page): Promise<void> {
  const said = page.waitForFunction(() =>
    [...document.querySelectorAll('[role=status]')].some(each => each.textContent?.includes('接下来按')),
  )
  await page.keyboard.press('Alt+g')
  await said
}

/** Brand that may be deleted: one in use is refused unasked. */
async function unusedBrand(page: Page, code: string): Promise<void> {
  await run(page, 'brand.save', { row: { code, name: code, status: 'ENABLED' } })
  await run(page, 'list.refresh')
  await cellOf(page, code)
}

test('holding Alt shows a letter on every button, each once; the letter presses the button', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/brand')
  await cellOf(page, 'HX')
  await page.keyboard.down('Alt')
  await expect(letters(page).first()).toBeVisible()
  const codes = await letters(page).evaluateAll(all => all.map(each => (each as HTMLElement).dataset.code))
  expect(new Set(codes).size).toBe(codes.length)
  // Shortcut letters are reserved: Alt+N creates, Alt+R refreshes; tabs keep numbers.
  expect(await letterOn(page, '[data-command="brand.new"]')).toBe('n')
  expect(await letterOn(page, '[data-command="list.refresh"]')).toBe('r')
  expect(await letterOn(page, '[data-region=tabs] [role=tab]')).toBe('1')
  const filter = await letterOn(page, '[data-filter]')
  expect(filter).toMatch(/^[a-z]$/)
  await page.keyboard.press(filter)
  await expect(letters(page)).toHaveCount(0)
  await page.keyboard.up('Alt')
  await expect(page.getByRole('dialog').getByText('品牌编码')).toBeVisible()
})

test('groups and open pages of the sidebar have letters, the same in every language, and leave the page its own', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/brand')
  await cellOf(page, 'HX')
  const codesIn = async (selector: string) => {
    await page.keyboard.down('Alt')
    await expect(letters(page).first()).toBeVisible()
    const codes = await page.evaluate(wanted => {
      const badges = [...document.querySelectorAll<HTMLElement>('[data-access] kbd')]
      return [...document.querySelectorAll<HTMLElement>(wanted)].map(element => {
        const { left, top, width } = element.getBoundingClientRect()
        const isOn = ({ style }: HTMLElement) =>
          Math.hypot(Number.parseFloat(style.left) - left, Number.parseFloat(style.top) - top) < 1
        return (width > 0 ? badges.find(isOn)?.dataset.code : undefined) ?? ''
      })
    }, selector)
    await page.keyboard.up('Alt')
    await expect(letters(page)).toHaveCount(0)
    return codes
  }
  const entries = '[role=treeitem], [data-region=sidebar] ul :is(a, button)'
  const chinese = await codesIn(entries)
  expect(chinese.every(code => code.includes(' '))).toBe(true)
  for (const locale of ['zh-TW', 'en-US']) {
    await run(page, `locale.${locale}`)
    expect(await codesIn(entries), locale).toEqual(chinese)
  }
  expect(await codesIn('[data-command="brand.save"]')).toEqual(['s'])
  const group = page.locator('[role=treeitem][aria-expanded=false]').first()
  await group.evaluate(element => element.setAttribute('data-wanted', ''))
  const [code = ''] = await codesIn('[data-wanted]')
  await page.keyboard.down('Alt')
  await expect(letters(page).first()).toBeVisible()
  for (const letter of code.split(' ')) await page.keyboard.press(letter)
  await page.keyboard.up('Alt')
  await expect(page.locator('[data-wanted]')).toHaveAttribute('aria-expanded', 'true')
  await expect(page.locator('[data-wanted]')).toBeFocused()
  // Folded to icons, it takes no letter from the page either.
  await run(page, 'sidebar.toggle')
  const folded = await codesIn(entries)
  expect(folded.every(each => each.includes(' '))).toBe(true)
  // Counters at zero have none, even unfolded.
  await run(page, 'navigate.index')
  await page.locator('[data-zeros] summary').click()
  await expect(page.locator('[data-zeros] a').first()).toBeVisible()
  expect((await codesIn('[data-zeros] a')).every(each => each === '')).toBe(true)
})

test('the sections of a record have letters too, and in every language all letters are the same', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/product')
  await page.getByRole('gridcell').first().click()
  await run(page, 'record.open')
  const section = page.locator('[data-related] [data-tab=productspec]')
  await expect(section).toBeVisible()
  await page.evaluate(() => window.lotline?.ready())
  const codes = async () => {
    await page.keyboard.down('Alt')
    await expect(letters(page).first()).toBeVisible()
    const all = await letters(page).evaluateAll(badges => badges.map(badge => (badge as HTMLElement).dataset.code))
    await page.keyboard.up('Alt')
    return all
  }
  const chinese = await codes()
  for (const locale of ['zh-TW', 'en-US']) {
    await run(page, `locale.${locale}`)
    expect(await codes(), locale).toEqual(chinese)
  }
  await page.keyboard.down('Alt')
  await expect(letters(page).first()).toBeVisible()
  const code = await letterOn(page, '[data-related] [data-tab=productspec]')
  for (const letter of code.split(' ')) await page.keyboard.press(letter)
  await page.keyboard.up('Alt')
  await expect(section).toHaveAttribute('aria-selected', 'true')
  // Focus moves from the removed section to its replacement.
  await expect(section).toBeFocused()
})

test('a quick Alt+N creates as ever, and the letters do not come', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/brand')
  await cellOf(page, 'HX')
  await page.keyboard.press('Alt+n')
  await expect(page.locator('[data-row-id^="new:"][data-active] input').first()).toBeFocused()
  await page.waitForTimeout(500)
  await expect(letters(page)).toHaveCount(0)
})

test('in a dialog only its own buttons have letters, and letting Alt go, a click or another key takes them away', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/brand')
  await unusedBrand(page, 'ZY')
  await page.keyboard.press('Control+Delete')
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.down('Alt')
  await expect(letters(page)).toHaveCount(await dialog.getByRole('button').count())
  await page.keyboard.up('Alt')
  await expect(letters(page)).toHaveCount(0)
  await page.keyboard.down('Alt')
  await expect(letters(page).first()).toBeVisible()
  expect(await letterOn(page, '[data-answer=accept]')).toBe('d')
  await page.keyboard.press('c')
  await page.keyboard.up('Alt')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('gridcell', { name: 'ZY' }).first()).toBeVisible()
})

test('nothing sticks when the key was let go in another window', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/brand')
  await cellOf(page, 'HX')
  interface Held {
    readonly key: string
    readonly code: string
    readonly altKey: boolean
    readonly ctrlKey?: boolean
    readonly isComposing?: boolean
  }
  const send = (target: 'window' | 'document', type: string, init?: Held) =>
    page.evaluate(
      ([where, kind, how]) => {
        const event = kind === 'blur' ? new Event(kind) : new KeyboardEvent(kind, { bubbles: true, ...how })
        ;(where === 'window' ? window : (document.activeElement ?? document)).dispatchEvent(event)
      },
      [target, type, init ?? {}] as const,
    )
  const hold = () => send('document', 'keydown', { key: 'Alt', code: 'AltLeft', altKey: true })

  // Alt+Tab away: the window says so.
  await hold()
  await expect(letters(page).first()).toBeVisible()
  await send('window', 'blur')
  await expect(letters(page)).toHaveCount(0)

  // Away before they came: they do not come afterwards.
  await hold()
  await send('window', 'blur')
  await page.waitForTimeout(500)
  await expect(letters(page)).toHaveCount(0)

  // Keyup lost, e.g. after a screenshot: the next key shows Alt is up.
  await hold()
  await expect(letters(page).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(letters(page)).toHaveCount(0)

  // AltGr and an input method hold nothing.
  await send('document', 'keydown', { key: 'AltGraph', code: 'AltRight', altKey: true, ctrlKey: true })
  await send('document', 'keydown', { key: 'Alt', code: 'AltLeft', altKey: true, isComposing: true })
  await page.waitForTimeout(500)
  await expect(letters(page)).toHaveCount(0)

  // A sequence that was begun is forgotten with the window.
  await begin(page)
  await send('window', 'blur')
  await expect(page.getByText('接下来按')).toBeHidden()

  // Key of the tab list released elsewhere: nobody changes page.
  await run(page, 'navigate.unit')
  await expect(page).toHaveURL(/\/unit$/)
  await page.keyboard.down('Alt')
  await page.keyboard.press('Backquote')
  await expect(page.getByRole('listbox')).toBeVisible()
  await send('window', 'blur')
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.keyboard.up('Alt')
  await expect(page).toHaveURL(/\/unit$/)
  await page.keyboard.press('Alt+r')
  await expect(letters(page)).toHaveCount(0)
})

test('by command the letters stay until one is pressed, for whoever cannot hold a key', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/brand')
  await cellOf(page, 'HX')
  await run(page, 'access.show')
  await expect(letters(page).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(letters(page)).toHaveCount(0)
  await run(page, 'access.show')
  await page.keyboard.press(await letterOn(page, '[data-filter]'))
  await expect(page.getByRole('dialog').getByText('品牌编码')).toBeVisible()
})

test('tabs by their last use: tapped goes back and forth, held goes on, Escape stays where it was', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/brand')
  for (const name of ['unit', 'dealer', 'supply']) {
    await run(page, `navigate.${name}`)
    await expect(page).toHaveURL(new RegExp(`/${name}$`))
  }
  await cellOf(page, 'S001')
  await page.keyboard.press('Alt+Backquote')
  await expect(page).toHaveURL(/\/dealer$/)
  await page.keyboard.press('Alt+Backquote')
  await expect(page).toHaveURL(/\/supply$/)
  await expect(page.locator('[data-owned]')).toHaveCount(1)
  await page.keyboard.down('Alt')
  await page.keyboard.press('Backquote')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.up('Alt')
  await expect(page.locator('[data-owned]')).toHaveCount(1)
  await expect(page).toHaveURL(/\/supply$/)

  await page.keyboard.down('Alt')
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Backquote')
  const marked = page.getByRole('option', { selected: true })
  await expect(marked).toHaveText('品牌')
  await page.keyboard.press('Shift+Backquote')
  await expect(marked).toHaveText('计量单位')
  await page.keyboard.up('Alt')
  await expect(page).toHaveURL(/\/unit$/)

  await page.keyboard.down('Alt')
  await page.keyboard.press('Backquote')
  await expect(marked).toHaveText('供应商')
  await page.keyboard.press('Escape')
  await expect(marked).toBeHidden()
  await page.keyboard.up('Alt')
  await expect(page).toHaveURL(/\/unit$/)

  // From the palette nothing is held: arrows and Enter.
  await keyboardOf(page).run('最近使用的标签页', '最近使用的标签页')
  await expect(marked).toHaveText('供应商')
  await expect(marked).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(marked).toHaveText('经销商')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dealer$/)
})

test('F6 goes round sidebar, bar, tabs, commands and rows, and back with Shift; each keeps its place', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/brand')
  await cellOf(page, 'HX')
  const round = ['sidebar', 'toolbar', 'tabs', 'commands', 'main']
  for (const name of round) {
    await page.keyboard.press('F6')
    expect(await region(page)).toBe(name)
  }
  for (const name of [...round.slice(0, -1).reverse(), 'main']) {
    await page.keyboard.press('Shift+F6')
    expect(await region(page)).toBe(name)
  }
  // Second tab stop of the bar: focus returns here.
  await page.keyboard.press('F6')
  await page.keyboard.press('F6')
  await page.keyboard.press('Tab')
  const kept = await page.evaluate(() => document.activeElement?.outerHTML)
  for (let times = 0; times < 5; times += 1) await page.keyboard.press('F6')
  expect(await page.evaluate(() => document.activeElement?.outerHTML)).toBe(kept)

  // What is said lower right can be reached while it is there.
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('F6')
  expect(await region(page)).toBe('main')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('没有需要保存的修改')).toBeVisible()
  await page.keyboard.press('F6')
  expect(await region(page)).toBe('notifications')

  // Popovers are regions too; a dialog that needs an answer keeps focus.
  await page.keyboard.press('Escape')
  expect(await region(page)).toBe('main')
  await page.locator('[data-filter]').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('F6')
  expect(await region(page)).not.toBe('BODY')
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(0)
  await unusedBrand(page, 'ZX')
  await page.keyboard.press('Control+Delete')
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('F6')
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
})

test('Escape goes back one layer at a time: sequence, palette, list of a field, field, record, frame', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/supply')
  await cellOf(page, 'S001')
  await page.keyboard.press('Control+f')
  await page.keyboard.type('S00')
  await expect(page.getByRole('gridcell', { name: 'S002', exact: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await begin(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('接下来按')).toBeHidden()
  await run(page, 'record.open')
  await expect(page).toHaveURL(/\/supply\/\d+$/)
  const record = page.url()
  const field = page.locator('[data-record]:visible [data-name=name]').first()
  await expect(field).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(record)

  // The field's list closes first; then, without changes, back to the record list.
  const choice = page.locator('[data-record]:visible [data-field] [role=combobox]').first()
  await choice.focus()
  await page.keyboard.press('ArrowDown')
  await expect(choice).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(choice).toHaveAttribute('aria-expanded', 'false')
  await expect(page).toHaveURL(record)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/supply$/)
  await expect(page.getByRole('searchbox')).toHaveValue('S00')

  // With changes, the first Escape only leaves the field, and they stay.
  await page.goBack()
  await expect(page).toHaveURL(record)
  await field.focus()
  await page.keyboard.press('End')
  await page.keyboard.type('东厂')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(record)
  await expect(field).not.toBeFocused()
  await expect(field).toHaveValue(/东厂$/)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/supply$/)
  await expect(page.locator('[data-grid=supply]:visible [data-row-id]').first()).toBeVisible()

  await page.keyboard.press('Shift+F6')
  await page.keyboard.press('Shift+F6')
  expect(await region(page)).toBe('tabs')
  await page.keyboard.press('Escape')
  expect(await region(page)).toBe('main')
})

test('the console can be installed: manifest and icons come with their types', async ({ page, plantUrl, request }) => {
  await page.goto(plantUrl)
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await request.get(plantUrl + href)
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  const { icons } = (await manifest.json()) as { icons: { src: string; type: string }[] }
  for (const { src, type } of icons) {
    const icon = await request.get(plantUrl + src)
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type])
  }
  const session = await page.context().newCDPSession(page)
  expect(await session.send('Page.getAppManifest')).toMatchObject({ errors: [], url: `${plantUrl}${href}` })
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // Not installable without a profile on disk: the only allowed error.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

test('in a window of its own the keys of a browser are the console’s; in a tab they are left to the browser', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/brand')
  await run(page, 'navigate.unit')
  await expect(page).toHaveURL(/\/unit$/)
  expect(await page.evaluate(() => window.lotline?.context().installed)).toBe(false)
  await page.keyboard.press('Control+Tab')
  await page.keyboard.press('Control+w')
  await expect(page).toHaveURL(/\/unit$/)

  // Installed window simulated: tests have none.
  await page.addInitScript(() => {
    const real = window.matchMedia.bind(window)
    window.matchMedia = query => real(query.includes('display-mode: standalone') ? 'all' : query)
  })
  await page.reload()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await run(page, 'navigate.brand')
  await run(page, 'navigate.unit')
  await expect(page).toHaveURL(/\/unit$/)
  expect(await page.evaluate(() => window.lotline?.context().installed)).toBe(true)
  await page.keyboard.press('Control+Tab')
  await expect(page).toHaveURL(/\/brand$/)
  await page.keyboard.press('Control+PageDown')
  await expect(page).toHaveURL(/\/unit$/)
  await page.keyboard.press('Control+w')
  await expect(page).toHaveURL(/\/brand$/)
  await page.keyboard.press('Control+Shift+t')
  await expect(page).toHaveURL(/\/unit$/)
  await expect(page.getByRole('gridcell', { name: '千克' }).first()).toBeVisible()
  await page.keyboard.press('Control+n')
  await expect(page.locator('[data-row-id^="new:"]')).toHaveCount(1)
})

test('F6 goes from the fields of a document to its lines, and comes back to the field that was left', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/materialstorein/new')
  const field = page.locator('[data-record] [data-field=remark] :is(input, textarea)')
  await field.click()
  await page.keyboard.press('F6')
  await expect(page.locator('[data-record] [role=grid]').locator(':focus')).toHaveCount(1)
  const line = page.locator('[data-record] [role=grid]').locator(':focus')
  // Focus returns from the frame to its place on the page, even in lines.
  await page.locator('[data-region=sidebar] [role=treeitem][tabindex="0"]').focus()
  await page.keyboard.press('Escape')
  await expect(line).toHaveCount(1)
  await page.keyboard.press('Shift+F6')
  await expect(field).toBeFocused()
})
