/** From plan to sale by one key: what comes next is always on Ctrl+Enter. */
import { begun, brew } from './firstDay.ts'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('a plan is released, issued, charged, received, its lot released and sold by Ctrl+Enter alone', async ({
  page,
  demoUrl,
}) => {
  test.setTimeout(120_000)
  const { fill, form, run } = keyboardOf(page)
  const inSight = (text: string) => page.getByText(text, { exact: true }).filter({ visible: true }).first()
  const dialog = page.getByRole('dialog')
  const step = page.locator('[data-next-step]')
  let keys = 0
  const goOn = async () => {
    keys += 1
    await page.keyboard.press('Control+Enter')
  }
  /** The step, then its question: nothing is posted unasked. */
  const goOnAsked = async () => {
    await goOn()
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await goOn()
    await expect(dialog).toBeHidden()
  }
  const named = (command: string, words: string) =>
    Promise.all([
      expect(step).toHaveAttribute('data-next-step', command),
      expect(step).toContainText(`下一步：${words}`),
    ])

  await signIn(page, demoUrl)
  await run('xzscjh', '新增生产计划')
  await form(/\/produceplan\/new/)
  await fill('productId', brew.product)
  await fill('productSpecId', brew.spec)
  await fill('formulaId', brew.formula)
  await fill('plannedQty', '100')
  await fill('leaderId', '刘洋')
  // New plan: saved, laid out by the formula and released at once.
  await expect(step).toHaveCount(0)
  await goOnAsked()
  await expect(inSight('已下达')).toBeVisible()

  await named('produceplan.issue', '领料')
  await goOn()
  await begun(page, 'getmaterialrecord')
  await expect(page.locator('[data-grid]:visible [role=row][data-row-id]').first()).toBeVisible()
  await goOnAsked()
  await expect(inSight('已过账')).toBeVisible()

  await named('produceplan.use', '投料')
  await expect(page.locator('[data-command="produceplan.use"]:visible')).toHaveAttribute('data-hint-keys', 'mod+enter')
  await goOn()
  await expect(page).toHaveURL(/\/usematerialrecord$/)
  const fresh = page.locator('[data-grid]:visible [data-row-id^="new:"]')
  await expect(fresh.first()).toBeVisible()
  await goOnAsked()
  await expect(fresh).toHaveCount(0)

  await named('produceplan.receive', '完工入库')
  await goOn()
  await begun(page, 'productstorein')
  await goOnAsked()
  await expect(inSight('已过账')).toBeVisible()

  await named('stocklot.release', '放行')
  await goOnAsked()
  await named('stocklot.sell', '销售出库')
  await goOn()
  await expect(page).toHaveURL(/\/productsaleout\/new/)
  await expect(page.locator('[data-record]:visible [data-field=dealerId] input')).toBeFocused()
  await expect(page.locator('[data-record]:visible [role=grid] [data-row-id]')).toContainText([brew.product])
  await fill('dealerId', '粤味')
  await fill('packageQty', '10')
  await goOnAsked()
  await expect(inSight('已出库')).toBeVisible()
  await named('productsaleout.confirm', '签收')
  // Six steps that post or release, asked each; four that begin the next.
  expect(keys).toBe(16)
})
