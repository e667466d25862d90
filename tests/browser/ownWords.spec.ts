/** Own wording of an installation, by menu and UI strings (specification §2, §4). */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const run = (page: Page, id: string, args: Readonly<Record<string, unknown>> = {}) =>
  page.evaluate(([command, given]) => window.lotline?.run(command, given), [id, args] as const)
const bar = (page: Page) => page.getByRole('banner')

test('a page that is called otherwise in the menu is so called in the breadcrumb, in its tab and above the window', async ({
  page,
  busyUrl,
}) => {
  await signIn(page, busyUrl, '/supply')
  const listed = (await run(page, 'menu.list', { q: 'supply', size: 50 })) as {
    data: { rows: readonly { name: string; type: string }[] }
  }
  const row = listed.data.rows.find(({ name, type }) => name === 'supply' && type === 'LINK')
  const crumb = bar(page).getByRole('navigation', { name: '当前位置' }).locator('[aria-current=page]')
  await expect(crumb).toHaveText('供应商')
  expect(await run(page, 'menu.save', { row: { ...row, title: '供货单位' } })).toMatchObject({ status: 'ok' })
  await page.reload()
  await expect(crumb).toHaveText('供货单位')
  await expect(page.getByRole('tab', { selected: true })).toHaveText('供货单位')
  await expect(page).toHaveTitle(/^供货单位/)
  await expect(page.locator('[data-region=sidebar]').getByRole('treeitem', { name: '供货单位' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('that the language was switched is said by the text of g_switchlanguage, as the installation words it', async ({
  page,
  busyUrl,
}) => {
  await signIn(page, busyUrl, '/unit')
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'loginInfo')
  const { access_token } = JSON.parse(decodeURIComponent(cookie?.value ?? '{}'))
  const row = { lang: 'zh-TW', key: 'g_switchlanguage', value: '改說這裡的話' }
  const answer = await page.request.post(`${busyUrl}/zh-CN/String/Save`, {
    data: { rows: [row] },
    headers: { Authorization: `Bearer ${access_token}` },
  })
  expect(await answer.json()).toMatchObject({ status: 0 })
  await page.reload()
  await bar(page).getByRole('button', { name: '语言' }).click()
  await page.getByRole('menuitemradio', { name: '繁體中文', exact: true }).click()
  await expect(page.getByText(row.value, { exact: true })).toBeVisible()
  await expect(page.getByText('已切換語言')).toHaveCount(0)
})
