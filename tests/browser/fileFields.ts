/** File field of a record, and how a person fills it. */
import type { Locator, Page } from '@playwright/test'
import type { SampleFile } from '../support/sampleFiles.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

export const field = (page: Page) => page.locator('[data-record]:visible [data-files=files]')
export const lines = (within: Locator) => within.locator('[data-file]')
export const names = (within: Locator) => within.locator('[data-open-file]')
export const coming = (page: Page) => field(page).locator('[data-upload=coming]')
export const refused = (page: Page) => field(page).locator('[data-upload=refused]')
export const unsaved = (page: Page) => page.locator('[data-record]:visible [data-unsaved]')

/** Screenshot for judging by eye; `SHOTS` names the folder. */
export async function shot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

/** Server call as the user signed in on the page. */
export const asked = <T>(
  page: Page,
  path: string,
  parameters: unknown,
  further: Readonly<Record<string, string>> = {},
): Promise<T> =>
  page.evaluate(
    async ([to, given, also]) => {
      const cookie = /(?:^|; )loginInfo=([^;]+)/.exec(document.cookie)?.[1] ?? '{}'
      const token = JSON.parse(decodeURIComponent(cookie)).access_token as string
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...also }
      const answer = await fetch(`/${to}`, { method: 'POST', headers, body: JSON.stringify(given) })
      return (await answer.json()).data
    },
    [path, parameters, further] as const,
  )

/** Waits until a loaded page shows this, has its commands, and is idle. */
export async function settled(page: Page, shown: Locator): Promise<void> {
  await expect(shown).toBeVisible()
  await page.evaluate(async () => {
    if (!window.lotline) throw new Error('the console is not there')
    await window.lotline.ready()
  })
}

/** Saves the record with its key. */
export async function save(page: Page): Promise<void> {
  await expect(unsaved(page)).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(unsaved(page)).toHaveCount(0)
}

let made = 0

/** A name that nothing else in the plant of this worker has. */
export function unused(prefix: string): string {
  made += 1
  return `${prefix}${test.info().workerIndex}x${made}`
}

/** A supplier of the test's own, open on its screen. */
export async function openSupplier(page: Page, url: string): Promise<string> {
  await signIn(page, url, '/supply')
  const code = unused('F')
  const whom = { supplierType: 'FARMER', contactName: '王', phone: '13812345678', address: '恒香路 1 号' }
  const supplier = { code, name: `供应商${code}`, ...whom }
  const { id } = await asked<{ id: number }>(page, 'template/save/supply', supplier)
  await page.goto(`${url}/supply/${id}`)
  await settled(page, field(page))
  return `/supply/${id}`
}

/** Lets no upload through until the answer is called. */
export async function holdUploads(page: Page): Promise<() => void> {
  const { promise: held, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/files/upload*', async route => {
    await held
    await route.continue().catch(() => undefined)
  })
  return letThrough
}

/** Adds files by key, through the browser's file chooser. */
export async function add(page: Page, files: readonly SampleFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Alt+Shift+u')
  await (await chooser).setFiles([...files])
}
