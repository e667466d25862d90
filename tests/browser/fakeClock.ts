/** Fake clock, moved by the test alone: for millisecond rules of the specification. */
import type { Page } from '@playwright/test'

/** The clock stands still from a moment ahead on. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}

/** Waits for the next paint: its follow-up message precedes any sent now. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve()
        port2.postMessage(null)
      }),
  )
