/** Way into a cell of a list, and into its editors. */
import { expect } from '@playwright/test'
import { focus, runCommand, strike } from './everyKeyActions.ts'
import { maxWaitMs, type Probed } from './everyKeyProbe.ts'

/** The grid of an entity. */
const grid = (name: string) => `[data-grid="${name}"] [role=grid]`

/** The keyboard in a cell of a list, in its first row. */
export async function intoGrid(probed: Probed, name: string): Promise<void> {
  const { page } = probed
  // A former key's search may run only now and take the rows: enter anew.
  await page.locator(`[data-grid="${name}"] [data-row-id]`).first().waitFor({ timeout: maxWaitMs })
  await focus(page, grid(name))
  await page.locator(`[data-grid="${name}"] :focus`).first().waitFor({ state: 'attached', timeout: 5000 })
  await runCommand(page, 'grid.gridStart')
}

/** Record with neighbours above and below, known from its list; after a reload the list is visited again. */
export async function amongOthers({ page }: Probed): Promise<void> {
  const isAmong = () => page.evaluate(() => window.lotline?.list({ prefix: 'record.previous' })[0]?.enabled === true)
  if (await isAmong()) return
  const path = new URL(page.url()).pathname
  const [, name = ''] = path.split('/')
  await runCommand(page, `navigate.${name}`)
  await page.locator(`[data-grid="${name}"]:visible [data-row-id]`).first().waitFor()
  await page.evaluate(target => {
    history.pushState(null, '', target)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect.poll(isAmong).toBe(true)
}

/** Focus in the units' second cell, and strokes pressed there. */
export async function typed(probed: Probed, ...strokes: readonly string[]): Promise<void> {
  await intoGrid(probed, 'unit')
  await strike(probed, 'right', ...strokes)
}

/** Two entries, the second undone: undo and redo are both possible. */
export async function withHistory(probed: Probed): Promise<void> {
  await typed(probed, 'a', 'enter', 'b', 'enter')
  await runCommand(probed.page, 'grid.undo')
}

/** The keyboard on a lot in the graph of its trace. */
export async function intoGraph({ page }: Probed): Promise<void> {
  const graph = page.locator('[data-graph]:visible')
  if ((await graph.count()) === 0) {
    await page.evaluate(async () => {
      const result = await window.lotline?.run('stocklot.list', { size: 3, sort: [['id', 'asc']] })
      const { rows } = (result as unknown as { data: { rows: { lotNo: string }[] } }).data
      await window.lotline?.run('reviewasc.run', { lotNos: rows.map(({ lotNo }) => lotNo) })
    })
    await page.locator('[data-section=graph]:visible').click()
  }
  await graph.waitFor()
  await graph.focus()
}

/** First unit with different decimals here and on the server. */
export async function withConflict(probed: Probed): Promise<void> {
  const { page } = probed
  await intoGrid(probed, 'unit')
  const id = Number(await page.locator('[data-grid=unit] [data-row-id]').first().getAttribute('data-row-id'))
  await page.evaluate(async unit => {
    await window.lotline?.run('unit.edit', { id: unit, values: { decimals: 3 } })
    await window.lotline?.run('unit.save', { row: { id: unit, decimals: 2 } })
    await window.lotline?.run('grid.nextFault')
  }, id)
  await focus(page, grid('unit'))
}
