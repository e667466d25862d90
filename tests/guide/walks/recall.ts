/** Recall: the wheat is traced to its dealers, its products are frozen, recalled, and the dealers are called. */
import { expect } from '../../browser/server.ts'
import type { Walker } from '../walker.ts'
import type { Goods } from './receiving.ts'
import { buyers } from './sales.ts'

const plan = {
  responsibleId: '吴桐',
  phone: '0532-86661234',
  recallArea: '广东、湖南',
  reasonAndHarm: '小麦检出呕吐毒素超标。',
  callbackGradeId: 'CN2026-1',
  procedure: '24 小时内启动并通知全部经销商。',
  noticeContent: '请立即停止销售并封存。',
  publishMethod: '公司网站与通知函',
  obligations: '停止销售，报告库存。',
  disposalMeasure: '退回后销毁，费用由本公司承担。',
  expectedEffect: '全部召回。',
} as const

/** Goes on with Tab until the entry of a field has the keyboard; formatted texts have their own entry. */
async function toField({ page, press }: Walker, name: string): Promise<void> {
  const isThere = () =>
    page.evaluate(wanted => {
      const active = document.activeElement as HTMLElement | null
      const isEntry = active?.matches('input, textarea') || active?.isContentEditable
      return isEntry === true && active?.closest<HTMLElement>('[data-field]')?.dataset.field === wanted
    }, name)
  for (let steps = 0; steps < 40; steps += 1) {
    if (await isThere()) return
    await press('Tab')
  }
  throw new Error(`Tab never reached ${name}`)
}

async function planRecall(walker: Walker): Promise<void> {
  const { page, type, press, confirm, state, say, command, save, picture } = walker
  await command(say('command.review.recallPlan', { page: say('reviewasc') }))
  await expect(page).toHaveURL(/\/unsafefoodcallbackplan\/new/)
  await expect(page.locator('[data-record]:visible [data-field] :is(input, textarea)').first()).toBeFocused()
  for (const [name, value] of Object.entries(plan)) {
    await toField(walker, name)
    await type(value)
    // Tab is a character of a formatted text until Escape was pressed.
    if (await page.evaluate(() => (document.activeElement as HTMLElement).isContentEditable)) await press('Escape')
    if (name.endsWith('Id')) {
      await expect(page.getByRole('option').first()).toBeVisible()
      await press('Enter')
    }
  }
  await picture('recall-plan')
  await save()
  await expect(page).toHaveURL(/\/unsafefoodcallbackplan\/\d+$/)
  await command(say('unsafefoodcallbackplan.approve'))
  await confirm()
  await state(say('RecallPlanStatus.APPROVED'))
}

export async function recall(walker: Walker, { wheatLot, productLot }: Goods): Promise<void> {
  const { page, open, to, type, press, fill, confirm, state, say, picture, command, save, rows } = walker
  await open('reviewasc')
  await expect(page.locator('[data-field=lotNos]:visible input')).toBeVisible()
  await to('lotNos')
  await type(wheatLot)
  await press('Enter')
  await expect(rows).toHaveCount(buyers.length)
  await picture('recall-trace')
  await command(say('command.review.freeze', { page: say('reviewasc') }))
  await fill('reason', '原料小麦不合格')
  await confirm()
  await planRecall(walker)

  await command(say('unsafefoodcallbackplan.recall'))
  await expect(page).toHaveURL(/\/callback\/new/)
  await expect(page.locator('[data-grid]:visible')).toContainText(productLot)
  await to('title')
  await type('酱油原油召回')
  await save()
  await expect(page).toHaveURL(/\/callback\/\d+$/)
  for (const step of ['start', 'notify'] as const) {
    await command(say(`callback.${step}`))
    await confirm()
  }
  await state(say('CallbackStatus.NOTIFYING'))
  const calls = page.locator('[data-call-list]')
  for (const [index, { quantity }] of buyers.entries()) {
    await press('Control+Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await fill('stockQty', quantity)
    if (index === 0) await picture('recall-call')
    await confirm()
  }
  await expect(calls).toContainText(say('recall.allCalled'))
  // A button that has the keyboard shows its hint over the progress.
  await press('F6')
  await picture('recall-calls')
  await command(say('callback.recover'))
  await confirm()
  await state(say('CallbackStatus.RECOVERING'))
}
