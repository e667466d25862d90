/** Server restart while there are unsaved changes. */
import { keyboardOf } from './keyboard.ts'
import { expect, startServer, test } from './server.ts'
import { signIn } from './signIn.ts'

test('unsaved changes outlive a restart of the server, and are saved after it', async ({ page, noise }, info) => {
  test.setTimeout(240_000)
  // One process keeps the plant; those beside it come and go.
  const plant = await startServer('plant')
  const { connection } = plant
  // Below the ephemeral ports, so that the next server finds it free.
  let server = await startServer('plant', { beside: connection, port: 21_000 + info.workerIndex })
  try {
    const { url } = server
    const { press, type } = keyboardOf(page)
    const cell = (row: number, column: string) =>
      page.locator(`[data-grid=brand] [data-index="${row}"] [data-column-id=${column}]`)
    const count = (name: string) => page.locator(`[data-list=brand] [data-count=${name}]`)
    const run = (id: string, args: object = {}) =>
      page.evaluate(([command, given]) => window.lotline?.run(command, given, { confirm: 'accept' }), [
        id,
        args as Record<string, unknown>,
      ] as const)
    await signIn(page, url)
    await run('brand.save', { rows: [{ code: '0S1', name: '重启一', status: 'ENABLED' }] })
    await run('navigate.brand')
    await cell(0, 'nameEn').click()
    await type('Before')
    await press('Enter')
    await run('brand.new', { values: { code: '0S2', name: '重启二', status: 'ENABLED' } })
    await expect(count('changed')).toContainText('改 1 行')
    await expect(count('new')).toContainText('新增 1 行')

    await server.stop()
    await press('Control+s')
    await expect(count('faulty')).toContainText('错 2 行')
    await expect(page.locator('[data-region=notifications]')).toContainText('连不上服务器')

    server = await startServer('plant', { beside: connection, port: Number(new URL(url).port) })
    expect(server.url).toBe(url)
    await page.reload()
    await expect(count('changed')).toContainText('改 1 行')
    await expect(count('new')).toContainText('新增 1 行')
    await expect(cell(1, 'nameEn')).toContainText('Before')
    await cell(1, 'code').click()
    await press('Control+s')
    await expect(count('changed')).toHaveCount(0)
    await expect(count('new')).toHaveCount(0)
    await page.reload()
    await expect(cell(0, 'nameEn')).toHaveText('Before')
    await expect(cell(1, 'name')).toHaveText('重启二')
    // The page closes before its server. Failed requests were logged by the browser.
    await page.goto('about:blank')
    expect(noise.splice(0).every(line => /ERR_|WebSocket/.test(line))).toBe(true)
  } finally {
    await server.stop()
    await plant.stop()
  }
})
