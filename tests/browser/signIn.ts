/** Sign-in for tests about something else: as after a reload, by cookie. */
import type { Page } from '@playwright/test'
import { expect } from './server.ts'

type Cookie = Parameters<ReturnType<Page['context']>['addCookies']>[0][number]

/** Session as the console's cookie holds it, and the cookie for files. */
async function newSession(url: string, username: string, password: string): Promise<readonly Cookie[]> {
  const body = new URLSearchParams({ grant_type: 'password', username, password })
  const response = await fetch(`${url}/Auth/login`, { method: 'POST', body })
  const { status, message, data } = (await response.json()) as { status: number; message: string; data: unknown }
  if (status !== 0) throw new Error(`signing in: ${status} ${message}`)
  const ofFiles = response.headers.getSetCookie().map((said): Cookie => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(said) ?? []
    return { name, value, domain: new URL(url).hostname, path: '/files', httpOnly: true, sameSite: 'Strict' }
  })
  const value = encodeURIComponent(JSON.stringify(data))
  return [{ name: 'loginInfo', value, url, sameSite: 'Strict' }, ...ofFiles]
}

/** Has somebody change the password that was set for him. */
export async function ownPassword(url: string, username: string, oldPwd: string, newPwd: string): Promise<void> {
  const body = new URLSearchParams({ grant_type: 'password', username, password: oldPwd })
  const { data } = (await (await fetch(`${url}/Auth/login`, { method: 'POST', body })).json()) as {
    readonly data: { readonly access_token: string }
  }
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${data.access_token}` }
  const changed = JSON.stringify({ type: 1, oldPwd, newPwd })
  const answer = await fetch(`${url}/User/EditPwd`, { method: 'POST', headers, body: changed })
  const { status, message } = (await answer.json()) as { readonly status: number; readonly message: string }
  if (status !== 0) throw new Error(`changing the password: ${status} ${message}`)
}

/** Opens the page signed in, and waits until the console is loaded. */
export async function signIn(
  page: Page,
  url: string,
  path = '/brand',
  username = 'admin',
  password = 'admin123',
): Promise<void> {
  await page.context().addCookies([...(await newSession(url, username, password))])
  await page.goto(url + path)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.evaluate(() => window.lotline?.ready())
}
