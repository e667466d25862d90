/** Messages of failures: missing right, list, code chunk, answer; and their place. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const messages = (page: Page) => page.locator('[data-region=notifications]')

/** Scripted commands for what a test is not about. */
const run = (page: Page, id: string, args: object = {}) =>
  page.evaluate(
    async ([command, given]) => window.lotline?.run(command, given as Record<string, unknown>, { confirm: 'accept' }),
    [id, args] as const,
  )

/** Does one element lie over the other? */
async function covers(page: Page, over: string, under: string): Promise<boolean> {
  const [one, other] = await Promise.all([page.locator(over).boundingBox(), page.locator(under).last().boundingBox()])
  if (!one || !other) throw new Error(`not on screen: ${over}, ${under}`)
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x
  return !isBeside && one.y < other.y + other.height && other.y < one.y + one.height
}

test('a list that fails is not called empty, and offers to try again, nothing else', async ({
  page,
  plantUrl,
  noise,
}) => {
  await page.route('**/template/list/brand', route => route.abort())
  await signIn(page, plantUrl, '/brand')
  const list = page.locator('[data-list=brand]')
  await expect(list.getByText('加载失败')).toBeVisible()
  await expect(list.getByText('暂无数据')).toHaveCount(0)
  await expect(list.locator('[role=grid] button')).toHaveCount(0)
  await page.unroute('**/template/list/brand')
  await list.getByRole('button', { name: '重试' }).click()
  await expect(list.locator('[data-row-id]').first()).toBeVisible()
  noise.length = 0
})

test('a page without the right to it is one sentence, in the language of the person', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/brand')
  await page.route('**/AuthMenuList', async route => {
    const answer = await route.fetch()
    const { data, ...rest } = await answer.json()
    type Node = { readonly name: string; readonly children: readonly Node[] }
    const without = (nodes: readonly Node[]): readonly Node[] =>
      nodes.filter(({ name }) => name !== 'unit').map(node => ({ ...node, children: without(node.children) }))
    await route.fulfill({ json: { ...rest, data: without(data) } })
  })
  const asked: string[] = []
  page.on('request', request => void asked.push(request.url()))
  await page.goto(`${plantUrl}/unit`)
  const main = page.getByRole('main')
  await expect(main).toContainText('您没有查看“计量单位”的权限。如需查看，请系统管理员在“角色”中为您开通')
  await expect(main.locator(':focus')).toHaveCount(1)
  await run(page, 'locale.en-US')
  await expect(main).toContainText('You do not have permission')
  expect(asked.filter(url => url.includes('/template/list/unit'))).toEqual([])
})

test('messages cover nothing, say themselves once, and one key clears them behind no dialog', async ({
  page,
  plantUrl,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, plantUrl, '/brand')
  const { press } = keyboardOf(page)
  await expect(page.locator('[data-grid=brand] [data-row-id]').first()).toBeVisible()
  await run(page, 'brand.new', { values: { code: 'HX', name: '另一个', status: 'ENABLED' } })
  await press('Control+s')
  await expect(messages(page)).toContainText('保存品牌失败')
  for (const under of ['[data-grid=brand] [role=grid]', '[data-list=brand]'])
    expect(await covers(page, '[data-region=notifications]', under), under).toBe(false)
  for (const hint of await page.locator('[data-hinted]:visible').all()) {
    const [at, over] = [await hint.boundingBox(), await messages(page).locator('[data-kind]').last().boundingBox()]
    const isBeside = !at || !over || at.x + at.width <= over.x || over.x + over.width <= at.x
    expect(isBeside || (over?.y ?? 0) + (over?.height ?? 0) <= (at?.y ?? 0), 'no message over a key hint').toBe(true)
  }
  // Live region: only new words are read out, not the first message again.
  const failure = messages(page).getByRole('alert')
  await expect(failure).toHaveText(/^保存品牌失败/)
  await expect(failure).toHaveAttribute('aria-live', 'off')
  await press('Alt+Shift+i')
  await expect(messages(page).getByRole('status')).toHaveText('此表格不能插入行')
  await expect(failure).toHaveAttribute('aria-live', 'off')

  await run(page, 'keys.sheet')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  expect(await covers(page, '[data-region=notifications]', '[role=dialog]')).toBe(false)
  const isOnTop = await failure.evaluate(element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  expect(isOnTop, 'above the backdrop').toBe(true)
  await expect(messages(page)).not.toHaveAttribute('aria-hidden', 'true')
  await press('Alt+Shift+Backspace')
  await expect(messages(page)).toHaveText('')
  await expect(sheet).toBeVisible()
  await press('Escape')
  await run(page, 'grid.revertAll')
})

test('a message makes room for key hints that come while it stands', async ({ page, plantUrl }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, plantUrl, '/brand')
  await expect(page.locator('[data-grid=brand] [data-row-id]').first()).toBeVisible()
  await run(page, 'brand.new', { values: { code: 'HX', name: '另一个', status: 'ENABLED' } })
  await page.keyboard.press('Alt+Shift+i')
  await expect(messages(page)).toContainText('此表格不能插入行')
  const save = page.locator('[data-hinted="record.save"]')
  const isClear = async () => {
    const hint = await page.locator('[data-hinted]:visible').first().boundingBox()
    const message = await messages(page).boundingBox()
    if (!hint || !message) return null
    return message.x + message.width <= hint.x || message.y + message.height <= hint.y
  }
  await run(page, 'navigate.index')
  await expect(save).toHaveCount(0)
  await expect(messages(page)).toHaveAttribute('data-place', 'bar')
  await expect.poll(isClear).toBe(true)
  await run(page, 'navigate.brand')
  await expect(save).toBeVisible()
  await expect.poll(isClear).toBe(true)
  await run(page, 'notifications.clear')
  await run(page, 'grid.revertAll')
})

test('in a cell the status bar promises no key that would enter a character', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/brand')
  const hint = page.locator('[data-hinted="keys.sheet"]')
  await page.locator('[data-grid=brand] [data-row-id]').first().locator('[data-column-id=name]').click()
  await expect(hint).toHaveText(/Ctrl\s*\+?\s*\//)
  await page.keyboard.press('Control+/')
  const here = page.locator('[data-key-sheet] section').first()
  await expect(here.locator('[data-key-line="grid.insertBelow"]')).toHaveCount(0)
  await expect(here.locator('[data-key-line="record.new"] [data-away]')).toHaveText('N')
  await expect(here.locator('[data-key-line="list.search"] [data-away]')).toHaveText('/')
})

/** Missing client chunk: removed by an update, or one failed request. */
const partOf = (name: string) => new RegExp(`/assets/${name}-[^/]+\\.js`)

test('a part that did not come is asked for anew, by the button and when one comes back', async ({
  page,
  plantUrl,
  noise,
}) => {
  await signIn(page, plantUrl, '/brand')
  await expect(page.locator('[data-grid=brand]')).toBeVisible()
  await page.route(partOf('TraceScreen'), route => route.fulfill({ status: 404, body: '' }))
  await run(page, 'navigate.reviewasc')
  const missing = page.locator('[data-part-missing]:visible')
  await expect(missing).toContainText('这部分没有加载成功')
  await missing.getByRole('button', { name: '重试' }).click()
  await expect(missing).toContainText('这部分没有加载成功')
  await run(page, 'navigate.brand')
  await page.unroute(partOf('TraceScreen'))
  await page.waitForTimeout(1100)
  await run(page, 'navigate.reviewasc')
  await expect(page.locator('[data-screen="/reviewasc"] form')).toBeVisible()

  await page.route(partOf('MenuScreen'), route => route.fulfill({ status: 404, body: '' }))
  await run(page, 'navigate.menu')
  await expect(missing).toBeVisible()
  await page.unroute(partOf('MenuScreen'))
  await missing.getByRole('button', { name: '重试' }).click()
  await expect(page.locator('[data-menu-screen]')).toBeVisible()
  noise.length = 0
})

test('after an update a part that is gone says so, and reloading keeps what was not saved', async ({
  page,
  plantUrl,
  noise,
}) => {
  await signIn(page, plantUrl, '/brand')
  await expect(page.locator('[data-grid=brand] [data-row-id]').first()).toBeVisible()
  await run(page, 'brand.new', { values: { code: 'KEPT', name: '未保存', status: 'ENABLED' } })
  await page.route(partOf('TraceScreen'), route => route.fulfill({ status: 404, body: '' }))
  await page.route(`${plantUrl}/`, route =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-another.js"></script>' }),
  )
  await run(page, 'navigate.reviewasc')
  const missing = page.locator('[data-part-missing]:visible')
  await expect(missing).toContainText('有新版本')
  await run(page, 'locale.zh-TW')
  await expect(missing.getByRole('button', { name: '重新載入' })).toBeVisible()
  await page.unroute(partOf('TraceScreen'))
  page.once('dialog', dialog => dialog.accept())
  await missing.getByRole('button', { name: '重新載入' }).click()
  await expect(page.locator('[data-screen="/reviewasc"] form')).toBeVisible()
  await run(page, 'navigate.brand')
  await expect(page.locator('[data-list=brand] [data-count=new]')).toContainText('1')
  await run(page, 'grid.revertAll')
  noise.length = 0
})

test('a lost connection says since when and what becomes of entries, and the strip goes by itself', async ({
  page,
  plantUrl,
  noise,
}) => {
  const strip = page.locator('[data-connection]')
  let isCut = false
  let cut = () => {}
  await page.routeWebSocket(/.*/, socket => {
    if (isCut) return void socket.close()
    const server = socket.connectToServer()
    cut = () => {
      isCut = true
      void socket.close()
      void server.close()
    }
  })
  await signIn(page, plantUrl, '/brand')
  await expect(page.locator('[data-channel=connected]')).toBeAttached()
  await expect(strip).toHaveCount(0)
  cut()
  await expect(page.locator('[data-connection=stale]')).toContainText(/\d\d:\d\d 起实时更新中断.*保存不受影响/)
  isCut = false
  await expect(strip).toHaveCount(0, { timeout: 20_000 })
  await page.context().setOffline(true)
  cut()
  await expect(page.locator('[data-connection=offline]')).toContainText(/\d\d:\d\d 起与服务器的连接中断.*保存在本机/)
  isCut = false
  await page.context().setOffline(false)
  await expect(strip).toHaveCount(0, { timeout: 20_000 })
  noise.length = 0
})

test('a save that no server answered keeps the entry, says so and is repeated by one button', async ({
  page,
  plantUrl,
  noise,
}) => {
  await signIn(page, plantUrl, '/brand/1')
  const name = page.locator('[data-screen]:visible [data-field=name] input')
  const before = await name.inputValue()
  await name.fill(`${before} 2`)
  // Only the page itself still answers.
  await page.route('**/zh-CN/**', route => route.abort())
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('[data-connection]')) document.body.dataset.told = ''
    }).observe(document.body, { childList: true, subtree: true, attributes: true })
  })
  const probe = page.waitForResponse(response => response.request().method() === 'HEAD')
  await page.keyboard.press('Control+s')
  const notice = page.locator('[data-tone=danger]:visible')
  await expect(notice).toContainText('连不上服务器，不确定是否已保存。您的修改仍保留')
  // The channel is intact: nothing is told, not even for a moment.
  await probe
  await page.waitForTimeout(500)
  await expect(page.locator('body')).not.toHaveAttribute('data-told')
  await expect(name).toHaveValue(`${before} 2`)
  await page.unroute('**/zh-CN/**')
  await notice.getByRole('button', { name: '再次保存' }).click()
  await expect(notice).toHaveCount(0)
  await expect(page.getByText('未保存')).toHaveCount(0)
  await name.fill(before)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('未保存')).toHaveCount(0)
  noise.length = 0
})

test('a conflict shows what the other saved, and a deleted record can be kept as a new one', async ({
  page,
  context,
  plantUrl,
  noise,
}) => {
  await signIn(page, plantUrl, '/brand')
  const other = await context.newPage()
  await other.goto(`${plantUrl}/unit`)
  await other.waitForFunction(() => window.lotline !== undefined)
  await other.evaluate(() => window.lotline?.ready())
  const save = (row: object) => run(other, 'brand.save', { rows: [row] })
  await save({ code: 'KM1', name: '原名', status: 'ENABLED' })
  const list = (await run(other, 'brand.list', { where: [] })) as {
    readonly data: { readonly rows: readonly { readonly id: number; readonly code: string }[] }
  }
  const id = list.data.rows.find(({ code }) => code === 'KM1')?.id
  await page.goto(`${plantUrl}/brand/${id}`)
  await page.locator('[data-screen]:visible [data-field=name] input').fill('我的')
  await save({ id, rowVersion: 1, code: 'KM1', name: '对方的', status: 'ENABLED' })
  const notice = page.locator('[data-tone=warning]:visible')
  await expect(notice).toContainText('品牌名称：对方的')
  await page.locator('[data-screen]:visible [data-field=code] input').focus()
  await notice.locator('[data-command="record.keepMine"]').press('Enter')
  await expect(notice).toHaveCount(0)
  const contested = page.locator('[data-screen]:visible [data-field=name] input')
  await expect(contested).toBeFocused()
  await save({ id, rowVersion: 2, code: 'KM1', name: '对方的又一个', status: 'ENABLED' })
  await expect(notice).toContainText('品牌名称：对方的又一个')
  await page.locator('[data-screen]:visible [data-field=code] input').focus()
  await notice.locator('[data-command="record.takeLatest"]').press('Enter')
  await expect(contested).toBeFocused()
  await expect(contested).toHaveValue('对方的又一个')
  await contested.fill('我的')
  await run(other, 'brand.delete', { ids: [id] })
  await page.keyboard.press('Control+s')
  await expect(notice.getByRole('button', { name: '放弃我的修改' })).toBeVisible()
  // Another record is saved all the same.
  await page.goto(`${plantUrl}/brand/1`)
  const owner = page.locator('[data-screen]:visible [data-field=ownerName] input')
  const before = await owner.inputValue()
  await owner.fill('恒香集团')
  await page.keyboard.press('Control+s')
  await expect(page.locator('[data-screen]:visible')).not.toContainText('未保存')
  await owner.fill(before)
  await page.keyboard.press('Control+s')
  await expect(page.locator('[data-screen]:visible')).not.toContainText('未保存')
  await page.goto(`${plantUrl}/brand/${id}`)
  await notice.getByRole('button', { name: '另存为新记录' }).click()
  await expect(page).toHaveURL(/\/brand\/new:/)
  const screen = page.locator('[data-screen]:visible')
  await expect(screen.locator('[data-field=name] input')).toHaveValue('我的')
  await expect(screen.locator('[data-field] :focus')).toHaveCount(1)
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/brand\/\d+$/)
  await expect(screen).not.toContainText('未保存')
  const kept = Number(new URL(page.url()).pathname.split('/').at(-1))
  expect(kept).not.toBe(id)
  await run(page, 'navigate.brand')
  await expect(page.locator(`[data-list=brand] [data-row-id="${kept}"]`)).toContainText('我的')
  await run(other, 'brand.delete', { ids: [kept] })
  await other.close()
  noise.length = 0
})

test('a home page without a connection says so, and is whole again by itself', async ({ page, demoUrl, noise }) => {
  await signIn(page, demoUrl, '/index')
  const home = page.locator('[data-screen="/index"]')
  await expect(home.locator('[data-work] li').first()).toBeVisible()
  await page.goto(`${demoUrl}/brand`)
  await expect(page.locator('[data-grid=brand] [data-row-id]').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.evaluate(() => window.lotline?.run('navigate.index'))
  const notice = home.getByRole('alert')
  await expect(notice.first()).toContainText('加载失败')
  await expect(notice.first().getByRole('button', { name: '重试' })).toBeEnabled()
  await expect(home.locator('[data-work] ul')).toHaveCount(0)
  await notice.first().getByRole('button', { name: '重试' }).click()
  await expect(page.locator('[data-connection=offline]')).toBeVisible()
  await expect(notice.first()).toContainText('加载失败')
  await page.context().setOffline(false)
  await expect(home.locator('[data-work] li').first()).toBeVisible({ timeout: 20_000 })
  await expect(home.locator('[data-chart]').first()).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expect(home.locator('[data-work]:not(:has(li))')).toHaveCount(0)

  await page.context().setOffline(true)
  await page.evaluate(() => window.lotline?.run('navigate.brand'))
  await page.evaluate(() => window.lotline?.run('navigate.index'))
  const age = home.locator('[data-as-of]')
  await expect(age).toContainText(/以下为 \d\d:\d\d 的数据/)
  await expect(home.locator('[data-work] li').first()).toBeVisible()
  await expect(home.locator('[data-chart]').first()).toBeVisible()
  await expect(notice).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(age).toHaveCount(0, { timeout: 8_000 })
  await expect(page.locator('[data-connection]')).toHaveCount(0, { timeout: 8_000 })
  await expect(page.locator('[data-command="errors.open"]')).toHaveCount(0)
  noise.length = 0
})

test('work stays in rows when one comes back from a record without a connection', async ({ page, demoUrl, noise }) => {
  await signIn(page, demoUrl, '/index')
  const rows = page.locator('[data-screen="/index"] [data-work] li')
  await expect(rows.first()).toBeVisible()
  await expect(page.locator('[data-work]:not(:has(li))')).toHaveCount(0)
  const before = await rows.allInnerTexts()
  await page.context().setOffline(true)
  await rows.locator('[data-link=record]').first().click()
  await expect(page.locator('[data-screen]:visible')).toContainText(/连不上服务器|离线/)
  await page.goBack()
  await expect(page.locator('[data-as-of]')).toBeVisible()
  expect(await rows.allInnerTexts()).toEqual(before)
  await expect(page.locator('[data-screen="/index"]').getByRole('alert')).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(page.locator('[data-as-of]')).toHaveCount(0, { timeout: 8_000 })
  noise.length = 0
})

test('a page that cannot come without a connection says so, and comes with it', async ({ page, demoUrl, noise }) => {
  await signIn(page, demoUrl, '/brand')
  await expect(page.locator('[data-channel=connected]')).toBeAttached()
  await page.route(partOf('TraceScreen'), route => route.abort())
  await page.context().setOffline(true)
  await page.evaluate(() => window.lotline?.run('navigate.reviewasc'))
  const missing = page.locator('[data-part-missing]:visible')
  await expect(missing).toContainText('当前离线')
  await expect(missing.getByRole('button')).toHaveText(['重试'])
  const bar = page.locator('[data-status-bar]')
  await expect(bar.locator('[data-channel=offline]')).toHaveText('离线')
  await expect(bar).not.toContainText('就绪')
  await expect(page.locator('[data-command="errors.open"]')).toHaveCount(0)
  await page.unroute(partOf('TraceScreen'))
  await page.context().setOffline(false)
  await expect(page.locator('[data-screen="/reviewasc"] form')).toBeVisible()
  await expect(bar.locator('[data-channel=connected]')).toBeAttached()
  noise.length = 0
})

test('lists and records opened without a connection are read by themselves once it is back', async ({
  page,
  demoUrl,
  noise,
}) => {
  const go = (id: string, args: Readonly<Record<string, unknown>> = {}) =>
    page.evaluate(([command, given]) => window.lotline?.run(command, given), [id, args] as const)
  await signIn(page, demoUrl, '/materialstorein')
  const first = page.locator('[data-grid=materialstorein] [data-row-id]').first()
  const id = Number(await first.getAttribute('data-row-id'))
  await go('materialstorein.edit', { ids: [id] })
  await expect(page.locator('[data-screen]:visible [data-record]')).toBeVisible()
  await go('navigate.brand')
  await expect(page.locator('[data-grid=brand] [data-row-id]').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await go('navigate.unit')
  await expect(page.locator('[data-list=unit]')).toContainText('加载失败')
  await go('materialstorein.edit', { ids: [id - 1] })
  const record = page.locator('[data-screen]:visible')
  await expect(record).toContainText('连不上服务器')
  await go('locale.en-US')
  await expect(record).toContainText('The server cannot be reached')
  await expect(record).not.toContainText('连不上服务器')
  await go('locale.zh-CN')
  await expect(page.locator('[data-connection=offline]')).toBeVisible()
  await page.context().setOffline(false)
  await expect(record.locator('[data-field]').first()).toBeVisible({ timeout: 20_000 })
  await go('navigate.unit')
  await expect(page.locator('[data-grid=unit] [data-row-id]').first()).toBeVisible()
  noise.length = 0
})
