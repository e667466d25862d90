/** Labels: printed to a network printer and by the browser, a template edited by keyboard and mouse. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

/** A printer of the network: what it was sent. */
async function printerOf(): Promise<{ port: number; sent: () => string; close: () => void }> {
  let sent = ''
  const server: Server = createServer(socket =>
    socket.on('data', bytes => {
      sent += bytes.toString('latin1')
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, sent: () => sent, close: () => server.close() }
}

type Done = { status: string; data: Record<string, unknown> & { id: number; rows: Record<string, unknown>[] } }

const run = (page: Page, id: string, args: Readonly<Record<string, unknown>> = {}): Promise<Done> =>
  page.evaluate(([command, given]) => window.lotline?.run(command, given, { confirm: 'accept' }) as never, [
    id,
    args,
  ] as const)

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /打印.*标签/ })

test('the labels of a lot go to a network printer by keyboard alone; a reprint needs its reason', async ({
  page,
  demoUrl,
}) => {
  const printer = await printerOf()
  await signIn(page, demoUrl, '/stocklot')
  const saved = await run(page, 'labelprinter.save', {
    row: {
      name: `打印机 ${printer.port}`,
      address: '127.0.0.1',
      port: printer.port,
      status: 'ENABLED',
      dots: 'D203',
    },
  })
  expect(saved.status).toBe('ok')
  await page.getByRole('grid').first().locator('[role=row][aria-rowindex="2"] [role=gridcell]').nth(1).click()
  await page.keyboard.press('Alt+t')
  const dialog = dialogOf(page)
  await expect(dialog.locator('[data-label-picture]')).toBeVisible()
  await expect(dialog.locator('[data-field=printerId] input')).toHaveValue(`打印机 ${printer.port}`)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect.poll(printer.sent, { timeout: 15_000 }).toContain('^XZ')
  expect(printer.sent()).toContain('^BX')
  // Once more: the reason is asked for, and kept.
  await page.keyboard.press('Alt+t')
  await expect(dialog).toContainText('补打须写明原因')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.locator('[data-field=reason]')).toHaveAttribute('data-fault', 'true')
  await page.keyboard.type('标签破损')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  const newest = async () => (await run(page, 'labelprint.list', { sort: [['id', 'desc']] })).data.rows[0]
  await expect.poll(newest).toMatchObject({ reason: '标签破损', target: 'PRINTER' })
  printer.close()
})

test('the browser prints one label a page of its own size', async ({ page, demoUrl }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-print-asked', '')
  })
  await signIn(page, demoUrl, '/stocklocation')
  await page.getByRole('grid').first().locator('[role=row][aria-rowindex="2"] [role=gridcell]').nth(1).click()
  await page.keyboard.press('Alt+t')
  const dialog = dialogOf(page)
  await expect(dialog.locator('[data-label-picture]')).toBeVisible()
  const target = dialog.locator('[data-field=target] input')
  if ((await target.inputValue()) !== '浏览器打印') {
    await target.fill('浏览器')
    await target.press('Enter')
  }
  await dialog.locator('[data-field=copies] input').fill('3')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('body')).toHaveAttribute('data-print-asked', '')
  const sheets = page.locator('[data-label-sheets] img')
  await expect(sheets).toHaveCount(3)
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(paper) ?? []
  // 100 × 40 mm in points.
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([283, 113])
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(3)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(sheets).toHaveCount(0)
})

test('a receipt that was just posted has its labels one key away, one a package', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/materialstorein')
  const { data } = await run(page, 'materialstorein.list', { size: 100 })
  await page.goto(`${demoUrl}/materialstorein/${data.rows.find(({ status }) => status === 'SUBMITTED')?.id}`)
  await expect(page.locator('[data-record]:visible h1')).toBeVisible()
  await page.keyboard.press('Alt+t')
  const dialog = dialogOf(page)
  await expect(dialog.locator('[data-label-picture]')).toBeVisible()
  await expect(dialog.locator('[data-field=perPackage]')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator(':focus')).not.toHaveJSProperty('tagName', 'BODY')
})

test('a template is laid out on the true label, by keys and by mouse', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/labeltemplate')
  const { data } = await run(page, 'labeltemplate.list', { where: [{ field: 'purpose', op: 'eq', value: 'LOCATION' }] })
  const id = Number(data.rows[0]?.id)
  await page.goto(`${demoUrl}/labeltemplate/${id}`)
  const editor = page.locator('[data-layout-editor]')
  await expect(editor.getByRole('img', { name: '标签预览' })).toBeVisible()
  const element = editor.locator('[data-element="0"]')
  await element.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await expect(element).toHaveAttribute('aria-label', /^1 字段; 3\.5, 8, 61 × 14 mm/)
  await expect(element).toBeFocused()
  // The mouse moves it back, five millimetres up.
  const box = await element.boundingBox()
  const sheet = await editor.locator('[data-element="0"]').locator('..').boundingBox()
  if (!box || !sheet) throw new Error('nothing to drag')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - (sheet.width / 100) * 5, { steps: 4 })
  await page.mouse.up()
  await expect(element).toHaveAttribute('aria-label', /^1 字段; 3\.5, (2\.9|3|3\.1), 61 × 14 mm/)
  await editor.getByRole('button', { name: '+ 文字' }).click()
  await editor.locator('[data-property=text] input').fill('先进先出')
  await keyboardOf(page).press('Control+s')
  await expect
    .poll(async () => JSON.stringify((await run(page, 'labeltemplate.load', { id })).data))
    .toContain('先进先出')
  // What does not fit is said at its element.
  await editor.locator('[data-element="0"]').focus()
  for (let step = 0; step < 55; step += 1) await page.keyboard.press('Control+Shift+ArrowLeft')
  await expect(editor.locator('[data-element="0"][data-fault]')).toBeVisible()
})

test('an SSCC made thin is a warning, and a code takes only the identifiers it is given', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/labeltemplate')
  const { data } = await run(page, 'labeltemplate.list', { where: [{ field: 'purpose', op: 'eq', value: 'PALLET' }] })
  await page.goto(`${demoUrl}/labeltemplate/${data.rows[0]?.id}`)
  const editor = page.locator('[data-layout-editor]')
  const sscc = editor.locator('[data-element]').last()
  await sscc.focus()
  const only = editor.locator('[data-property=ais] input')
  await expect(only).toHaveValue('00')
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('Control+Shift+ArrowLeft')
  await expect(editor.locator('p').filter({ hasText: '加宽到 88 mm' })).toBeVisible()
  await expect(sscc).toHaveAttribute('data-fault', 'warning')
  await only.fill('02，37')
  await only.press('Enter')
  await expect(only).toHaveValue('02 37')
  await expect(editor.locator('p').filter({ hasText: '加宽到 88 mm' })).toHaveCount(0)
  await expect(sscc).not.toHaveAttribute('data-fault')
})
