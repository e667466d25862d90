/** Screen-only commands, each run by a script with a grid in front. */
import type { Page } from '@playwright/test'
import { pages } from '#contract/pages.ts'
import { areas } from '#contract/schema/entity.ts'
import { startCommands } from '../../src/commands/app.ts'
import { registerConsoleCommands } from '../../src/commands/consoleCommands.ts'
import { commands } from '../../src/commands/core/registry.ts'
import { registerTableCommands } from '../../src/tables/tableCommands.ts'
import { type ScreenCase, type Stage, stageOf } from '../every-command/page.ts'
import { screenParts } from '../every-command/screen.ts'
import { expect, test } from './server.ts'

// Nothing fades in: a tenth of the processor time.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const number = (at: number) => String(at + 1).padStart(2, '0')

/** Brands sorted before all others: three columns full, the fourth empty. */
const brands = Array.from({ length: 60 }, (_, at) => ({
  code: `A${number(at)}`,
  name: `甲${number(at)}`,
  nameEn: `E${number(at)}`,
}))

async function signIn(page: Page, url: string): Promise<Stage> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  page.setDefaultTimeout(10_000)
  await page.goto(`${url}/login`)
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[type=password]').fill('admin123')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.evaluate(() => window.lotline?.ready())
  const token = await page.evaluate(() => {
    const cookie = /(?:^|; )loginInfo=([^;]+)/.exec(document.cookie)?.[1] ?? '{}'
    return JSON.parse(decodeURIComponent(cookie)).access_token as string
  })
  return stageOf(page, url, token)
}

/** List of brands with focus: nothing entered, selected or filtered. */
async function calm({ page, see, columns, shown }: Stage): Promise<void> {
  const isCovered = await page.evaluate(async () => {
    const { gridMode, overlay } = window.lotline?.context() ?? {}
    if (gridMode === 'edit' || gridMode === 'replace') await window.lotline?.run('grid.cancel', {}, { settle: false })
    return overlay !== 'none' || document.querySelector('[data-access]') !== null
  })
  if (isCovered) await page.keyboard.press('Escape')
  const status = await page.evaluate(async () => {
    const run = (id: string) => window.lotline?.run(id, {}, { confirm: 'accept', settle: false })
    if (window.lotline?.context().route !== '/brand') {
      await run('navigate.brand')
      await window.lotline?.idle()
    }
    // What does not apply is denied, and that is fine.
    for (const id of [
      'list.all',
      'view.leave',
      'list.clearFilters',
      'grid.revertAll',
      'grid.sortNone',
      'grid.columnsReset',
    ])
      await run(id)
    await window.lotline?.idle()
    const grids = [...document.querySelectorAll<HTMLElement>('[data-grid] [role=grid]')]
    grids.find(grid => grid.checkVisibility())?.focus()
    const result = await run('grid.gridStart')
    await window.lotline?.idle()
    return result?.status
  })
  expect(status).toBe('ok')
  await see(async () => (await columns())[1], 'name')
  await see(() => shown(0, 'code'), 'A01')
}

/** Cases that open their own page, and leave nothing to the next. */
const openTheirOwn = new Set(['the formatted text of a record'])

/** Runs a case's command; fails if it did not run. */
async function perform(stage: Stage, { id, check }: ScreenCase): Promise<void> {
  let times = 0
  await check(stage, async args => {
    times += 1
    return stage.ok(id, args)
  })
  expect(times, `how often ${id} was run`).toBeGreaterThan(0)
}

for (const [part, cases] of Object.entries(screenParts))
  test(`every command does what it says: ${part}`, async ({ page, busyUrl }) => {
    test.setTimeout(600_000)
    const stage = await signIn(page, busyUrl)
    const { total } = await stage.call('template/list/brand', { q: 'A60' })
    if (total === 0) await stage.ok('brand.save', { rows: brands })
    const failures: string[] = []
    let isCalm = false
    for (const each of cases) {
      if (!isCalm) await calm(stage)
      isCalm = openTheirOwn.has(part)
      await perform(stage, each).catch((error: Error) => {
        isCalm = false
        failures.push(`${each.id}: ${error.message.split('\n').slice(0, 8).join(' ')}`)
      })
    }
    expect(failures).toEqual([])
  })

test('a page has the very commands that there are without one, whatever is open in it', async ({ page, busyUrl }) => {
  const stage = await signIn(page, busyUrl)
  const ends = [startCommands(), registerConsoleCommands(), registerTableCommands()]
  const inMenu = [...pages.map(({ name }) => `navigate.${name}`), ...areas.map(area => `browse.${area}`)]
  const known = [...commands().map(({ id }) => id), ...inMenu].sort()
  for (const end of ends) end()
  for (const path of ['brand', 'materialstorein', 'reviewasc', 'menu']) {
    await stage.ok(`navigate.${path}`)
    const listed = await page.evaluate(() => window.lotline?.list().map(({ id }) => id) ?? [])
    expect([...listed].sort()).toEqual(known)
  }
})
