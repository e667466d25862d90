/** Record page: what it is about, its facts, and its history in the words of its fields. */
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('a change shows in the history at once, by keyboard alone, with who, when and what', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/brand')
  const id = await page.evaluate(async () => {
    await window.lotline?.run('brand.save', { rows: [{ code: 'BH1', name: '旧名', status: 'ENABLED' }] })
    const found = await window.lotline?.run('brand.list', { q: 'BH1' })
    return found?.status === 'ok' ? (found.data as { rows: readonly { id: number }[] }).rows[0]?.id : undefined
  })
  await page.goto(`${demoUrl}/brand/${id}`)
  const record = page.locator(`[data-record="brand/${id}"]:visible`)
  await expect(record.locator('[data-record-foot]')).toContainText('创建 系统管理员')
  const name = record.locator('[data-field=name] input')
  await name.fill('新名')
  await name.press('Control+s')
  await expect(record.locator('[data-unsaved]')).toHaveCount(0)
  const own = record.locator('[data-tab=record]')
  for (let presses = 0; presses < 12 && !(await own.evaluate(tab => tab === document.activeElement)); presses += 1)
    await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('End')
  await expect(record.locator('[data-tab=history]')).toHaveAttribute('aria-selected', 'true')
  const entries = record.locator('[data-history]')
  await expect(entries).toHaveCount(2)
  await expect(entries.first()).toContainText('系统管理员')
  await expect(entries.first().locator('[data-change=name]')).toHaveText('品牌名称旧名 → 新名')
  await expect(entries.first().locator('time')).toHaveAttribute('datetime', /^20\d\d-.*Z$/)
  await expect(entries.last().locator('[data-change]')).toHaveCount(0)
  const first = entries.last().locator('summary')
  await first.focus()
  await page.keyboard.press('Enter')
  await expect(entries.last().locator('[data-change=name]')).toHaveText('品牌名称旧名')
  // Another change arrives while the history is open.
  await page.evaluate(of => {
    const rows = [{ id: of, rowVersion: 2, name: '更新的名' }]
    return window.lotline?.run('brand.save', { rows })
  }, id)
  await expect(entries).toHaveCount(3)
  // The first user is named in the language of the reader, as in the foot.
  await page.evaluate(() => localStorage.setItem('lotline.locale', 'en-US'))
  await page.reload()
  await record.locator('[data-tab=history]').click()
  await expect(entries.first()).toContainText('Administrator')
})

test('a posted receipt tells its lot as a link and its state in words, within a phone', async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, demoUrl, '/materialstorein/1')
  await page.locator('[data-tab=history]:visible').click()
  const posted = page.locator('[data-history=SUBMIT]:visible')
  await expect(posted.locator('[data-change=status]')).toHaveText('状态草稿 → 已过账')
  await expect(posted.locator('time')).toHaveAttribute('title', /^20[-\d: ]+ Asia\/Shanghai（UTC\+8）$/)
  await expect(posted.locator('[data-change=lotId] a')).toHaveAttribute('href', /^\/stocklot\/\d+$/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await posted.locator('[data-change=lotId] a').click()
  await expect(page).toHaveURL(/\/stocklot\/\d+$/)
})

test('the head says what a record is about, and its facts, references as links', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stocklot')
  const lot = await page.evaluate(async () => {
    const where = [
      { field: 'onHandQty', op: 'gt', value: '0' },
      { field: 'itemType', op: 'eq', value: 'MATERIAL' },
    ]
    const found = await window.lotline?.run('stocklot.list', { where })
    return found?.status === 'ok' ? (found.data as { rows: readonly { id: number }[] }).rows[0]?.id : undefined
  })
  await page.goto(`${demoUrl}/stocklot/${lot}`)
  const head = page.locator('[data-record]:visible header')
  const title = head.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(/^批次 \S+ L\d{8}-\d{4}$/)
  const fact = (name: string) => head.locator(`[data-fact=${name}]`)
  await expect(fact('onHandQty')).toHaveText(/^现有数量[\d,.]+ ?\S+$/)
  await expect(fact('expiryDate')).toHaveText(/^到期日期\d{4}-\d\d-\d\d$/)
  await expect(fact('locationNames')).toHaveText(/^所在库位\S+/)
  await fact('supplyId').locator('a').click()
  await expect(page).toHaveURL(/\/supply\/\d+$/)
  await expect(title).toContainText('供应商')
  await expect(fact('phone')).toBeVisible()
  await page.goto(`${demoUrl}/callback/1`)
  await expect(head.locator('[data-subject]')).not.toBeEmpty()
})

test('the head keeps what is stored until it is saved, and facts wrap within a phone', async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, demoUrl, '/dealer/1')
  const record = page.locator('[data-record="dealer/1"]:visible')
  const fact = record.locator('[data-fact=region] dd')
  const stored = await fact.innerText()
  await record.locator('[data-field=region] input').fill('华东二区')
  await expect(record.locator('[data-unsaved]')).toBeVisible()
  await expect(fact).toHaveText(stored)
  await page.keyboard.press('Control+s')
  await expect(fact).toHaveText('华东二区')
  const edges = await record
    .locator('[data-fact]')
    .evaluateAll(facts => facts.map(fact => fact.getBoundingClientRect().right))
  expect(Math.max(...edges)).toBeLessThanOrEqual(390)
})

test('the audit log names records as links and the system in words; a history is grouped by day', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/auditlog?action=CREATE&entity=supply')
  const rows = page.locator('[data-grid=auditlog]:visible [data-row-id]')
  const record = rows.first().locator('[data-column-id=record]')
  await expect(record.getByRole('link')).toHaveAttribute('href', /^\/supply\/\d+$/)
  await expect(record).not.toHaveText(/^#?\d+$/)
  const of = (await record.innerText()).trim()
  await page.goto(`${demoUrl}/auditlog/${await rows.first().getAttribute('data-row-id')}`)
  await expect(page.locator('[role=tab][aria-selected=true]').first()).toContainText(of)
  await page.goto(`${demoUrl}/auditlog?action=CREATE&entity=role`)
  await expect(rows.first().locator('[data-column-id=byUserId]')).toHaveText('系统')
  await page.goto(`${demoUrl}/materialstorein/1`)
  await page.locator('[data-tab=history]:visible').click()
  await expect(page.locator('[data-history]:visible h3').first()).toHaveText(/^20\d\d-\d\d-\d\d$/)
})

test('an entry of the audit log is a sentence with links, its changes in words', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/auditlog?action=SUBMIT&entity=materialstorein')
  const row = page.locator('[data-grid=auditlog]:visible [data-row-id]').first()
  await page.goto(`${demoUrl}/auditlog/${await row.getAttribute('data-row-id')}`)
  const record = page.locator('[data-record^="auditlog/"]:visible')
  const subject = record.locator('[data-subject]')
  await expect(subject).toHaveText(/^#\d+ \S+ 过账了 原料入库 \S+ · \d+ 个字段$/)
  await expect(subject.getByRole('link')).toHaveCount(2)
  await expect(record.locator('[data-change=status]')).toHaveText('状态草稿 → 已过账')
  // Another test may have posted several lines.
  await expect(record.locator('[data-change=lotId] a').first()).toHaveAttribute('href', /^\/stocklot\/\d+$/)
  await expect(record).toContainText('第 1 行')
  await expect(record).not.toContainText(/明细 #\d/)
  await expect(record.locator('[data-field=at]')).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d/)
  await subject.getByRole('link').last().click()
  await expect(page).toHaveURL(/\/materialstorein\/\d+$/)
})

test('a sign-in says nothing of fields, and names what it was about in words', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/auditlog?action=LOGIN')
  const row = page.locator('[data-grid=auditlog]:visible [data-row-id]').first()
  await page.goto(`${demoUrl}/auditlog/${await row.getAttribute('data-row-id')}`)
  const record = page.locator('[data-record^="auditlog/"]:visible')
  await expect(record.locator('[data-subject]')).toHaveText(/^#\d+ 系统管理员 登录$/)
  await expect(record.getByRole('link', { name: '此记录的全部操作' })).toBeVisible()
  await expect(record).not.toContainText('变更内容')
})

test('the history of a lot leads to the log of its states', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stocklot/1')
  await page.locator('[data-tab=history]:visible').click()
  await page.getByRole('link', { name: '状态变更见批次状态记录' }).click()
  await expect(page).toHaveURL(/\/lotstatuslog\?lotId=1$/)
  await expect(page.locator('[data-grid=lotstatuslog]:visible [data-row-id]').first()).toBeVisible()
})

test('the history is opened beside the record, stays so for this person, and closes', async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, demoUrl, '/materialstorein/1')
  const pane = page.locator('[data-history-pane]')
  const toggle = page.locator('[data-record]:visible [data-command="record.historyBeside"]')
  await expect(pane).toHaveCount(0)
  await toggle.click()
  await expect(pane.locator('[data-history=SUBMIT] [data-change=status]')).toHaveText('状态草稿 → 已过账')
  await expect(page.locator('[data-record]:visible [data-field]').first()).toBeVisible()
  await page.goto(`${demoUrl}/brand/1`)
  await expect(pane).toHaveAttribute('data-preview-of', 'brand/1')
  await page.setViewportSize({ width: 1280, height: 768 })
  await expect(pane).toHaveCount(0)
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(pane).toBeVisible()
  await page.keyboard.press('Alt+Shift+B')
  await expect(pane).toHaveCount(0)
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
})

test('a history beside the record names itself, its button too, and says when there is no room', async ({
  page,
  demoUrl,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, demoUrl, '/brand/1')
  const said = page.locator('[data-region=notifications] [data-kind=success]')
  const field = page.locator('[data-screen]:visible [data-field=name] input')
  await field.focus()
  await page.keyboard.press('Alt+Shift+B')
  await expect(said).toContainText('变更记录显示在记录右侧')
  await expect(said).not.toContainText('1366')
  const pane = page.getByRole('complementary', { name: '变更记录 · 品牌 恒香' })
  await expect(pane).toBeVisible()
  await expect(field).toBeFocused()
  await pane.getByRole('button', { name: '收起变更记录 · 品牌 恒香' }).click()
  await expect(pane).toHaveCount(0)
  await expect(said).toContainText('变更记录不再显示在右侧')
  await page.setViewportSize({ width: 1280, height: 768 })
  await page.keyboard.press('Alt+Shift+B')
  await expect(said).toContainText('现在不够宽')
  await page.keyboard.press('Alt+Shift+B')
  await expect(said).toContainText('不再显示')
})
