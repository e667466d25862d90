/** The forward trace in a real Chromium on the plant, from the key that asks to the first rows painted. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium as engine, type Page } from '@playwright/test'
import { build } from 'vite'
import type { Cluster } from '../../server/postgres/cluster.ts'
import { startServer } from '../support/browserProcess.ts'
import { chromium, chromiumArguments } from '../support/chromium.ts'
import { adminPassword } from './build.ts'
import type { Result } from './report.ts'
import type { BenchServer } from './server.ts'
import { type Root, typical, widest } from './traceRoots.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export async function signIn(page: Page, url: string, password = adminPassword): Promise<void> {
  await page.goto(url)
  await page.getByRole('textbox').first().fill('admin')
  await page.getByRole('textbox').nth(1).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
}

/** What does not come in this time never will: a bench that waits for it would hang. Milliseconds. */
const timeoutMs = 20_000

/** Resolves with the milliseconds from the next Enter until the first row of the answer has been painted. */
const untilPainted = ({ section, timeoutMs }: { section: string; timeoutMs: number }) =>
  new Promise<number>((resolve, reject) => {
    const isThere = () => document.querySelector(`[data-grid=${section}] [role=row][data-row-id]`) !== null
    const look = (began: number) =>
      requestAnimationFrame(() => {
        if (performance.now() - began > timeoutMs) return reject(new Error('no row came'))
        if (!isThere()) return look(began)
        // In the task after the callbacks of the frame that shows it, it has been painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - began)
        port2.postMessage(null)
      })
    const asked = (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return
      document.removeEventListener('keydown', asked, { capture: true })
      look(event.timeStamp)
    }
    document.addEventListener('keydown', asked, { capture: true })
  })

/** Asks for each lot on a page that shows no answer yet. */
async function askedFor(page: Page, url: string, roots: readonly Root[]): Promise<number[]> {
  const times: number[] = []
  for (const { lotNo } of roots) {
    await page.goto(`${url}/reviewasc`)
    const field = page.locator('[data-field=lotNos]:visible input')
    await field.fill(lotNo)
    const painted = page.evaluate(untilPainted, { section: 'reviewdealer', timeoutMs })
    // The listener is in place once the page has answered something that was asked after it.
    await page.evaluate(() => null)
    await field.press('Enter')
    times.push(await painted)
  }
  return times
}

const again = (roots: readonly Root[], times: number): readonly Root[] =>
  Array.from({ length: times }, () => roots).flat()

/** Lots of which something was sold: the others have no rows to show. */
async function sold(server: BenchServer, roots: readonly Root[]): Promise<readonly Root[]> {
  const found: Root[] = []
  for (const each of roots) {
    const { counts } = await server.ask('SafetyReview/ReviewAsc', { lotNos: [each.lotNo], sections: [] })
    if (counts.dealers > 0) found.push(each)
  }
  return found
}

/** Builds the client of the checkout for one measurement. */
export async function withBuild<T>(work: (dist: string) => Promise<T>): Promise<T> {
  const dist = await mkdtemp(join(tmpdir(), 'lotline-painting-'))
  try {
    await build({ root, logLevel: 'warn', build: { outDir: dist, emptyOutDir: true } })
    return await work(dist)
  } finally {
    await rm(dist, { recursive: true, force: true })
  }
}

/** Measures the widest traces and typical ones as somebody sees them. */
export async function measurePainting(server: BenchServer, connection: Cluster['connection']): Promise<Result[]> {
  const [wide, usual] = [await widest(server, 4), await sold(server, await typical(server, 'MATERIAL'))]
  return withBuild(async dist => {
    const shown = await startServer('plant', { dist, beside: connection })
    const browser = await engine.launch({ executablePath: chromium(), args: chromiumArguments })
    try {
      const page = await browser.newPage({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
      await signIn(page, shown.url)
      await askedFor(page, shown.url, wide)
      const widestTimes = await askedFor(page, shown.url, again(wide, 5))
      const typicalTimes = await askedFor(page, shown.url, usual)
      return [
        { title: 'widest forward trace, Enter to first rows painted', times: widestTimes, budget: 400 },
        { title: 'typical forward trace, Enter to first rows painted', times: typicalTimes },
      ]
    } finally {
      await browser.close()
      await shown.stop()
    }
  })
}
