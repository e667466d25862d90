/** From page to page of the demonstration in a real Chromium: from the command to the rows painted. */
import { chromium as engine, type Page } from '@playwright/test'
import { startServer } from '../support/browserProcess.ts'
import { chromium, chromiumArguments } from '../support/chromium.ts'
import { signIn, withBuild } from './painting.ts'
import type { Result } from './report.ts'

/** Twenty lists with rows, of every area. */
const visited = [
  ...['product', 'productspec', 'productformula', 'unit', 'brand', 'supply', 'material', 'materialspec'],
  ...['materialstorein', 'produceplan', 'getmaterialrecord', 'usematerialrecord', 'productstorein', 'dealer'],
  ...['productsaleout', 'callback', 'stocklot', 'stockledger', 'qualityinspection', 'employee'],
]

const timeoutMs = 20_000

/** Milliseconds from the command of a page to its first rows painted. */
const untilRows = ({ name, timeoutMs }: { name: string; timeoutMs: number }) =>
  new Promise<number>((resolve, reject) => {
    const began = performance.now()
    const look = () =>
      requestAnimationFrame(() => {
        if (performance.now() - began > timeoutMs) return reject(new Error(`no row of ${name} came`))
        if (!document.querySelector(`[data-screen][data-front] [data-grid=${name}] [data-row-id]`)) return look()
        // In the task after the callbacks of the frame that shows it, it has been painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - began)
        port2.postMessage(null)
      })
    void window.lotline?.run(`navigate.${name}`)
    look()
  })

async function walked(page: Page): Promise<readonly number[]> {
  const times: number[] = []
  for (const name of visited) times.push(await page.evaluate(untilRows, { name, timeoutMs }))
  return times
}

/** Twenty pages seen for the first time in a session, three sessions, and the same pages again. */
export function measureNavigation(): Promise<Result[]> {
  return withBuild(async dist => {
    const server = await startServer('demo', { dist })
    const browser = await engine.launch({ executablePath: chromium(), args: chromiumArguments })
    try {
      const [first, again]: [number[], number[]] = [[], []]
      for (let session = 0; session < 3; session += 1) {
        const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
        const page = await context.newPage()
        await signIn(page, server.url, 'admin123')
        await page.evaluate(() => window.lotline?.ready())
        first.push(...(await walked(page)))
        again.push(...(await walked(page)))
        await context.close()
      }
      const slowest = (times: readonly number[]) => `slowest ${Math.max(...times).toFixed(0)} ms`
      return [
        { title: 'to a page not seen yet, command to rows painted', times: first, budget: 300, note: slowest(first) },
        { title: 'to a page of an open tab, command to rows painted', times: again, budget: 300, note: slowest(again) },
      ]
    } finally {
      await browser.close()
      await server.stop()
    }
  })
}
