/** Key events of a scanner. */
import type { Page } from '@playwright/test'

/** Types as a reader does, 3 ms a key, or as a person does. */
export async function type(page: Page, text: string, gapMs = 3, end = 'Enter'): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  let at = Date.now() / 1000
  const sent = [...text, end].flatMap(key => {
    at += gapMs / 1000
    const isEnd = key === end
    const named = isEnd ? { key, code: key, windowsVirtualKeyCode: key === 'Enter' ? 13 : 9 } : { key }
    const written = isEnd ? (key === 'Enter' ? { text: '\r' } : {}) : { text: key }
    return [
      cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...named, ...written, timestamp: at }),
      cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...named, timestamp: at + 0.001 }),
    ]
  })
  await Promise.all(sent)
  await cdp.detach()
}
