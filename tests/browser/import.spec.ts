import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'

async function signIn(page: Page, url: string) {
  await page.goto(`${url}/brand`)
  await expect(page.locator('[name=username]')).toBeFocused()
  await page.keyboard.type('admin')
  await page.keyboard.press('Tab')
  await page.keyboard.type('admin123')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/brand$/)
  await expect(page.getByRole('grid')).toBeVisible()
}

/** Presses Enter on the focused button and answers its file chooser. */
async function give(page: Page, path: string) {
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(path)
}

test('a list is filled from a file and taken out again, by keyboard', async ({ page, plantUrl }, info) => {
  const { run } = keyboardOf(page)
  const shot = (name: string) =>
    process.env.SHOTS ? page.screenshot({ path: `test-results/import-${name}.png` }) : Promise.resolve()
  await signIn(page, plantUrl)

  await run('drpp', '导入品牌')
  const dialog = page.getByRole('dialog', { name: '导入品牌' })
  const choose = dialog.getByRole('button', { name: '选择文件' })
  await expect(choose).toBeFocused()
  await expect(dialog).toContainText('品牌编码')
  await shot('choose')

  const template = page.waitForEvent('download')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: '下载模板' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect((await template).suggestedFilename()).toBe('品牌-导入模板.xlsx')
  await page.keyboard.press('Shift+Tab')
  await expect(choose).toBeFocused()

  const file = info.outputPath('品牌.csv')
  const rows = (name: string) =>
    `品牌编码,品牌名称,英文名称,商标有效期至,产地\nW1,晚香,Evening,${name},川\nW2,,Two,,\nW3,三味,,2027/3/5,`
  await writeFile(file, rows('后天'))
  await give(page, file)
  const faulty = dialog.locator('tbody tr')
  await expect(faulty).toHaveCount(2)
  await expect(faulty.first()).toContainText('商标有效期至：')
  await expect(dialog).toContainText('有错 2')
  await expect(dialog).toContainText('未使用的列：产地')
  const go = dialog.locator('[data-answer=accept]')
  await expect(go).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeVisible()
  await shot('faulty')
  await dialog.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await expect(faulty).toHaveCount(3)
  await shot('all')

  await writeFile(file, rows('2027-12-01').replace('W2,,', 'W2,双桥,'))
  const other = dialog.getByRole('button', { name: '换一个文件' })
  for (let steps = 0; steps < 10 && !(await other.evaluate(it => it === document.activeElement)); steps += 1)
    await page.keyboard.press('Tab')
  await give(page, file)
  await expect(go).toHaveText('导入 3 行')
  await expect(go).toBeFocused()
  await shot('ready')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('已导入：新增 3，更新 0，不变 0')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: '晚香' })).toBeVisible()

  const exported = page.waitForEvent('download')
  await run('导出品牌csv', '导出品牌（CSV）')
  expect((await exported).suggestedFilename()).toMatch(/^品牌-\d{4}-\d\d-\d\d\.csv$/)

  const scripted = await page.evaluate(async () => [
    await window.lotline?.run('brand.import', { text: 'code,name\nW1,晚香二\nW4,', preview: true }),
    await window.lotline?.run('brand.import', { text: 'code,name\nW1,晚香二\nW4,' }),
    await window.lotline?.run('brand.import', { file: new Blob(['code,name\nW1,晚香二']) }),
  ])
  expect(scripted).toMatchObject([
    { status: 'ok', data: { counts: { updated: 1, faulty: 1 } } },
    { status: 'failed', code: 3009, data: { rows: [{ outcome: 'updated' }, { faults: { name: '必填' } }] } },
    { status: 'ok', data: { updated: 1, faulty: 0 } },
  ])
  await expect(page.getByRole('gridcell', { name: '晚香二' })).toBeVisible()
})

test('the import dialog closes without a trace, and takes a dropped file', async ({ page, plantUrl }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, plantUrl)
  await page.locator('[data-command="brand.import"]').first().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '导入品牌' })
  await expect(dialog).toBeVisible()
  if (process.env.SHOTS) await page.screenshot({ path: 'test-results/import-dark-choose.png' })
  const carried = await page.evaluateHandle(() => {
    const carried = new DataTransfer()
    carried.items.add(new File(['code,name\nV1,\nV2,青瓷\n,无'], '拖来.csv'))
    return carried
  })
  await dialog.getByText('或将文件拖到这里').dispatchEvent('drop', { dataTransfer: carried })
  await expect(dialog).toContainText('拖来.csv 的核对结果')
  await expect(dialog).toContainText('新增 1')
  if (process.env.SHOTS) await page.screenshot({ path: 'test-results/import-dark-faulty.png' })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator('[data-command="brand.import"]').first()).toBeFocused()
})
