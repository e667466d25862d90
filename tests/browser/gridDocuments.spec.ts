/** Documents and lots edited in their lists, from the keyboard alone. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { run } from './scripts.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const focusedColumn = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-column-id]')?.dataset.columnId ?? null)

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first()

/** List with focus in this column of the first row in this state. */
async function intoCell(page: Page, url: string, name: string, state: string, column: string) {
  await signIn(page, url, `/${name}`)
  const { press } = keyboardOf(page)
  await expect.poll(() => focusedColumn(page)).not.toBeNull()
  const row = page.locator(`[data-grid=${name}] [data-row-id]`).filter({ hasText: state }).first()
  await row.scrollIntoViewIfNeeded()
  const [index, id] = await Promise.all([row.getAttribute('data-index'), row.getAttribute('data-row-id')])
  for (let steps = 0; steps < Number(index); steps += 1) await press('ArrowDown')
  for (let steps = 0; (await focusedColumn(page)) !== column && steps < 30; steps += 1) await press('ArrowRight')
  expect(await focusedColumn(page)).toBe(column)
  return page.locator(`[data-grid=${name}] [data-row-id="${id}"]`)
}

const stored = (page: Page, name: string, id: string | null) =>
  page.evaluate(
    async ([entity, row]) => {
      const result = await window.lotline?.run(`${entity}.load`, { id: Number(row) })
      return (result as { data?: Record<string, unknown> } | undefined)?.data
    },
    [name, id] as const,
  )

test('a draft plan takes another quantity in its list, and its needs follow', async ({ page, demoUrl }) => {
  const row = await intoCell(page, demoUrl, 'produceplan', '草稿', 'plannedQty')
  const id = await row.getAttribute('data-row-id')
  const before = (await stored(page, 'produceplan', id)) as {
    lines: readonly { requiredQty: string }[]
    plannedQty: string
  }
  const { press, type } = keyboardOf(page)
  await type(String(Number(before.plannedQty) * 2))
  await press('Enter', 'Control+s')
  await expect(row).toHaveAttribute('data-state', 'clean')
  const after = (await stored(page, 'produceplan', id)) as typeof before
  expect(Number(after.plannedQty)).toBe(Number(before.plannedQty) * 2)
  const needs = (plan: typeof before) => plan.lines.map(({ requiredQty }) => Number(requiredQty ?? 'none'))
  expect(needs(before)).not.toEqual([])
  // Needs in pieces are rounded up.
  for (const [at, need] of needs(after).entries())
    expect(Math.abs(need - 2 * (needs(before)[at] ?? 0))).toBeLessThanOrEqual(1)
})

test('a posted receipt takes a remark in its list, and says why nothing else is taken', async ({ page, demoUrl }) => {
  const row = await intoCell(page, demoUrl, 'materialstorein', '已过账', 'deliveryNoteNo')
  const id = await row.getAttribute('data-row-id')
  const { press, type } = keyboardOf(page)
  await type('X')
  await expect(said(page, '单据已过账，不能再改')).toBeVisible()
  for (let steps = 0; (await focusedColumn(page)) !== 'remark' && steps < 15; steps += 1) await press('ArrowRight')
  await type('托盘破损')
  await press('Enter', 'Control+s')
  await expect(row).toHaveAttribute('data-state', 'clean')
  expect(await stored(page, 'materialstorein', id)).toMatchObject({ remark: '托盘破损', status: 'SUBMITTED' })
})

test('a lot takes a remark in its list and is changed in nothing else', async ({ page, demoUrl }) => {
  const row = await intoCell(page, demoUrl, 'stocklot', '待检', 'expiryDate')
  const id = await row.getAttribute('data-row-id')
  const { press, type } = keyboardOf(page)
  await type('2')
  await expect(said(page, '由单据和流水记账，不能编辑')).toBeVisible()
  for (let steps = 0; (await focusedColumn(page)) !== 'remark' && steps < 15; steps += 1) await press('ArrowRight')
  await type('放在三号库')
  await press('Enter', 'Control+s')
  await expect(row).toHaveAttribute('data-state', 'clean')
  expect(await stored(page, 'stocklot', id)).toMatchObject({ remark: '放在三号库', qualityStatus: 'PENDING' })
})

test('a stored draft that cannot be posted has its faulty cells marked, and is posted once they are filled', async ({
  page,
  busyUrl,
}) => {
  await signIn(page, busyUrl, '/materialstorein')
  const id = await page.evaluate(async () => {
    const found = async (command: string, q: string) => {
      const result = await window.lotline?.run(command, { q })
      if (result?.status !== 'ok') throw new Error(JSON.stringify(result))
      return (result.data as { rows: readonly { id: number }[] }).rows[0]?.id
    }
    const line = {
      materialId: await found('material.list', '食用盐'),
      supplierLotNo: 'MARKED-1',
      produceDate: '2026-11-01',
      packageQty: '2',
      certificateNo: 'C-1',
    }
    const row = {
      supplyId: await found('supply.list', '淮盐'),
      warehouseId: await found('warehouse.list', '原料'),
      receiverId: await found('employee.list', 'E003'),
      deliveryNoteNo: 'MARKED',
      lines: [line],
    }
    const drafted = await window.lotline?.run('materialstorein.save', { row })
    if (drafted?.status !== 'ok') throw new Error(JSON.stringify(drafted))
    return (drafted.data as { id: number }).id
  })
  await page.goto(`${busyUrl}/materialstorein/${id}`)
  await page.evaluate(() => window.lotline?.ready())
  const record = page.locator(`[data-record="materialstorein/${id}"]:visible`)
  await page.keyboard.press('Control+Enter')
  const cell = record.locator('[data-row-id] [data-column-id=materialSpecId]').first()
  await expect(cell.locator(':focus')).toHaveCount(1)
  await expect(record.getByRole('alert')).toBeVisible()
  // Nothing was entered, so that nothing is unsaved.
  expect(await page.evaluate(() => window.lotline?.context().dirty)).toBe(false)
  await page.keyboard.type('50kg')
  await expect(page.getByRole('option').first()).toContainText('50kg')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Control+Enter')
  await expect(record).toContainText('已过账')
})

test('the cells are marked as well where the key comes before the record', async ({ page, busyUrl }) => {
  await signIn(page, busyUrl, '/materialstorein')
  const id = await page.evaluate(async () => {
    const drafted = await window.lotline?.run('materialstorein.save', { row: { deliveryNoteNo: 'EARLY' } })
    if (drafted?.status !== 'ok') throw new Error(JSON.stringify(drafted))
    return (drafted.data as { id: number }).id
  })
  await page.route(new RegExp(`/template/edit/materialstorein\\?id=${id}`), async route => {
    await new Promise(resolve => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.evaluate(address => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/materialstorein/${id}`)
  await page.waitForFunction(to => window.lotline?.context().record?.id === to, id)
  await page.keyboard.press('Control+Enter')
  const record = page.locator(`[data-record="materialstorein/${id}"]:visible`)
  await expect(record.getByRole('alert')).toContainText('处未填对')
  await expect(record.locator('[data-field=supplyId] [aria-invalid=true]')).toBeVisible()
})

test('a person who may not approve what he handled sees his name marked', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stockrelabel')
  const idOf = async (entity: string, q: string) => {
    const result = await run(page, `${entity}.list`, { q })
    return (result as { data: { rows: readonly { id: number }[] } }).data.rows[0]?.id
  }
  const [lotId, handlerId] = [await idOf('stocklot', '-1'), await idOf('employee', '许静')]
  const row = { lotId, qty: '1', newLotNo: 'MARKED-2', reason: '印错', handlerId }
  const drafted = await run(page, 'stockrelabel.save', { row })
  const { id } = (drafted as { data: { id: number } }).data
  await page.goto(`${demoUrl}/stockrelabel/${id}`)
  await page.evaluate(() => window.lotline?.ready())
  await page.keyboard.press('Control+Enter')
  const handler = page.locator(`[data-record="stockrelabel/${id}"]:visible [data-field=handlerId]`)
  await expect(handler.getByRole('combobox')).toBeFocused()
  await expect(handler).toContainText('两人不能相同')
  // Shared plant: the draft must not stay.
  expect(await run(page, 'stockrelabel.delete', { ids: [id] })).toMatchObject({ status: 'ok' })
})
