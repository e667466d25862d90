/** Frames as the browser's own trace tells them: what reached the screen, not what the page believes. */
import type { Browser, Page } from '@playwright/test'
import { dragMarks } from './clock.ts'

interface TraceEvent {
  readonly name: string
  /** Microseconds. */
  readonly ts: number
}

const categories = ['disabled-by-default-devtools.timeline.frame', 'devtools.timeline.frame', 'blink.user_timing']

/** Milliseconds between the frames that were drawn while the bar was pulled. */
export async function draggedFrames(browser: Browser, page: Page, drag: () => Promise<unknown>): Promise<number[]> {
  await browser.startTracing(page, { categories })
  let written: Uint8Array = new Uint8Array()
  try {
    await drag().finally(() => page.evaluate(() => performance.clearMarks()))
  } finally {
    // Whatever became of it: a browser that goes on recording can record nothing else.
    written = await browser.stopTracing()
  }
  const trace: { traceEvents: readonly TraceEvent[] } = JSON.parse(new TextDecoder().decode(written))
  const of = (name: string) => trace.traceEvents.filter(event => event.name === name).map(({ ts }) => ts / 1000)
  const [begin = 0] = of(dragMarks.begin)
  const [end = 0] = of(dragMarks.end)
  const drawn = of('DrawFrame').filter(at => at >= begin && at <= end)
  return drawn
    .toSorted((one, other) => one - other)
    .map((at, index, all) => at - (all[index - 1] ?? at))
    .slice(1)
}
