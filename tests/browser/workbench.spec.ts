/** Production plan from draft to close, on its workbench, by keyboard alone. */
import type { Page } from '@playwright/test'
import { begun } from './firstDay.ts'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

/** Presses Tab until a link with this text has focus. */
async function toLink(page: Page, text: RegExp): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    const focused = await page.evaluate(() => document.activeElement?.closest('a')?.textContent ?? '')
    if (text.test(focused)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${text}`)
}

test('a plan is released, issued, charged, made up, corrected, received, controlled, finished and closed by keyboard', async ({
  page,
  demoUrl,
}) => {
  test.setTimeout(120_000)
  const { press, type, fill, form, confirm, run } = keyboardOf(page)
  const rows = page.locator('[data-grid]:visible [role=row][data-row-id]')
  const inSight = (text: string) => page.getByText(text, { exact: true }).filter({ visible: true }).first()
  const dialog = page.getByRole('dialog')
  const strip = page.locator('[data-plan-strip]:visible')
  const stage = strip.locator('[aria-current=step]')
  const material = (name: string) => page.locator(`[data-material="${name}"]:visible`)

  await page.goto(demoUrl)
  await expect(page.getByRole('textbox').first()).toBeFocused()
  await type('admin')
  await press('Tab')
  await type('admin123')
  await press('Enter')
  await expect(page.getByRole('navigation').first()).toBeVisible()

  // Planned and released.
  await run('xzscjh', '新增生产计划')
  await form(/\/produceplan\/new/)
  await fill('productId', '酱油原油')
  await fill('productSpecId', '罐装散料')
  await fill('formulaId', '酱油原油')
  await fill('plannedQty', '100')
  // Who leads the plan cannot approve what is scrapped of it.
  await fill('leaderId', '刘洋')
  await press('Control+s')
  await expect(page).toHaveURL(/\/produceplan\/\d+$/)
  const plan = new URL(page.url()).pathname
  await expect(stage).toHaveText('草稿')
  await press('Control+Enter')
  await confirm()
  await expect(stage).toHaveText('已下达')
  const backToPlan = async () => {
    // Asked of the page: the browser's report may lag.
    const here = () => page.evaluate(() => location.pathname)
    for (let steps = 0; (await here()) !== plan && steps < 12; steps += 1) await press('Alt+[')
    await expect(page).toHaveURL(new RegExp(`${plan}$`))
    await expect(strip).toBeVisible()
  }

  // Issue: lots expiring first are proposed, on workbench and document.
  const proposed = await material('脱脂大豆').locator('[data-kind=proposed]').first().innerText()
  // Main button of the released plan has the key that continues.
  await expect(page.locator('[data-command="produceplan.issue"]:visible').first()).toHaveAttribute(
    'data-hint-keys',
    'mod+enter',
  )
  await press('Control+Enter')
  await expect(page).toHaveURL(/\/getmaterialrecord\/new/)
  await expect(rows.filter({ hasText: proposed.split(' ')[0] ?? '' }).first()).toBeVisible()
  await press('Control+Enter')
  await confirm()
  await expect(inSight('已过账')).toBeVisible()
  await backToPlan()
  await expect(stage).toHaveText('领料中')

  // Charged: a row for every lot in work in progress.
  await run('jhtl', '投料')
  await expect(page).toHaveURL(/\/usematerialrecord$/)
  const fresh = page.locator('[data-grid]:visible [data-row-id^="new:"]')
  await expect(fresh.first()).toBeVisible()
  // Saving posts: confirmed like any posting, with its subject.
  await press('Control+Enter')
  await expect(dialog).toContainText('保存即过账')
  await expect(dialog.locator('li').first()).toContainText('实投数量')
  await confirm()
  await expect(fresh).toHaveCount(0)
  await backToPlan()
  await expect(stage).toHaveText('生产中')

  // Make-up: a sack was spilt; the replacement waits in work in progress.
  await run('jhbl', '补料')
  await form(/\/materialmakeup\/new/)
  await fill('materialId', '食用盐')
  await fill('lotId', `L${new Date().getFullYear()}`)
  await fill('qty', '1')
  await fill('reasonType', '洒漏')
  await fill('reason', '投料时撒落一袋')
  // Whoever approves it is not who asks for it.
  await fill('applicantId', '刘洋')
  await press('Control+Enter')
  await confirm()
  await expect(inSight('已过账')).toBeVisible()
  await backToPlan()
  await expect(material('食用盐').locator('[data-kind=wip]')).toContainText('1')

  // Charge recorded too high: corrected, not overwritten.
  await run('tljl', '投料记录')
  await expect(page).toHaveURL(/\/usematerialrecord$/)
  const charges = page.locator('[data-grid=usematerialrecord]:visible')
  await expect(charges.locator(':focus')).toHaveCount(1)
  await press('Control+Home')
  await expect(charges.locator('[data-index="0"][data-active]')).toHaveCount(1)
  await run('gz', '更正', '1', '秤未归零')
  await backToPlan()

  // Received.
  await run('wgrk', '完工入库')
  await begun(page, 'productstorein')
  await press('Control+Enter')
  await confirm()
  await expect(inSight('已过账')).toBeVisible()
  await backToPlan()

  // Finished; closing is blocked, and the strip shows why beforehand.
  await run('wg', '完工')
  await confirm()
  await expect(stage).toHaveText('已完工')
  const blockers = strip.locator('[data-blocker]')
  await expect(blockers.filter({ hasText: '制曲#1' })).toBeVisible()
  await expect(strip.locator('[data-blocker=workInProgressLeft]')).toBeVisible()
  // Checked before anything is asked; focus goes where it is mended.
  await run('gb', '关闭')
  await page.evaluate(() => window.lotline?.idle())
  await expect(dialog).toHaveCount(0)
  await expect(strip.locator('[data-blockers] :focus')).toHaveCount(1)
  await expect(stage).toHaveText('已完工')

  // The control point is recorded where it blocks.
  await toLink(page, /登记关键控制点/)
  await press('Enter')
  await form(/\/importcontrol\/new/)
  await fill('measuredValue', '31')
  await fill('detecEquipmentId', '数显温度计 A')
  await fill('monitorId', '沈浩')
  await press('Control+s')
  await expect(page).toHaveURL(/\/importcontrol\/\d+$/)
  await backToPlan()
  await expect(blockers.filter({ hasText: '制曲#1' })).toHaveCount(0)

  // Rest of work in progress scrapped with a reason, and the plan settled.
  await run('zzbf', '在制报废')
  await expect(dialog).toBeVisible()
  await fill('reason', '撒落物料不可再用')
  await confirm()
  await expect(strip.locator('[data-blocker=workInProgressLeft]')).toHaveCount(0)
  // So much was lost that it has to be said why.
  await expect(strip.locator('[data-blocker=lossUnexplained] button')).toHaveText('填写损耗说明')
  await run('gb', '关闭')
  await expect(dialog).toContainText('请填写损耗说明')
  await expect(
    dialog.locator('[data-field=lossReason] [data-missing], [data-field=lossReason][data-missing]'),
  ).toHaveCount(1)
  await fill('lossReason', '撒落与取样')
  await confirm()
  await expect(stage).toHaveText('已关闭')
})

test('output that has no mass is no nought of kilograms', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/produceplan')
  // Boxes of bottles: pieces without a mass.
  const row = page.locator('[data-front] [data-row-id]', { hasText: '500mL' }).filter({ hasText: '已完工' }).first()
  await page.goto(`${demoUrl}/produceplan/${await row.getAttribute('data-row-id')}`)
  await expect(page.locator('[data-figure=produced]')).not.toContainText(/^\D*0 /)
  await expect(page.locator('[data-figure=balance]')).toContainText(/= – kg$/)
})
