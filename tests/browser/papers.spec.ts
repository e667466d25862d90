/** Papers of the trade from the console: PDF, print view, proof. */
import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { bare, pagesOf } from '../support/pdfText.ts'
import { picture } from '../support/sampleFiles.ts'
import { upload } from '../support/uploads.ts'
import { keyboardOf } from './keyboard.ts'
import { run } from './reader.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

interface Found {
  readonly id: number
  readonly docNo: string
}

async function recordIn(page: Page, entity: string, states: readonly string[]): Promise<Found> {
  const { rows } = await run<{ rows: readonly (Found & { readonly status: string })[] }>(page, `${entity}.list`, {
    size: 100,
  })
  const found = rows.find(({ status }) => states.includes(status))
  if (!found) throw new Error(`no ${entity} is ${states}: ${rows.map(({ status }) => status)}`)
  return found
}

const textOf = async (download: Download) =>
  bare((await pagesOf(new Uint8Array(readFileSync(await download.path())))).join(''))

test('a posted sale has its delivery note beside its next step, by button and by key', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/productsaleout')
  const { id, docNo } = await recordIn(page, 'productsaleout', ['SUBMITTED'])
  await page.goto(`${demoUrl}/productsaleout/${id}`)
  const button = page.locator('[role=toolbar]:visible [data-command="record.pdf"]')
  await expect(button).toBeVisible()
  await button.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('[data-field=paper] input')).toHaveValue('随货同行单')
  const taken = page.waitForEvent('download')
  await keyboardOf(page).confirm()
  const download = await taken
  expect(download.suggestedFilename()).toBe(`随货同行单-${docNo}.pdf`)
  expect(await textOf(download)).toContain(`随货同行单${docNo}`)
  // By its key, in another language.
  await page.locator('[data-record]:visible h1').click()
  await page.keyboard.press('Alt+Shift+D')
  await expect(dialog).toBeVisible()
  await dialog.locator('[data-field="locale"] input').fill('英文')
  await page.keyboard.press('Enter')
  const second = page.waitForEvent('download')
  await keyboardOf(page).confirm()
  expect(await textOf(await second)).toContain(`Deliverynote${docNo}`)
})

test('a record with one paper offers its language, its customer’s first', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/materialstorein')
  const { id } = await recordIn(page, 'materialstorein', ['SUBMITTED', 'CONFIRMED'])
  await page.goto(`${demoUrl}/materialstorein/${id}`)
  await page.locator('[data-record]:visible h1').click()
  await page.keyboard.press('Alt+Shift+D')
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('[data-field=locale] input')).toHaveValue('简体中文')
  const taken = page.waitForEvent('download')
  await keyboardOf(page).confirm()
  expect((await taken).suggestedFilename()).toMatch(/\.pdf$/)
})

test('the logo of the organisation is on paper, and there when the printing begins', async ({ page, plantUrl }) => {
  await page.addInitScript(() => {
    window.print = () => {
      const logo = document.querySelector<HTMLImageElement>('[data-printout] [data-logo]')
      document.body.setAttribute('data-logo-width', String(logo?.complete ? logo.naturalWidth : 'none'))
    }
  })
  await signIn(page, plantUrl, '/materialstorein')
  const { buffer } = await picture('logo.png', 'crimson')
  const cookie = (await page.context().cookies()).find(({ value }) => value.includes('access_token'))
  const token: string = JSON.parse(decodeURIComponent(cookie?.value ?? '{}')).access_token
  const { data: file } = await upload({ url: plantUrl }, token, 'logo.png', buffer)
  const post = async (path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return (await fetch(`${plantUrl}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  }
  const { data } = await post('template/list/customer', {})
  expect(await post('SystemSetting/CustomerSave', { id: data.rows[0].id, logo: file.id })).toMatchObject({ status: 0 })
  await keyboardOf(page).run('打印', '打印本页')
  await expect(page.locator('body')).toHaveAttribute('data-logo-width', '425')
})

test('the batch record is drawn for printing as the server says it, and its hash is found again', async ({
  page,
  demoUrl,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-print-asked', '')
  })
  await signIn(page, demoUrl, '/produceplan')
  const { id, docNo } = await recordIn(page, 'produceplan', ['FINISHED', 'CLOSED'])
  await page.goto(`${demoUrl}/produceplan/${id}`)
  await expect(page.locator('[data-record]:visible')).toBeVisible()
  await keyboardOf(page).run('批记录', '打印单据')
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('[data-field=paper] input')).toHaveValue('生产批记录')
  await keyboardOf(page).confirm()
  await expect(page.locator('body')).toHaveAttribute('data-print-asked', '')
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('[data-printout]')
  for (const said of ['生产批记录', docNo, '投料记录', '关键控制点监控', '库存流水号'])
    await expect(sheet).toContainText(said)
  const [, hash = ''] = /SHA-256 ([0-9a-f]{64})/.exec(await sheet.innerText()) ?? []
  expect(hash).toHaveLength(64)
  await page.setViewportSize({ width: 718, height: 1000 })
  expect(await sheet.evaluate(element => element.scrollWidth)).toBeLessThanOrEqual(1045)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await keyboardOf(page).run('核对单据校验码', '核对单据校验码', docNo, hash.slice(0, 12))
  await expect(page.getByText(`与现在的记录一致：生产批记录 ${docNo}`).first()).toBeVisible()
})
