/** The palette of the built console in a real Chromium, from the key to the painted rows, beside a plain cmdk. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium as engine, type Page } from '@playwright/test'
import { build } from 'vite'
import { startServer } from '../support/browserProcess.ts'
import { chromium, chromiumArguments } from '../support/chromium.ts'
import { adminPassword } from './build.ts'
import type { Result } from './report.ts'
import { manyCommands } from './search.ts'

const size = 10_000
const rounds = 3
/** Milliseconds in which what a key has set off ends: nobody types faster than thirty letters a second. */
const rest = 30
const typed = ['shengchan', 'ylrk', 'sale out', 'l20260047', 'material', 'dcsx', 'xjpp', 'nn', 'wlck', 'delete']
const root = fileURLToPath(new URL('../..', import.meta.url))

/** The console as it is built for people, with the page of the bench as one more script. */
async function buildConsole(): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'lotline-palette-'))
  const script = '<script type="module" src="/tests/bench/palettePage.tsx"></script>'
  await build({
    root,
    logLevel: 'warn',
    build: { outDir: dist, emptyOutDir: true },
    plugins: [
      {
        name: 'palette-bench',
        transformIndexHtml: { order: 'pre', handler: html => html.replace('</body>', `${script}</body>`) },
      },
    ],
  })
  return dist
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/materialstorein`)
  await page.getByRole('textbox').first().fill('admin')
  await page.getByRole('textbox').nth(1).fill(adminPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
  await page.evaluate(() => window.lotline?.ready())
}

/** Milliseconds of every key of these texts, each typed into an empty line. */
async function keystrokes(page: Page, texts: readonly string[], times: number): Promise<number[]> {
  const measured: number[] = []
  for (let round = 0; round < times; round += 1) {
    for (const text of texts) {
      for (const letter of text) {
        const painted = page.evaluate(() => window.paletteBench?.nextKey())
        // The listener is in place once the page has answered something that was asked after it.
        await page.evaluate(() => null)
        await page.keyboard.press(letter === ' ' ? 'Space' : letter)
        measured.push((await painted) ?? Number.NaN)
        await delay(rest)
      }
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
      await delay(rest)
    }
  }
  return measured
}

async function openings(page: Page, times: number): Promise<number[]> {
  const measured: number[] = []
  for (let round = 0; round < times; round += 1) {
    const painted = page.evaluate(() => window.paletteBench?.nextOpen())
    await page.evaluate(() => null)
    await page.keyboard.press('Control+k')
    measured.push((await painted) ?? Number.NaN)
    await page.keyboard.press('Escape')
    await page.locator('[data-palette]').waitFor({ state: 'detached' })
  }
  return measured
}

async function plainOpenings(page: Page, times: number): Promise<number[]> {
  const measured: number[] = []
  for (let round = 0; round < times; round += 1) {
    if (round > 0) await page.evaluate(() => window.paletteBench?.closePlain())
    measured.push((await page.evaluate(() => window.paletteBench?.openPlain())) ?? Number.NaN)
  }
  return measured
}

/** Key to paint and opening with 10,000 commands and records, ours and a plain cmdk with the same items in turn. */
export async function measurePalette(): Promise<Result[]> {
  const dist = await buildConsole()
  const server = await startServer('plant', { dist })
  // Without the wait for the screen's next refresh, which would measure the screen.
  const free = ['--disable-frame-rate-limit', '--disable-gpu-vsync']
  const browser = await engine.launch({ executablePath: chromium(), args: [...chromiumArguments, ...free] })
  try {
    const page = await browser.newPage({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
    await signIn(page, server.url)
    const records = manyCommands(size).filter(({ id }) => id.startsWith('record.'))
    const known = await page.evaluate(
      titles => window.paletteBench?.fill(titles),
      records.map(({ title }) => title),
    )
    await openings(page, 3)
    const open = await openings(page, 20)
    await page.keyboard.press('Control+k')
    await keystrokes(page, typed.slice(0, 2), 1)
    const keys = await keystrokes(page, typed, rounds)
    const mounted = await page.locator('[data-palette] [role=option]').count()
    await page.keyboard.press('Escape')
    const plainOpen = await plainOpenings(page, 3)
    // It takes so long for each key that one round must do.
    const plainKeys = await keystrokes(page, typed, 1)
    const note = `${known} commands and records`
    return [
      {
        title: 'palette: key to painted rows',
        times: keys,
        budget: 16,
        note: `${note}, at most ${mounted} rows mounted`,
        peer: { title: 'plain cmdk', times: plainKeys },
      },
      { title: 'palette: open', times: open, budget: 50, note, peer: { title: 'plain cmdk', times: plainOpen } },
    ]
  } finally {
    await browser.close()
    await server.stop()
    await rm(dist, { recursive: true, force: true })
  }
}
