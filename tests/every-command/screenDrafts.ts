/** Unsaved changes in a list: conflicts decided, saves retried, saves stopped. */
import { expect } from '@playwright/test'
import type { ScreenCase, Stage } from './page.ts'

/** Row of no other case, and its former English name. */
const row = 12
const before = 'E13'

const rowAt = ({ page }: Stage) => page.locator(`[data-grid]:visible [data-index="${row}"]`)
const idOf = async (stage: Stage) => Number(await rowAt(stage).getAttribute('data-row-id'))
const stateOf = (stage: Stage) => () => rowAt(stage).getAttribute('data-state')

/** The row has an English name here and another on the server. */
async function contested(stage: Stage): Promise<number> {
  const id = await idOf(stage)
  await stage.ok('brand.edit', { id, values: { nameEn: 'Mine' } })
  await stage.call('template/save/brand', { id, nameEn: 'Theirs' })
  await stage.ok('list.refresh')
  await stage.see(stateOf(stage), 'conflict')
  return id
}

const deciding = (name: string, state: string, shown: string): ScreenCase => ({
  id: `grid.${name}`,
  async check(stage, run) {
    const id = await contested(stage)
    await stage.stand(row, name.endsWith('Row') ? 'code' : 'nameEn')
    await run()
    await stage.see(stateOf(stage), state)
    await stage.see(() => stage.shown(row, 'nameEn'), shown)
    if (state === 'dirty') await stage.ok('grid.revertAll')
    await stage.call('template/save/brand', { id, nameEn: before })
    await stage.ok('list.refresh')
    await stage.see(() => stage.shown(row, 'nameEn'), before)
  },
})

/** Cases of drafts in a list. */
export const draftCases: readonly ScreenCase[] = [
  ...['takeMine', 'takeMineRow', 'takeMineAll'].map(name => deciding(name, 'dirty', 'Mine')),
  ...['takeTheirs', 'takeTheirsRow', 'takeTheirsAll'].map(name => deciding(name, 'clean', 'Theirs')),
  {
    id: 'list.conflictsOnly',
    async check(stage, run) {
      const id = await contested(stage)
      await run()
      await stage.see(stage.rows, 1)
      await stage.ok('list.all')
      await stage.ok('grid.revertAll')
      await stage.call('template/save/brand', { id, nameEn: before })
    },
  },
  {
    id: 'list.retryFailed',
    async check(stage, run) {
      const { id } = await stage.ok<{ id: string }>('brand.new', {
        values: { code: 'A01', name: '重试', status: 'ENABLED' },
      })
      await stage.page.evaluate(() => window.lotline?.run('brand.save'))
      await stage.see(async () => (await stage.context()).dirty, true)
      await stage.ok('brand.edit', { id, values: { code: 'RETRY' } })
      await run()
      await stage.see(async () => (await stage.context()).dirty, false)
      const found = { where: [{ field: 'code', op: 'eq', value: 'RETRY' }] }
      const { rows } = (await stage.call('template/list/brand', found)) as { rows: readonly { id: number }[] }
      await stage.call('template/delete/brand', { ids: rows.map(each => each.id) })
      await stage.ok('list.refresh')
    },
  },
  {
    id: 'list.stopSaving',
    async check(stage, run) {
      const { page } = stage
      const id = await idOf(stage)
      await stage.ok('brand.edit', { id, values: { nameEn: 'Mine' } })
      await stage.call('template/save/brand', { id, remark: '他的' })
      // First call held until the stop: its conflicts are not retried.
      let release = () => undefined as unknown
      const held = new Promise<void>(resolve => {
        release = resolve
      })
      let calls = 0
      await page.route('**/template/save/brand', async route => {
        calls += 1
        await held
        await route.continue()
      })
      const saving = page.evaluate(() => window.lotline?.run('brand.save').then(() => undefined))
      await stage.see(async () => calls, 1)
      const isAsked = page.evaluate(
        () =>
          new Promise<void>(resolve => {
            const end = window.lotline?.on('command', ({ id }) => {
              if (id !== 'list.stopSaving') return
              end?.()
              resolve()
            })
          }),
      )
      const stopped = run()
      // The command ends at once; only the wait for the call remains.
      await isAsked
      release()
      await stopped
      await saving
      await stage.see(stateOf(stage), 'dirty')
      expect(calls).toBe(1)
      await page.unroute('**/template/save/brand')
      await stage.ok('grid.revertAll')
      await stage.call('template/save/brand', { id, remark: null })
    },
  },
]
