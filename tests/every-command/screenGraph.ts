/** Graph of a trace: keyboard motion, opening, zoom. */
import type { ScreenCase, Stage } from './page.ts'

const node = ({ page }: Stage) => page.locator('#trace-graph-node')
const current = (stage: Stage) => async () => (await node(stage).getAttribute('data-current'))?.split(':')[0]
const row = (stage: Stage) => () => node(stage).getAttribute('aria-posinset')
const zoom = ({ page }: Stage) =>
  page
    .locator('[data-graph] .react-flow__viewport')
    .evaluate(drawn => new DOMMatrix(getComputedStyle(drawn).transform).a)

/** Graph of three material lots, with focus on the first. */
async function standing(stage: Stage): Promise<void> {
  const { page, call, see } = stage
  const { rows } = await call('template/list/stocklot', { size: 3, sort: [['id', 'asc']] })
  const lotNos = (rows as { lotNo: string }[]).map(({ lotNo }) => lotNo)
  await stage.ok('reviewasc.run', { lotNos })
  await page.evaluate(() => {
    history.pushState(null, '', '/reviewasc')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.locator('[data-section=graph]:visible').click()
  await page.locator('[data-graph]:visible').focus()
  await stage.ok('graph.fit')
  for (let steps = 0; steps < 3 && (await current(stage)()) !== 'lot'; steps += 1) await stage.ok('graph.next')
  await stage.ok('graph.first')
  await see(current(stage), 'lot')
  await see(row(stage), '1')
}

/** Motion from the first or second lot to a row of its column. */
const move = (name: string, from: 1 | 2, to: string): ScreenCase => ({
  id: `graph.${name}`,
  async check(stage, run) {
    await standing(stage)
    if (from === 2) await stage.ok('graph.down')
    await run()
    await stage.see(row(stage), to)
  },
})

export const graphCases: readonly ScreenCase[] = [
  move('down', 1, '2'),
  move('up', 2, '1'),
  move('last', 1, '3'),
  move('first', 2, '1'),
  {
    id: 'graph.previous',
    async check(stage, run) {
      await standing(stage)
      await run()
      await stage.see(current(stage), 'supply')
    },
  },
  {
    id: 'graph.next',
    async check(stage, run) {
      await standing(stage)
      await stage.ok('graph.previous')
      await run()
      await stage.see(current(stage), 'lot')
    },
  },
  {
    id: 'graph.open',
    async check(stage, run) {
      await standing(stage)
      const id = (await node(stage).getAttribute('data-current'))?.split(':')[1]
      await run()
      await stage.see(async () => new URL(stage.page.url()).pathname, `/stocklot/${id}`)
    },
  },
  ...(['zoomIn', 'zoomOut'] as const).map(
    (name): ScreenCase => ({
      id: `graph.${name}`,
      async check(stage, run) {
        await standing(stage)
        const before = await zoom(stage)
        await run()
        await stage.see(async () => (await zoom(stage)) > before === (name === 'zoomIn'), true)
        await stage.see(async () => (await zoom(stage)) === before, false)
      },
    }),
  ),
  {
    id: 'graph.fit',
    async check(stage, run) {
      await standing(stage)
      await run()
      // The way there takes a moment.
      await stage.page.waitForTimeout(400)
      const whole = await zoom(stage)
      await stage.ok('graph.zoomOut')
      await stage.see(async () => (await zoom(stage)) < whole, true)
      await run()
      await stage.see(async () => Math.abs((await zoom(stage)) - whole) < 0.01, true)
    },
  },
]
