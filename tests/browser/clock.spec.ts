/** What the specification says of seconds, by a clock that the test turns: coming back to the channel, validating anew. */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

interface Watched {
  /** When the page tried to open its channel, in milliseconds. */
  attempts: number[]
  isCut: boolean
  live: WebSocket | undefined
}
const watched = (page: Page) => page.evaluate(() => (window as unknown as { channel: Watched }).channel.attempts)

/** Lets the page count its attempts, and has a network that can be cut: then every attempt ends at once. */
async function watchChannel(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const channel: Watched = { attempts: [], isCut: false, live: undefined }
    Object.assign(window, { channel })
    window.WebSocket = new Proxy(window.WebSocket, {
      construct(target, [url]) {
        channel.attempts.push(Date.now())
        if (!channel.isCut) {
          channel.live = new target(url)
          return channel.live
        }
        const none = Object.assign(new EventTarget(), { send() {}, close() {} })
        queueMicrotask(() => none.dispatchEvent(new Event('close')))
        return none
      },
    })
  })
}

const cut = (page: Page) =>
  page.evaluate(() => {
    const { channel } = window as unknown as { channel: Watched }
    channel.isCut = true
    channel.attempts.length = 0
    channel.live?.close()
    return Date.now()
  })
const mend = (page: Page) =>
  page.evaluate(() => {
    ;(window as unknown as { channel: Watched }).channel.isCut = false
  })
const state = (page: Page, name: string) => page.locator(`[data-channel="${name}"]`)

/** The clock stands still from a moment ahead on; only the test moves it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}

test('the channel is tried after five seconds, each time one later, at whole seconds, and after five again once it was open', async ({
  page,
  plantUrl,
}) => {
  await watchChannel(page)
  await page.clock.install()
  await signIn(page, plantUrl, '/unit')
  await expect(state(page, 'connected')).toBeVisible()
  await stopClock(page)
  const start = await cut(page)
  await expect(state(page, 'lost')).toBeVisible()
  await page.clock.runFor(28_000)
  const attempts = await watched(page)
  // It is looked every second whether the time has come: the first attempt falls on the look after five.
  const first = (attempts[0] ?? 0) - start
  expect(first).toBeGreaterThanOrEqual(5_000)
  expect(first).toBeLessThan(6_000)
  expect(attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0))).toEqual([6_000, 7_000, 8_000])

  await mend(page)
  await page.clock.runFor(9_000)
  await expect(state(page, 'connected')).toBeVisible()
  const again = await cut(page)
  await expect(state(page, 'lost')).toBeVisible()
  await page.clock.runFor(4_999)
  expect(await watched(page)).toEqual([])
  await page.clock.runFor(1_001)
  const [back = 0] = await watched(page)
  expect(back - again).toBeGreaterThanOrEqual(5_000)
  expect(back - again).toBeLessThan(6_000)
})

test('what is wrong is looked at again a hundred milliseconds after the language was switched, and said in it', async ({
  page,
  plantUrl,
}) => {
  await page.clock.install()
  await signIn(page, plantUrl, '/unit')
  await page.evaluate(() => window.lotline?.run('password.change'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '提交' }).click()
  const said = dialog.getByRole('alert')
  await expect(said).toHaveText(['请输入旧密码', '请输入新密码', '请输入确认新密码'])
  // What is being entered is not judged while one types.
  await dialog.getByLabel('新密码', { exact: true }).fill('abc')
  await expect(said).toHaveText(['请输入旧密码', '请输入确认新密码'])
  await stopClock(page)
  // Its end would wait for the clock.
  await page.evaluate(() => void window.lotline?.run('locale.en-US'))
  await expect(said).toHaveText(['Enter the old password', 'Enter the new password again'])
  // What follows a drawing comes as a message of its own, before any that is sent now.
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve()
        port2.postMessage(null)
      }),
  )
  await page.clock.runFor(99)
  await expect(said).toHaveCount(2)
  await page.clock.runFor(1)
  await expect(said).toHaveCount(3)
  await expect(said.nth(1)).toHaveText(/6/)
})
