/** A browser for the bench, in which no answer is waited for without end. */
import { type Browser, type CDPSession, chromium as engine, type Page } from '@playwright/test'
import { chromium, chromiumArguments } from '../../support/chromium.ts'
import { adminPassword } from '../build.ts'
import { type GridName, pageOf } from './names.ts'

/** What does not come in this time never will. Milliseconds. */
const timeoutMs = 120_000
/** Longest for all rounds of one measure. */
const timeoutForAllMs = 600_000

/** Waits for something, but not for ever. @throws with its name when it does not come */
export async function within<T>(awaited: Promise<T>, what: string, limitMs = timeoutMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come in ${limitMs / 1000} s`)), limitMs)
  })
  try {
    return await Promise.race([awaited, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Tells what did not come and goes on without it: one figure missing is better than none. */
export async function tried<T>(what: string, work: () => Promise<T>, without: T): Promise<T> {
  try {
    return await within(work(), what, timeoutForAllMs)
  } catch (error) {
    console.log(`${what}: ${error instanceof Error ? error.message : error}`)
    return without
  }
}

/** Starts Chromium without the wait for the screen's next refresh, which would hide what a frame costs. */
export function startBrowser(): Promise<Browser> {
  const free = ['--disable-frame-rate-limit', '--disable-gpu-vsync']
  return engine.launch({ executablePath: chromium(), args: [...chromiumArguments, ...free] })
}

export interface BenchPage {
  readonly name: GridName
  readonly page: Page
  readonly cdp: CDPSession
  /** Milliseconds of script, and of everything, that this page has taken so far. */
  spent(): Promise<{ readonly script: number; readonly task: number }>
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole('textbox').first().fill('admin')
  await page.getByRole('textbox').nth(1).fill(adminPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
  await page.evaluate(() => window.lotline?.ready())
}

export interface Room {
  readonly width: number
  readonly height: number
}

/** What the console is seen in. */
const screen: Room = { width: 1440, height: 900 }

/** Opens the page of a grid, signed in; what goes wrong in it is told. Other grids fill the room, the console the screen. */
export async function openPage(browser: Browser, url: string, name: GridName, room = screen): Promise<BenchPage> {
  // The policy of the server is for the console; other grids write styles and fonts as they please.
  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: room,
    bypassCSP: true,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(timeoutMs)
  page.on('pageerror', error => console.log(`${name}: ${error.message}`))
  await page.goto(`${url}${pageOf[name]}`)
  if (name === 'ours') await signIn(page)
  else {
    await page.waitForFunction(() => window.startGrid !== undefined)
    await page.evaluate(password => window.startGrid?.(password), adminPassword)
  }
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  return {
    name,
    page,
    cdp,
    async spent() {
      const { metrics } = await within(cdp.send('Performance.getMetrics'), 'the metrics')
      const of = (metric: string) => (metrics.find(each => each.name === metric)?.value ?? Number.NaN) * 1000
      return { script: of('ScriptDuration'), task: of('TaskDuration') }
    },
  }
}
