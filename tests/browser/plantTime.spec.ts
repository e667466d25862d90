/** A browser in New York on a plant in Shanghai: moments are the plant's. */
import type { Page } from '@playwright/test'
import { asked } from './fileFields.ts'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test.use({ timezoneId: 'America/New_York' })

interface Complaint {
  readonly id: number
  readonly complaintTime: string
}
interface Listed {
  readonly rows: readonly Complaint[]
}

/** Half past midnight in Shanghai, still the day before in UTC and New York. */
const early = '2026-03-01T16:30:00.000Z'

const shanghai = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' },
})

const run = (page: Page, id: string, args = {}) =>
  page.evaluate(([command, given]) => window.lotline?.run(command, given), [id, args] as const)
const cells = (page: Page) => page.locator('[data-grid=complaint]:visible [data-index] [data-column-id=complaintTime]')
const stored = async (page: Page, id: number) =>
  (await asked<Listed>(page, 'template/list/complaint', { where: [{ field: 'id', op: 'eq', value: id }] })).rows[0]
    ?.complaintTime

async function added(page: Page, complaintTime: string, contactName: string): Promise<number> {
  const { rows } = await asked<Listed>(page, 'template/list/product', { size: 1 })
  const row = { complaintTime, contactName, complaintType: 'TASTE', productId: rows[0]?.id, content: '味道不对' }
  return (await asked<Complaint>(page, 'template/save/complaint', row)).id
}

test('list, form, filter and entry are in plant time, and the tooltip says both', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/complaint')
  const id = await added(page, early, '凌晨')
  const before = await added(page, '2026-03-01T15:59:00.000Z', '前一天')
  await page.goto(`${demoUrl}/complaint?complaintTime=2026-03-01..2026-03-31&_sort=complaintTime`)
  await signIn(page, demoUrl, '/complaint')

  await run(page, 'list.filter', { field: 'complaintTime' })
  const popup = page.locator('[data-column-filter=complaintTime]')
  await popup.locator('[data-operator]').selectOption('on')
  await popup.locator('input').last().fill('2026-03-02')
  await page.keyboard.press('Enter')
  await expect(cells(page)).toHaveText(['2026-03-02 00:30'])
  const hint = await cells(page).first().getAttribute('title')
  expect(hint).toBe(
    '2026-03-02 00:30:00 Asia/Shanghai（UTC+8）\n本机时间 2026-03-01 11:30:00 America/New_York（UTC-5）',
  )

  await page.goto(`${demoUrl}/complaint/${id}`)
  const { press, type, to } = keyboardOf(page)
  const field = page.locator('[data-record]:visible [data-name=complaintTime]')
  await expect(field).toHaveValue('2026-03-02 00:30')
  await field.focus()
  // Skipped in New York, an ordinary time in Shanghai.
  await type('2026-03-08 02:30')
  await to('contactName')
  await press('Control+s')
  await expect.poll(() => stored(page, id)).toBe('2026-03-07T18:30:00.000Z')
  expect(await stored(page, before)).toBe('2026-03-01T15:59:00.000Z')
})

test('today is the plant’s, and so is what a new record begins with', async ({ page, demoUrl }) => {
  // Evening of the 26th in New York, morning of the 27th in Shanghai.
  await page.clock.setSystemTime('2026-11-27T01:30:00.000Z')
  await signIn(page, demoUrl, '/complaint/new')
  const field = page.locator('[data-record]:visible [data-name=complaintTime]')
  // The server's own clock, in Shanghai.
  await expect(field).toHaveValue(shanghai.format(Date.now()).slice(0, 16))
  await field.fill('')
  await page.keyboard.press('Alt+ArrowDown')
  const calendar = page.locator('[data-calendar]')
  await expect(calendar.locator('[data-today=true]')).toHaveText('27')
  await expect(calendar).toContainText('Asia/Shanghai（UTC+8）')
  await calendar.getByLabel('时间').fill('0815')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('2026-11-27 08:15')
})

test('a deadline names the plant’s zone', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  const deadline = page.locator('#main time[datetime]').first()
  const at = (await deadline.getAttribute('datetime')) ?? ''
  expect(await deadline.getAttribute('title')).toContain(
    `${shanghai.format(new Date(at))} Asia/Shanghai（UTC+8）\n本机时间 `,
  )
})

async function zoned(page: Page, timeZone: string): Promise<void> {
  const { rows } = await asked<{ readonly rows: readonly object[] }>(page, 'template/list/customer', {})
  const saved = await asked<object>(page, 'SystemSetting/CustomerSave', { ...rows[0], timeZone })
  expect(saved).toMatchObject({ timeZone })
}

interface Notice {
  readonly id: number
  readonly expireTime: string
}
const noticeUntil = (page: Page, expireTime: string) =>
  asked<Notice>(page, 'template/save/notify', {
    ...{ title: '时区', content: '<p>时区</p>', expireTime, notifyType: 'NOTICE', targetType: 'ALL' },
  })

test('another zone of the organisation is shown as soon as an answer tells it, in the page that is open too', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/notify')
  await noticeUntil(page, early)
  await page.reload()
  const cell = page.locator('[data-grid=notify]:visible [data-index="0"] [data-column-id=expireTime]')
  await expect(cell).toHaveText('2026-03-02 00:30')
  await zoned(page, 'Asia/Kolkata')
  try {
    await run(page, 'brand.list')
    await expect(cell).toHaveText('2026-03-01 22:00')
    await expect(cell).toHaveAttribute('title', /Asia\/Kolkata（UTC\+5:30）/)
  } finally {
    await zoned(page, 'Asia/Shanghai')
  }
})

test('the second of two like hours stays one when its calendar is confirmed', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/notify')
  await zoned(page, 'America/New_York')
  try {
    const second = '2026-11-01T06:30:25.000Z'
    const { id } = await noticeUntil(page, second)
    await page.goto(`${plantUrl}/notify/${id}`)
    const field = page.locator('[data-record]:visible [data-name=expireTime]')
    await expect(field).toHaveValue('2026-11-01 01:30')
    await field.focus()
    await page.keyboard.press('Alt+ArrowDown')
    const calendar = page.locator('[data-calendar]')
    await calendar.getByRole('button', { name: '完成' }).click()
    await expect(calendar).toHaveCount(0)
    await expect(field).toBeFocused()
    await expect(page.locator('[data-record]:visible [data-unsaved]')).toHaveCount(0)
    await page.locator('[data-record]:visible [data-name=title]').fill('冬令时')
    await page.keyboard.press('Control+s')
    const stored = async () =>
      (
        await asked<{ readonly rows: readonly (Notice & { readonly title: string })[] }>(
          page,
          'template/list/notify',
          {},
        )
      ).rows
        .filter(row => row.id === id)
        .map(({ title, expireTime }) => [title, expireTime])
    await expect.poll(stored).toEqual([['冬令时', second]])
  } finally {
    await zoned(page, 'Asia/Shanghai')
  }
})
