/** A clock that only the test moves, once it was installed: for what the specification says in milliseconds. */
import type { Page } from '@playwright/test'

/** The clock stands still from a moment ahead on. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}

/** Until what came of the last moment is drawn: what follows a drawing comes as a message of its own, before any sent now. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve()
        port2.postMessage(null)
      }),
  )
