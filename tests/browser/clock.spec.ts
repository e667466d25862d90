/** Intervals of the specification on a fake clock: reconnecting, validating anew. */
import type { Page } from '@playwright/test'
import { drawn, stopClock } from './fakeClock.ts'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

interface Watched {
  /** When the page tried to open its channel, in milliseconds. */
  attempts: number[]
  isCut: boolean
  live: WebSocket | undefined
}
const watched = (page: Page) => page.evaluate(() => (window as unknown as { channel: Watched }).channel.attempts)

/** Counts connection attempts, on a network that can be cut: attempts fail at once. */
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
  // Checked every second: the first attempt comes with the check after five.
  const [look = 0] = attempts
  expect(look - start).toBeGreaterThanOrEqual(5_000)
  expect(look - start).toBeLessThan(6_000)
  expect(attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0))).toEqual([6_000, 7_000, 8_000])

  await mend(page)
  await page.clock.runFor(9_000)
  await expect(state(page, 'connected')).toBeVisible()
  // Cut 300 ms after a check, its five seconds end between two.
  const sinceLook = ((await page.evaluate(() => Date.now())) - look) % 1_000
  await page.clock.runFor(1_300 - sinceLook)
  const again = await cut(page)
  await expect(state(page, 'lost')).toBeVisible()
  await page.clock.runFor(7_000)
  expect((await watched(page)).map(at => at - again)).toEqual([5_700])
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
  await drawn(page)
  await page.clock.runFor(99)
  await drawn(page)
  await expect(said).toHaveCount(2)
  await page.clock.runFor(1)
  await expect(said).toHaveCount(3)
  await expect(said.nth(1)).toHaveText(/6/)
})

test('what a command was asked with is looked at again as late, and what is right by then is not called wrong any more', async ({
  page,
  plantUrl,
}) => {
  await page.clock.install()
  await signIn(page, plantUrl, '/stocklot')
  await page.locator('[data-grid=stocklot]:visible [data-index="0"][data-row-id] [role=gridcell]').first().click()
  await keyboardOf(page).run('冻结', '冻结')
  const dialog = page.getByRole('dialog')
  await dialog.locator('[data-answer=accept]').click()
  const note = dialog.locator('[data-field=reason] p')
  await expect(note).toHaveText('必填')
  await dialog.locator('[data-field=reason] input').fill('瓶盖松动')
  await stopClock(page)
  await page.evaluate(() => void window.lotline?.run('locale.en-US'))
  await expect(note).toHaveText('Required')
  await drawn(page)
  await page.clock.runFor(99)
  await drawn(page)
  await expect(note).toHaveCount(1)
  await page.clock.runFor(1)
  await expect(note).toHaveCount(0)
})
