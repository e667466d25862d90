/** Filters of a list, and its saved views. */
import type { ScreenCase, Stage } from './page.ts'

const chips = (stage: Stage) => () => stage.page.locator('[data-list]:visible [data-chip]').count()
const opened = (stage: Stage) => async () =>
  (await stage.page.locator('[data-list]:visible [data-view-menu]').innerText()).trim()

const named = (at: number) => `视图${at}`
let made = 0

/** Saved view of the first brand alone, open, with a unique name. */
async function kept(stage: Stage): Promise<string> {
  made += 1
  const name = named(made)
  await stage.stand(0, 'code')
  await stage.ok('grid.filterByValue')
  await stage.see(stage.rows, 1)
  await stage.ok('view.saveAs', { name })
  await stage.see(opened(stage), name)
  return name
}

const filterCases: readonly ScreenCase[] = [
  {
    id: 'list.filter',
    async check(stage, run) {
      await run({ field: 'name' })
      await stage.see(() => stage.page.locator('[data-column-filter=name] input:focus').count(), 1)
      await stage.page.keyboard.press('Escape')
      await stage.see(() => stage.page.locator('[data-column-filter]').count(), 0)
    },
  },
  {
    id: 'list.recordBeside',
    async check(stage, run) {
      const isShown = async () => (await stage.page.locator('[data-region=preview]').count()) === 1
      await stage.page.setViewportSize({ width: 1920, height: 1080 })
      await stage.see(isShown, true)
      await run()
      await stage.see(isShown, false)
      await run()
      await stage.see(isShown, true)
      await stage.page.setViewportSize({ width: 1440, height: 900 })
      await stage.see(isShown, false)
    },
  },
  {
    id: 'list.quickFilters',
    async check(stage, run) {
      const rows = () => stage.page.locator('[data-quick-filters]:visible').count()
      await run()
      await stage.see(rows, 1)
      await run()
      await stage.see(rows, 0)
    },
  },
  {
    id: 'list.quickFilter',
    async check(stage, run) {
      await run({ field: 'name' })
      await stage.see(() => stage.page.locator('[data-quick-filter=name]:focus').count(), 1)
      await stage.ok('list.quickFilters')
    },
  },
  {
    id: 'list.removeFilter',
    async check(stage, run) {
      await stage.stand(5, 'code')
      await stage.ok('grid.filterByValue')
      await stage.see(chips(stage), 1)
      await run({ field: 'code' })
      await stage.see(chips(stage), 0)
    },
  },
]

const viewCases: readonly ScreenCase[] = [
  {
    id: 'view.saveAs',
    async check(stage, run) {
      await run({ name: 'saveAs' })
      await stage.see(opened(stage), 'saveAs')
    },
  },
  {
    id: 'view.save',
    async check(stage, run) {
      const name = await kept(stage)
      await stage.ok('list.clearFilters')
      await run()
      await stage.ok('view.leave')
      await stage.ok('view.open', { view: name })
      await stage.see(chips(stage), 0)
    },
  },
  {
    id: 'view.open',
    async check(stage, run) {
      const view = await kept(stage)
      await stage.ok('view.leave')
      await stage.see(chips(stage), 0)
      await run({ view })
      await stage.see(opened(stage), view)
      await stage.see(stage.rows, 1)
    },
  },
  {
    id: 'view.leave',
    async check(stage, run) {
      const name = await kept(stage)
      await run()
      await stage.see(async () => (await opened(stage)()) === name, false)
      await stage.see(chips(stage), 0)
    },
  },
  {
    id: 'view.rename',
    async check(stage, run) {
      await kept(stage)
      await run({ name: 'renamed' })
      await stage.see(opened(stage), 'renamed')
    },
  },
  {
    id: 'view.makeDefault',
    async check(stage, run) {
      const name = await kept(stage)
      const isDefault = async () => {
        await stage.page.locator('[data-list]:visible [data-view-menu]').click()
        const text = await stage.page.locator(`[data-menu=view] [data-choice="${name}"]`).innerText()
        await stage.page.keyboard.press('Escape')
        await stage.page.locator('[data-menu=view]').waitFor({ state: 'detached' })
        return text !== name
      }
      await run()
      await stage.see(isDefault, true)
      await run()
      await stage.see(isDefault, false)
    },
  },
  {
    id: 'view.share',
    async check(stage, run) {
      const name = await kept(stage)
      const { address } = await run<{ address: string }>()
      await stage.see(() => stage.page.evaluate(() => navigator.clipboard.readText()), address)
      await stage.see(async () => new URL(address).searchParams.get('_view'), name)
    },
  },
  {
    id: 'view.delete',
    async check(stage, run) {
      const name = await kept(stage)
      await run()
      await stage.see(async () => (await opened(stage)()) === name, false)
      await stage.page.locator('[data-list]:visible [data-view-menu]').click()
      await stage.see(() => stage.page.locator(`[data-menu=view] [data-choice="${name}"]`).count(), 0)
      await stage.page.keyboard.press('Escape')
    },
  },
]

/** Filters of a list, and its views. */
export const filterAndViewCases: readonly ScreenCase[] = [...filterCases, ...viewCases]
