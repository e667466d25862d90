/** First steps on the home page: checklist of a new plant, stories of the demonstration. */
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('a new plant has a checklist with its progress; each line opens its page', async ({ page, servers }) => {
  const server = await servers.open('empty')
  await signIn(page, server.url, '/index')
  const setup = page.locator('[data-first-steps=setup]')
  // The organisation is shipped with a name and licence that are nobody's.
  await expect(setup).toContainText('已完成 0 / 8')
  const next = setup.locator('[data-next]')
  await expect(page.locator('[data-chart]')).toHaveCount(0)
  await expect(setup.locator('[data-done]')).toHaveCount(0)
  await expect(setup).not.toContainText('恒香')
  // Nothing can be received before there are materials: no document is offered.
  await expect(page.locator('main [data-command="materialstorein.new"]')).toHaveCount(0)
  await next.click()
  const name = page.locator('[data-record^="customer/"] [data-field=name] input')
  await expect(name).toHaveValue(/./)
  await name.fill('青岛味园')
  await page.locator('[data-record^="customer/"] [data-field=licenseNo] input').fill('SC10337029900001')
  await page.evaluate(() => window.lotline?.run('record.save'))
  await page.evaluate(() => window.lotline?.run('navigate.index'))
  const own = setup.locator('[data-done]')
  await expect(own).toContainText('名称：青岛味园 · 许可证：SC10337029900001')
  await expect(own).toContainText('修改')
  await expect(next).toContainText('建计量单位')
  await setup.getByRole('link', { name: /建计量单位/ }).click()
  await expect(page).toHaveURL(/\/unit$/)
  await expect(page.locator('[data-grid=unit]:visible')).toContainText('请最先建好')
  await page.evaluate(() =>
    window.lotline?.run('unit.save', { row: { code: 'KG', name: '千克', unitType: 'MASS' } }, { confirm: 'accept' }),
  )
  await page.evaluate(() => window.lotline?.run('navigate.index'))
  await expect(setup).toContainText('已完成 2 / 8')
  await expect(setup.getByRole('link', { name: /建计量单位/ })).toContainText('千克')
  // Hidden, a line with the progress resumes it.
  await setup.getByRole('button', { name: '收起' }).click()
  await expect(setup).toHaveCount(0)
  const resume = page.locator('[data-first-steps=resume]')
  await expect(resume).toContainText('已完成 2 / 8')
  await resume.getByRole('button', { name: '继续' }).click()
  await expect(next).toContainText('建仓库')
  await expect(page.locator('[data-first-steps=stories]')).toHaveCount(0)
  await page.evaluate(() => window.lotline?.idle())
  await server.stop()
})

test('the demonstration tells four stories of its own records, by mouse and keyboard, until they are hidden', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/index')
  const stories = page.locator('[data-first-steps=stories]')
  await expect(stories.getByRole('heading', { level: 3 })).toHaveText([
    '追溯可疑批次',
    '召回',
    '从收货到销售',
    '做一张生产计划',
  ])
  await expect(page.locator('[data-first-steps=setup]')).toHaveCount(0)
  await stories.locator('[data-story=trace]').click()
  const trace = stories.getByRole('link').first()
  const lotNo = new URL((await trace.getAttribute('href')) ?? '', demoUrl).searchParams.get('lotNos') ?? ''
  await trace.click()
  await expect(page).toHaveURL(/\/reviewasc\?lotNos=/)
  await expect(page.locator('[data-region=main]')).toContainText(lotNo)
  await page.evaluate(() => window.lotline?.run('navigate.index'))
  await stories.locator('[data-story=recall]').press('Enter')
  const recall = stories.getByRole('link').last()
  await recall.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/callback\/\d+$/)
  await page.evaluate(() => window.lotline?.run('navigate.index'))
  await stories.getByRole('button', { name: '收起' }).click()
  await expect(stories).toHaveCount(0)
  await page.evaluate(() => window.lotline?.idle())
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => window.lotline?.ready())
  await expect(stories).toHaveCount(0)
  await page.evaluate(() => window.lotline?.run('help.start', { on: true }))
  await expect(stories).toBeVisible()
})
