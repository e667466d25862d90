/** A phone: the five tasks of the hall by touch, cards, drawer and bottom bar. */
import type { Page } from '@playwright/test'
import { numberOf } from './demoNumbers.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

const record = (page: Page) => page.locator('[data-record]:visible')
const bar = (page: Page) => page.locator('[data-region=phoneBar]')

/** A thumb: taps, and types where a tap has opened the keyboard. */
function thumbOf(page: Page, within = record(page)) {
  const fieldOf = (name: string) => within.locator(`[data-field="${name}"] :is(input, textarea)`).first()
  const press = async (command: string) => {
    const own = page.locator(`[role=toolbar] [data-command="${command}"]:visible`)
    const isBehind =
      (await own.count()) === 0 || (await own.evaluate(at => getComputedStyle(at).visibility === 'hidden'))
    if (isBehind) await page.locator('[role=toolbar] [aria-haspopup=menu]:visible').first().tap()
    await page.locator(`:is([role=toolbar], [role=menu]) [data-command="${command}"]:visible`).last().tap()
  }
  return {
    press,
    async fill(field: string, value: string) {
      await fieldOf(field).tap()
      await fieldOf(field).fill(value)
    },
    async choose(field: string, value = '') {
      await fieldOf(field).tap()
      await expect(fieldOf(field)).toBeFocused()
      await page.keyboard.type(value)
      await page.getByRole('option').filter({ hasText: value }).first().tap()
      await expect(page.getByRole('option')).toHaveCount(0)
    },
    async confirm() {
      const dialog = page.getByRole('dialog').filter({ visible: true })
      await dialog.locator('[data-answer=accept]').tap()
      await expect(dialog).toBeHidden()
    },
    /** Goes to a page by the drawer. */
    async open(group: string, title: string) {
      await bar(page).getByRole('button', { name: '菜单' }).tap()
      const drawer = page.getByRole('dialog').filter({ visible: true })
      const entry = drawer.getByRole('treeitem', { name: group, exact: true })
      if ((await entry.getAttribute('aria-expanded')) !== 'true') await entry.tap()
      await drawer.getByRole('treeitem', { name: title, exact: true }).tap()
      await expect(drawer).toBeHidden()
    },
  }
}

const hasFocus = (page: Page) => page.evaluate(() => document.activeElement !== document.body)

/** Controls past the edges of the window, or covered; scrollers of their own apart. */
const outside = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#root :is(a, button, input, textarea)')]
      .filter(control => control.checkVisibility({ visibilityProperty: true }))
      .filter(control => !control.closest('[role=tablist], [data-grid], [aria-hidden=true]'))
      .filter(control => {
        const { left, right, width } = control.getBoundingClientRect()
        return width > 1 && (right > innerWidth + 1 || left < -1)
      })
      .map(control => control.outerHTML.slice(0, 120)),
  )

test('pages, commands and records are reached by touch, and nothing stands outside of the window', async ({
  page,
  demoUrl,
}) => {
  const { open } = thumbOf(page)
  await signIn(page, demoUrl, '/index')
  await expect(bar(page)).toBeInViewport({ ratio: 1 })
  await open('原料管理', '原料入库')
  await expect(page).toHaveURL(/\/materialstorein$/)
  expect(await hasFocus(page)).toBe(true)
  const cards = page.locator('[data-cards=materialstorein] [data-open-card]')
  await expect(cards.first()).toContainText('MI2026')
  for (const name of ['新增', '筛选', '刷新'])
    await expect(page.locator('[role=toolbar]').getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('searchbox')).toBeInViewport({ ratio: 1 })
  expect(await outside(page)).toEqual([])

  // Search, then one tap opens the record.
  await page.getByRole('searchbox').tap()
  const number = await numberOf(page, 'materialstorein', 4)
  await page.keyboard.type(number)
  await expect(cards).toHaveCount(1)
  await cards.first().tap()
  await expect(page).toHaveURL(/\/materialstorein\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toContainText(number)
  expect(await hasFocus(page)).toBe(true)
  for (const path of ['/index', '/materialstorein/1', '/product', '/callback/2', '/produceplan/1', '/stocklot/1']) {
    await page.goto(demoUrl + path)
    await page.evaluate(() => window.lotline?.ready())
    await expect(bar(page)).toBeVisible()
    await expect.poll(() => outside(page), path).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
  }

  // New, search and home of the bottom bar.
  await page.goto(`${demoUrl}/product`)
  await bar(page).getByRole('button', { name: '新增' }).tap()
  await expect(page).toHaveURL(/\/product\/new/)
  await bar(page).getByRole('button', { name: '搜索' }).tap()
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await bar(page).getByRole('link', { name: '今日工作' }).tap()
  await expect(page).toHaveURL(/\/index$/)
  await bar(page).getByRole('button', { name: '菜单' }).tap()
  await page.touchscreen.tap(380, 400)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await hasFocus(page)).toBe(true)
})

test('a delivery is received, counted, sampled and traced by touch', async ({ page, busyUrl }) => {
  test.setTimeout(120_000)
  page.setDefaultTimeout(10_000)
  const { open, press, fill, choose, confirm } = thumbOf(page)
  await signIn(page, busyUrl, '/materialstorein')
  await bar(page).getByRole('button', { name: '新增' }).tap()
  await expect(page).toHaveURL(/\/materialstorein\/new/)
  await choose('supplyId', '北大荒')
  await fill('deliveryNoteNo', 'DN-T1')
  await record(page).getByRole('button', { name: '添加一行' }).tap()
  const line = page.locator('[data-line-card="0"]:visible')
  const ofLine = thumbOf(page, line)
  await ofLine.choose('materialId', '脱脂大豆')
  await ofLine.choose('materialSpecId', '50kg')
  await ofLine.fill('supplierLotNo', 'SB-T')
  await ofLine.fill('produceDate', '2026-11-01')
  await ofLine.fill('packageQty', '4')
  await ofLine.fill('certificateNo', 'COA-T')
  expect(await outside(page)).toEqual([])
  await press('materialstorein.submit')
  await confirm()
  await expect(page).toHaveURL(/\/materialstorein\/\d+$/)
  await expect(record(page).locator('header').first()).toContainText('已过账')
  await line.locator('summary').tap()
  const lotNo = /L\d{8}-\d{4}/.exec(await line.innerText())?.[0] ?? ''
  expect(lotNo).not.toBe('')

  // Count it.
  await open('库存批次', '库存盘点')
  await bar(page).getByRole('button', { name: '新增' }).tap()
  await expect(page).toHaveURL(/\/stockcount\/new/)
  await choose('warehouseId', '原料常温库')
  await choose('counterId', '王芳')
  await record(page).getByRole('button', { name: '添加一行' }).tap()
  await ofLine.choose('lotId', lotNo)
  await ofLine.choose('locationId')
  await ofLine.fill('countedQuantity', '200')
  await press('stockcount.submit')
  await confirm()
  await expect(record(page).locator('header').first()).toContainText('已过账')

  // Take a sample of it.
  await open('原料管理', '原料出库')
  await bar(page).getByRole('button', { name: '新增' }).tap()
  await expect(page).toHaveURL(/\/materialstoreout\/new/)
  await choose('outType', '检验抽样')
  await choose('warehouseId', '原料常温库')
  await fill('reason', '到货检验')
  await record(page).getByRole('button', { name: '添加一行' }).tap()
  await ofLine.choose('lotId', lotNo)
  await ofLine.fill('qty', '10')
  await press('materialstoreout.submit')
  await confirm()
  await expect(record(page).locator('header').first()).toContainText('已过账')

  // Trace it.
  await open('安全审查', '正向追溯')
  await page.locator('[data-field=lotNos]:visible input').tap()
  await page.keyboard.type(lotNo)
  await page.locator('[data-command="reviewasc.run"]:visible').tap()
  await expect(page.locator('[data-asked-line]')).toContainText(lotNo)
  await expect(page.locator('[data-count=lots], [data-as-of]').first()).toBeVisible()
  expect(await hasFocus(page)).toBe(true)
})

test('what a plan needs is issued by touch', async ({ page, busyUrl }) => {
  test.setTimeout(120_000)
  page.setDefaultTimeout(10_000)
  const { open, press, fill, choose, confirm } = thumbOf(page)
  const head = record(page).locator('header').first()
  await signIn(page, busyUrl, '/stocklot')
  const lot = page.locator('[data-cards=stocklot] [data-open-card]').first()
  await expect(lot).toContainText('脱脂大豆')
  await lot.tap()
  await expect(page).toHaveURL(/\/stocklot\/\d+$/)
  await press('stocklot.release')
  await confirm()
  await expect(head).toContainText('合格放行')

  await open('生产管理', '生产计划')
  await bar(page).getByRole('button', { name: '新增' }).tap()
  await expect(page).toHaveURL(/\/produceplan\/new/)
  await choose('productId', '酱油原油')
  await fill('plannedQty', '100')
  await press('produceplan.save')
  await expect(page).toHaveURL(/\/produceplan\/\d+$/)
  await press('produceplan.release')
  await confirm()
  await expect(head).toContainText('已下达')
  expect(await outside(page)).toEqual([])

  await press('produceplan.issue')
  await expect(page).toHaveURL(/\/getmaterialrecord\/new/)
  const lines = page.locator('[data-line-card]:visible')
  await expect(lines.first()).toContainText(/L\d{8}-\d{4}/)
  await thumbOf(page, lines.first()).fill('qty', '10')
  expect(await outside(page)).toEqual([])
  await press('getmaterialrecord.submit')
  await confirm()
  await expect(page).toHaveURL(/\/getmaterialrecord\/\d+$/)
  await expect(head).toContainText('已过账')
  expect(await hasFocus(page)).toBe(true)
})

test('a call of a recall is dialled and logged by touch', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/callback/2')
  const { confirm, fill } = thumbOf(page, page.getByRole('dialog'))
  const first = page.locator('[data-contact]:visible').first()
  const dial = first.locator('a[href^="tel:"]')
  const box = await dial.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  expect(box?.width).toBeGreaterThan(250)
  await expect(dial).toContainText('拨打')
  const before = await first.innerText()
  await first.getByRole('button', { name: /登记通话/ }).tap()
  await fill('stockQty', '1')
  await confirm()
  await expect(first).not.toHaveText(before)
  expect(await outside(page)).toEqual([])
})

test('a line above the bottom bar says what is recorded, unsaved or cut off, and only then', async ({
  page,
  demoUrl,
}) => {
  let isReachable = true
  let cut = () => {}
  await page.routeWebSocket(/\/Home\/Realtime$/, socket => {
    if (!isReachable) return void socket.close()
    const server = socket.connectToServer()
    cut = () => {
      isReachable = false
      void server.close()
      void socket.close()
    }
  })
  const line = page.locator('[data-status-bar]')
  const isAbove = async () => {
    const [own, below] = [await line.boundingBox(), await bar(page).boundingBox()]
    return own !== null && below !== null && own.height < 60 && Math.abs(own.y + own.height - below.y) < 1
  }
  await signIn(page, demoUrl, '/brand')
  await expect(page.locator('[data-cards=brand] [data-open-card]').first()).toBeVisible()
  await expect(line).toBeHidden()
  await page.evaluate(() => window.lotline?.run('script.record'))
  await expect(line.locator('[data-recording]')).toBeVisible()
  expect(await isAbove()).toBe(true)
  expect(await outside(page)).toEqual([])
  await line.locator('[data-command="script.stop"]').tap()
  await expect(line).toBeHidden()

  await bar(page).getByRole('button', { name: '新增' }).tap()
  await thumbOf(page).fill('code', 'PH1')
  await record(page).locator('[data-field="name"] input').first().tap()
  await expect(line).toContainText('1')
  expect(await isAbove()).toBe(true)
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(line).toBeInViewport({ ratio: 1 })
  expect((await line.boundingBox())?.width).toBeGreaterThan(600)
  await page.setViewportSize({ width: 390, height: 844 })
  await bar(page).getByRole('link', { name: '今日工作' }).tap()
  await expect(line).toBeHidden()
  cut()
  await expect(line.locator('[data-channel=lost]')).toContainText('正在重连')
  expect(await isAbove()).toBe(true)
})

test('the drawer stays shut after the phone was turned and turned back', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  await bar(page).getByRole('button', { name: '菜单' }).tap()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(bar(page)).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(bar(page)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the last of more cards than a browser lays out is reached', async ({ page, demoUrl }) => {
  const total = 600_000
  await page.route('**/template/list/brand', async route => {
    const response = await route.fetch()
    const body = JSON.parse(await response.text())
    await route.fulfill({ response, json: { ...body, data: { ...body.data, total } } })
  })
  await signIn(page, demoUrl, '/brand')
  const list = page.locator('[data-cards=brand] ul')
  await expect(list.locator('[data-open-card]').first()).toBeVisible()
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(8_000_000)
  await list.evaluate(({ parentElement: scroller }) => scroller?.scrollTo(0, scroller.scrollHeight))
  await expect(list.locator(`[data-index="${total - 1}"]`)).toBeInViewport({ ratio: 1 })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('materials of a plan have one margin, and a line just begun says nothing of its defaults', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/produceplan/1')
  const names = record(page).locator('tbody tr > :first-child')
  await expect(names.first()).toBeVisible()
  const edges = await names.evaluateAll(all => all.map(name => Math.round(name.getBoundingClientRect().left)))
  expect(edges.length).toBeGreaterThan(1)
  expect([...new Set(edges)]).toHaveLength(1)
  expect(edges[0]).toBeGreaterThan(0)
  await page.goto(`${demoUrl}/materialstorein/new`)
  await record(page).getByRole('button', { name: '添加一行' }).tap()
  await expect(record(page).locator('[data-line-card="0"] summary')).toHaveText('1')
})

test('a card keeps its numbers whole: its titles give way', async ({ page, demoUrl }) => {
  await page.addInitScript(() => localStorage.setItem('lotline.locale', 'en-US'))
  await signIn(page, demoUrl, '/produceplan')
  const amounts = page.locator('[data-row-id]:visible [data-amount]')
  await expect(amounts.first()).toBeVisible()
  const cut = await amounts.evaluateAll(all =>
    all.flatMap(each => {
      const number = each.querySelector('b')?.getBoundingClientRect()
      const [own, line] = [each.getBoundingClientRect(), each.parentElement?.getBoundingClientRect()]
      const isWhole = number && line && number.right <= own.right + 1 && number.right <= line.right + 1
      return isWhole ? [] : [each.textContent]
    }),
  )
  expect(cut).toEqual([])
})
