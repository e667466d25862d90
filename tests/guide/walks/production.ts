/** Production: a brew is planned, issued, used, received and finished. */
import { expect } from '../../browser/server.ts'
import type { Walker } from '../walker.ts'
import type { Goods } from './receiving.ts'

export const brew = { product: '酱油原油', spec: '罐装散料', quantity: '500' } as const

export async function produce(walker: Walker, { wheatLot }: Goods): Promise<void> {
  const { page, open, fill, press, confirm, form, state, say, picture, command } = walker
  await open('produceplan')
  await press('Alt+n')
  await form(/\/produceplan\/new/)
  await fill('productId', brew.product)
  await fill('productSpecId', brew.spec)
  await fill('formulaId', brew.product)
  await fill('plannedQty', brew.quantity)
  await press('Control+Enter')
  await confirm()
  await state(say('PlanStatus.RELEASED'))
  await picture('production-plan')

  await press('Control+Enter')
  await expect(page).toHaveURL(/\/getmaterialrecord\/new/)
  await expect(page.locator('[data-grid]:visible')).toContainText(wheatLot)
  await picture('production-issue')
  const issued = await page.locator('[data-record]:visible [data-detail=lines] [data-row-id]').count()
  expect(issued).toBeGreaterThan(1)
  await press('Control+Enter')
  await confirm()
  await state(say('DocStatus.SUBMITTED'))
  await press('Alt+w')

  // Back on the plan: every lot that was issued goes into the batch.
  await state(say('PlanStatus.ISSUING'))
  await command(say('produceplan.use'))
  await expect(page).toHaveURL(/\/usematerialrecord$/)
  const unsaved = page.locator('[data-grid]:visible [data-row-id]:not([data-state=clean])')
  await expect(unsaved).toHaveCount(issued)
  await picture('production-use')
  await press('Control+s')
  await confirm()
  await expect(unsaved).toHaveCount(0)
  await press('Alt+w')

  await state(say('PlanStatus.PRODUCING'))
  await command(say('produceplan.receive'))
  await expect(page).toHaveURL(/\/productstorein\/new/)
  await expect(page.locator('[data-record]:visible [data-field]').first()).toBeVisible()
  await press('Control+Enter')
  await confirm()
  await state(say('DocStatus.SUBMITTED'))
  await press('Alt+w')
  await command(say('produceplan.finish'))
  await confirm()
  await state(say('PlanStatus.FINISHED'))
  await picture('production-finished')
}
