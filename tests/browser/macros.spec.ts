/** Macro by keyboard: recorded, kept, put on a key, run over 50 rows. */
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('a macro on a key runs over 50 rows, goes on after two failures and names them', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/brand')
  const { press, run, confirm, type } = keyboardOf(page)
  const ids = await page.evaluate(async () => {
    const rows = Array.from({ length: 51 }, (_, at) => ({ code: `MX${at}`, name: `宏测试 ${at}`, status: 'ENABLED' }))
    const saved = (await window.lotline?.run('brand.save', { rows })) as { data: readonly { id: number }[] }
    const made = saved.data.map(({ id }) => id)
    const products = await window.lotline?.run('product.list', { size: 2 })
    const { rows: found } = (products as { data: { rows: readonly { id: number }[] } }).data
    // Brands of products are not deleted.
    for (const [at, { id }] of found.entries()) {
      const result = await window.lotline?.run('product.save', { row: { id, brandId: made[at + 1] } })
      if (result?.status !== 'ok') throw new Error(JSON.stringify(result))
    }
    return made
  })
  const [recorded, ...others] = ids
  const failing = others.slice(0, 2)
  const rows = page.locator('[data-grid=brand] [data-row-id]')
  const open = async (shown: readonly number[]) => {
    await page.goto(`${demoUrl}/brand?id=${shown.join(',')}`)
    await page.evaluate(() => window.lotline?.ready())
    await expect.poll(() => page.evaluate(() => window.lotline?.context().focus)).toBe('grid')
  }

  await open([recorded ?? 0])
  await run('录制脚本', '录制脚本')
  await run('删除品牌', '删除品牌')
  await confirm()
  await expect(page.locator('[data-recording]')).toContainText('1 步')
  await run('留作宏', '停止录制并留作宏')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('所选的行')
  await type('清理品牌')
  await press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(page.locator('[data-recording]')).toHaveCount(0)
  const macro = await page.evaluate(
    () => window.lotline?.list({ prefix: 'macro.' }).find(({ title }) => title === '宏：清理品牌')?.id,
  )
  await page.evaluate(command => window.lotline?.run('keys.assign', { command, seq: 'f9' }), macro)

  await open(others)
  await press('Control+a', 'Control+a')
  const chosen = () => page.evaluate(() => window.lotline?.context().selection?.ids.length)
  await expect.poll(chosen).toBe(50)
  await press('F9')
  await expect(dialog).toContainText('对 50 行依次执行')
  await expect(dialog.getByRole('button', { name: '取消' })).toBeFocused()
  await confirm()
  await expect(
    page.locator('[data-notification], [role=status], [role=alert]').filter({ hasText: '48' }).first(),
  ).toBeVisible({ timeout: 30_000 })
  await expect(rows).toHaveCount(2)
  const left = await rows.evaluateAll(all => all.map(row => Number(row.getAttribute('data-row-id'))))
  expect(left.toSorted()).toEqual(failing.toSorted())
})

test('each question of a macro starts with its own value', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/brand')
  const { press, run, type } = keyboardOf(page)
  await page.evaluate(async () => {
    const console = window.lotline
    const rows = ['甲', '乙'].map((name, at) => ({ code: `MQ${at}`, name: `询问 ${name}`, status: 'ENABLED' }))
    const saved = (await console?.run('brand.save', { rows })) as { data: readonly { id: number }[] }
    const [first, second] = saved.data.map(({ id }) => id)
    const steps = [
      { id: 'brand.save', args: { row: { id: first, remark: '旧甲' } } },
      { id: 'brand.save', args: { row: { id: second, remark: '旧乙' } } },
    ]
    const asked = ['0.remark', '1.remark']
    const macro = { id: crypto.randomUUID(), name: '两问', steps, asked, row: null, from: '' }
    await console?.run('macro.take', { macro: JSON.stringify(macro) }, { confirm: 'accept' })
  })
  const dialog = page.getByRole('dialog').filter({ has: page.locator('[data-field=remark]') })
  const remark = dialog.locator('[data-field=remark] :is(input, textarea)')
  await run('两问', '宏：两问')
  await expect(remark).toHaveValue('旧甲')
  await press('Control+a')
  await type('新甲')
  await press('Control+Enter')
  await expect(remark).toHaveValue('旧乙')
  await expect(remark).toBeFocused()
  await press('Escape')
  await expect(dialog).toHaveCount(0)
})
