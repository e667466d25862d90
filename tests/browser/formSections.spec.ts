/** Long forms: titled sections, amounts with their units, and the keyboard's order as before. */
import { entities } from '#contract/index.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('a product is read by sections and typed in the order of its definition', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/product/1')
  const record = page.locator('[data-record="product/1"]:visible')
  await expect(record.locator('h2[data-section]')).toHaveText([
    '基本',
    '标签与标准',
    '保质与贮存',
    '库存与销售',
    '图片与说明',
  ])
  const drawn = await record
    .locator('[data-field]')
    .evaluateAll(all => all.map(each => (each as HTMLElement).dataset.field ?? ''))
  expect(drawn).toEqual(Object.keys(entities.product.fields))

  const input = (name: string) => record.locator(`[data-field=${name}] input`).first()
  const [amount, unit] = [await input('shelfLifeValue').boundingBox(), await input('shelfLifeUnit').boundingBox()]
  expect(unit?.y).toBe(amount?.y)
  expect(Math.abs((unit?.x ?? 0) - (amount?.x ?? 0) - (amount?.width ?? 0))).toBeLessThanOrEqual(1)
  await expect(record.getByLabel('保质期单位')).toHaveCount(1)
  await input('shelfLifeValue').focus()
  await page.keyboard.press('Tab')
  await expect(input('shelfLifeUnit')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(input('storageCondition')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(input('shelfLifeValue')).toBeFocused()
})

test('a lot is read by sections, its empty fields behind one line', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stocklot/1')
  const record = page.locator('[data-record="stocklot/1"]:visible')
  await expect(record.locator('h2[data-section]').first()).toHaveText('基本')
  const shown = record.locator('[data-field]')
  const before = await shown.count()
  const line = record.locator('[data-folded-line]')
  await expect(line).toHaveText(/个字段为空/)
  await line.click()
  await expect(line).toHaveAttribute('aria-expanded', 'true')
  expect(await shown.count()).toBeGreaterThan(before)
  await line.click()
  await expect(shown).toHaveCount(before)
})
