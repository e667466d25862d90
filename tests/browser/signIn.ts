/** How a person is signed in where the test is about something else: as after a reload, with the session in the cookie. */
import type { Page } from '@playwright/test'
import { expect } from './server.ts'

/** The session of the administrator, as the server answers it and the console keeps it in the cookie. */
async function newSession(url: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'password', username: 'admin', password: 'admin123' })
  const response = await fetch(`${url}/Auth/login`, { method: 'POST', body })
  const { status, message, data } = (await response.json()) as { status: number; message: string; data: unknown }
  if (status !== 0) throw new Error(`signing in: ${status} ${message}`)
  return encodeURIComponent(JSON.stringify(data))
}

/** Opens the page at this path, signed in as the administrator, and waits until the console and all it fetches is there. */
export async function signIn(page: Page, url: string, path = '/'): Promise<void> {
  const value = await newSession(url)
  await page.context().addCookies([{ name: 'loginInfo', value, url, sameSite: 'Strict' }])
  await page.goto(url + path)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.evaluate(() => window.lotline?.ready())
}
