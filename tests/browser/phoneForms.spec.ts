/** Forms on a phone, by touch: next step, new lines, sheets, retries. */
import { openTrace } from './demoNumbers.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('the bottom bar leads to the next step of an open record, elsewhere to a new one', async ({ page, demoUrl }) => {
  const step = page.locator('[data-region=phoneBar] > :nth-child(3)')
  await signIn(page, demoUrl, '/materialstorein')
  await expect(step).toHaveAttribute('data-command', 'materialstorein.new')
  await step.tap()
  await expect(page).toHaveURL(/\/materialstorein\/new/)
  await expect(step).toHaveAttribute('data-command', 'materialstorein.submit')
  await step.tap()
  await expect(page.locator('[data-record]:visible [data-fault]').first()).toBeVisible()
  await page.goto(`${demoUrl}/supply/new`)
  await expect(step).toHaveAttribute('data-command', 'supply.save')
  await expect(step).toHaveText('保存')
  await page.goto(`${demoUrl}/materialstorein/1`)
  await expect(page.locator('[data-record]:visible h1')).toContainText('MI')
  await expect(step).toHaveAttribute('data-command', 'materialstorein.new')
})

test('a call is logged from the bottom bar, in a sheet of the whole width', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/callback/2')
  const step = page.locator('[data-region=phoneBar] > :nth-child(3)')
  await expect(step).toHaveAttribute('data-command', 'callback.call')
  await step.tap()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('heading', { name: '登记通话', exact: true })).toBeVisible()
  await expect
    .poll(async () => {
      const { x = 0, width = 0, y = 0, height = 0 } = (await sheet.boundingBox()) ?? {}
      return { x, width, end: y + height }
    })
    .toEqual({ x: 0, width: 390, end: 844 })
  const accept = sheet.locator('[data-answer=accept]')
  await expect(accept).toBeInViewport({ ratio: 1 })
  expect((await accept.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  const wider = await sheet.evaluate(at =>
    [at, ...at.querySelectorAll('*')]
      .filter(each => each.getBoundingClientRect().right > 391)
      .map(each => each.tagName),
  )
  expect(wider).toEqual([])
})

test('a failure that is told does not lie over the answers of a sheet', async ({ page, demoUrl, noise }) => {
  await signIn(page, demoUrl, '/brand/1')
  const record = page.locator('[data-record]:visible')
  await record.locator('[data-command="brand.delete"]').tap()
  const notice = page.locator('[data-region=notifications] [data-kind=error]')
  await expect(notice).toContainText('已被引用')
  await record.locator('[data-field=nameEn] input').fill('Hengxiang Foods')
  await page.keyboard.press('Alt+w')
  const answer = page.locator('[data-sheet] [data-answer]').first()
  await expect(answer).toBeVisible()
  await expect.poll(async () => (await notice.boundingBox())?.y).toBeLessThan(100)
  const [over, under] = [await notice.boundingBox(), await answer.boundingBox()]
  expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(under?.y ?? 0)
  noise.length = 0
})

test('a new line is in sight with the focus in its first field, and its controls fit a finger', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/brand')
  const check = await page.locator('[data-cards=brand] input[type=checkbox]').first().boundingBox()
  expect(check?.width).toBeGreaterThanOrEqual(20)
  await page.goto(`${demoUrl}/materialstorein/new`)
  const record = page.locator('[data-record]:visible')
  for (const index of [0, 1, 2]) {
    await record.getByRole('button', { name: '添加一行' }).tap()
    const line = record.locator(`[data-line-card="${index}"]`)
    const first = line.locator('[data-field] input').first()
    await expect(first).toBeFocused()
    await expect(first).toBeInViewport({ ratio: 1 })
    // The head stands above, over the lines.
    await expect
      .poll(async () => {
        const head = await record.locator('header').first().boundingBox()
        const top = await line.boundingBox()
        return (top?.y ?? 0) - (head ? head.y + head.height : 0)
      })
      .toBeGreaterThanOrEqual(0)
  }
  const line = record.locator('[data-line-card="2"]')
  await expect(line.locator('[data-field=packageQty] input')).toHaveAttribute('inputmode', /^(decimal|numeric)$/)
  for (const field of ['materialId', 'produceDate']) {
    const box = await line.locator(`[data-field=${field}] button`).last().boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), field).toBeGreaterThanOrEqual(44)
  }
  await line.locator('[data-field=materialId] input').tap()
  await page.keyboard.type('大豆')
  expect((await page.getByRole('option').first().boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.goto(`${demoUrl}/supply/new`)
  await expect(page.locator('[data-field=phone]:visible input')).toHaveAttribute('inputmode', 'tel')
})

for (const width of [390, 1366])
  test(`rows of a trace that could not be read are read again at ${width} px`, async ({ page, demoUrl, noise }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, demoUrl, '/index')
    const rows = '**/SafetyReview/ReviewAscRows'
    await openTrace(page, demoUrl, 'soybeans')
    await expect(page.locator('[data-section=reviewproductlot]:visible')).toBeVisible()
    await page.route(rows, route => route.abort())
    await page.locator('[data-section=reviewproductlot]:visible').tap()
    const failure = page.getByRole('alert').filter({ hasText: '加载失败' })
    if (width === 1366) await page.locator('[role=columnheader]:visible').nth(2).tap()
    const retry = failure.getByRole('button', { name: '重试' })
    await expect(retry).toBeVisible()
    await page.unroute(rows)
    noise.length = 0
    await retry.tap()
    await expect(failure).toHaveCount(0)
    await expect(
      page.locator('[data-cards=reviewproductlot] [data-row-id], [role=gridcell]:visible').first(),
    ).toBeVisible()
  })

test('the bottom bar offers no saving of what is closed', async ({ page, demoUrl }) => {
  const step = page.locator('[data-region=phoneBar] > :nth-child(3)')
  await signIn(page, demoUrl, '/brand')
  const idOf = (command: string, where: readonly object[]) =>
    page.evaluate(
      async ([id, conditions]) => {
        const listed = await window.lotline?.run(id, { where: conditions, page: 1, size: 1 })
        return (listed as { data: { rows: readonly { id: number }[] } }).data.rows[0]?.id
      },
      [command, where] as const,
    )
  const closed = await idOf('callback.list', [{ field: 'status', op: 'eq', value: 'CLOSED' }])
  const entry = await idOf('auditlog.list', [])
  for (const [path, command] of [
    [`/callback/${closed}`, 'callback.new'],
    [`/auditlog/${entry}`, 'palette.open'],
  ] as const) {
    await page.goto(demoUrl + path)
    await expect(page.locator('[data-record]:visible h1')).toBeVisible()
    await page.evaluate(() => window.lotline?.ready())
    await expect(step).toHaveAttribute('data-command', command)
  }
})

test('the menu has its tree above the record, and a clock is wider than its button', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/menu')
  const tree = page.locator('[data-menu-screen]').getByRole('tree')
  const record = page.locator('[data-menu-screen] [data-record]')
  await expect(record.locator('[data-field]').first()).toBeVisible()
  const [above, below] = [await tree.boundingBox(), await record.boundingBox()]
  expect(above?.width).toBeGreaterThan(340)
  expect(below?.width).toBeGreaterThan(340)
  expect(below?.y).toBeGreaterThan(above?.y ?? 0)
  await expect(record.locator('[data-field] input').first()).toBeInViewport()

  await page.evaluate(() => localStorage.setItem('lotline.locale', 'en-US'))
  await page.goto(`${demoUrl}/callback/2`)
  const clock = page.locator('[data-deadline=reportDeadline]')
  await expect(clock.locator('[data-link=enterReport]')).toHaveText('Enter report')
  const pill = await clock.evaluate(at => {
    const { width, height } = at.getBoundingClientRect()
    return { width, height, radius: parseFloat(getComputedStyle(at).borderTopLeftRadius) }
  })
  expect(pill.width).toBeGreaterThan(300)
  expect(pill.radius).toBeLessThan(pill.height / 4)
  // Its steps as dots, met deadlines left out: the calls begin on the first page.
  const strip = page.locator('section:has(> [data-clocks])')
  expect((await strip.boundingBox())?.height).toBeLessThanOrEqual(310)
  await expect(strip.locator('[data-deadline=startDeadline]')).toBeHidden()
})

for (const width of [390, 911])
  test(`faults of a form are links beside or below their message at ${width} px`, async ({ page, demoUrl }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, demoUrl, '/materialstorein/new')
    await expect(page.locator('[data-record]:visible [data-field] input').first()).toBeVisible()
    await page.keyboard.press('Control+Enter')
    const links = page.locator('[data-record]:visible [data-fault-of]')
    await expect(links.first()).toBeVisible()
    const heights = await links.evaluateAll(all => all.map(each => each.getBoundingClientRect().height))
    expect(Math.max(...heights)).toBeLessThanOrEqual(32)
    const message = await page.locator('[data-record]:visible [data-tone=danger] > [role=alert]').boundingBox()
    expect(message?.height).toBeLessThanOrEqual(48)
  })

test('after a refusal its message is whole in sight, and the first wrong field below it', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/materialstorein/new')
  const record = page.locator('[data-record]:visible')
  const step = page.locator('[data-region=phoneBar] > :nth-child(3)')
  await expect(step).toHaveAttribute('data-command', 'materialstorein.submit')
  await record.getByRole('button', { name: '添加一行' }).tap()
  await step.tap()
  const notice = record.locator('[data-tone=danger]').first()
  await expect(notice).toBeInViewport({ ratio: 1 })
  const topOf = async (at: typeof notice) => (await at.boundingBox())?.y ?? 0
  const endOf = async (at: typeof notice) => (await topOf(at)) + ((await at.boundingBox())?.height ?? 0)
  await expect
    .poll(async () => (await topOf(notice)) - (await endOf(record.locator('header').first())))
    .toBeGreaterThan(-1)
  const first = record.locator('[data-field] [aria-invalid=true]').first()
  await expect(first).toBeFocused()
  await expect.poll(async () => (await topOf(first)) - (await endOf(notice))).toBeGreaterThan(0)
  // A link in the bar leads to a field that stands clear of it.
  await record.locator('[data-fault-of]').last().tap()
  const chosen = record.locator('[data-detail] :focus')
  await expect(chosen).toBeVisible()
  await expect.poll(async () => (await topOf(chosen)) - (await endOf(notice))).toBeGreaterThan(0)
})
