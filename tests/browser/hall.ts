/** Warehouse work in a browser: a scanner, the page of the hall, and calls beside it. */
import type { Locator, Page } from '@playwright/test'
import type { BrowserServer } from '../support/browserProcess.ts'
import { expect, test } from './server.ts'

export interface Row {
  readonly id: number
  readonly [name: string]: unknown
}

export const gtin = '06901234567892'

/** A reader: keys 3 ms apart, ended by Enter. */
export async function scan(page: Page, code: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  // Apart from keys before.
  let at = Date.now() / 1000 + 0.2
  const sent = [...code, 'Enter'].flatMap(key => {
    at += 0.003
    const isEnd = key === 'Enter'
    const named = isEnd ? { key, code: key, windowsVirtualKeyCode: 13, text: '\r' } : { key, text: key }
    return [
      cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...named, timestamp: at }),
      cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp: at + 0.001 }),
    ]
  })
  await Promise.all(sent)
  await cdp.detach()
}

export const eq = (field: string, value: unknown) => ({ field, op: 'eq', value })

export interface Hall {
  readonly url: string
  /** Calls beside the page, also while that has no network. */
  call<T>(path: string, body: object): Promise<T>
  listed(entity: string, where: readonly object[], size?: number): Promise<readonly Row[]>
  act(entity: string, action: string, id: unknown, args?: object): Promise<void>
  lotOf(supplierLotNo: string): Promise<Row>
  ledgerOf(docNo: string): Promise<readonly Row[]>
  /** A released plan that needs soybeans. */
  newPlan(): Promise<Row>
}

/** The demonstration's plant, whose soybeans have a bar code and are released on receipt. */
async function hallOf({ url }: BrowserServer): Promise<Hall> {
  const body = new URLSearchParams({ grant_type: 'password', username: 'admin', password: 'admin123' })
  const signedIn = await fetch(`${url}/Auth/login`, { method: 'POST', body })
  const token = ((await signedIn.json()) as { data: { access_token: string } }).data.access_token

  async function call<T>(path: string, parameters: object): Promise<T> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/${path}`, { method: 'POST', headers, body: JSON.stringify(parameters) })
    const { status, message, data } = (await response.json()) as { status: number; message: string; data: T }
    if (status !== 0) throw new Error(`${path}: ${message} ${JSON.stringify(data)}`)
    return data
  }
  const listed: Hall['listed'] = async (entity, where, size = 50) =>
    (await call<{ rows: Row[] }>(`template/list/${entity}`, { where, size })).rows
  const act: Hall['act'] = async (entity, action, id, args = {}) => {
    const { rows } = await call<{ rows: Row[] }>(`template/${action}/${entity}`, { ids: [id], ...args })
    expect(rows[0], `${entity}.${action} ${JSON.stringify(rows[0])}`).toMatchObject({ ok: true })
  }
  const [spec] = await listed('materialspec', [eq('specCode', 'M001-1')])
  await call('template/save/materialspec', { ...spec, barcode: gtin })
  // Released on receipt: the laboratory is another story.
  const [soybeans] = await listed('material', [eq('code', 'M001')])
  await call('template/save/material', { ...soybeans, isInspected: false })
  return {
    url,
    call,
    listed,
    act,
    async lotOf(supplierLotNo) {
      const [lot] = await listed('stocklot', [eq('supplierLotNo', supplierLotNo)])
      if (!lot) throw new Error(`no lot ${supplierLotNo}`)
      return lot
    },
    ledgerOf: docNo => listed('stockledger', [eq('docNo', docNo)]),
    async newPlan() {
      const [product] = await listed('product', [eq('code', 'F101')])
      const [productSpec] = await listed('productspec', [eq('productId', product?.id)])
      const [formula] = await listed('productformula', [eq('productId', product?.id), eq('status', 'APPROVED')])
      const given = {
        productId: product?.id,
        plannedQty: '100',
        productSpecId: productSpec?.id,
        formulaId: formula?.id,
      }
      const { rows } = await call<{ rows: Row[] }>('template/prepare/produceplan', given)
      const { id } = await call<Row>('template/save/produceplan', { ...rows[0], ...given })
      await act('produceplan', 'release', id)
      const [plan] = await listed('produceplan', [eq('id', id)])
      if (!plan) throw new Error('no plan')
      return plan
    },
  }
}

/** Plant of a file on a phone, opened before its tests. */
export function withHall(): () => Hall {
  let plant: BrowserServer
  let hall: Hall
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test.beforeAll(async ({ servers }) => {
    test.setTimeout(180_000)
    plant = await servers.open('demo')
    hall = await hallOf(plant)
  })
  test.afterAll(() => plant.stop())
  return () => hall
}

export const work = (page: Page) => page.locator('[data-warehouse]:visible')
export const field = (within: Locator, name: string) =>
  within.locator(`[data-field="${name}"] :is(input, textarea)`).first()
export const entries = (page: Page) => work(page).locator('[data-entry]')

export async function choose(page: Page, within: Locator, name: string, value: string): Promise<void> {
  await field(within, name).tap()
  await field(within, name).fill(value)
  await page.getByRole('option').filter({ hasText: value }).first().tap()
  await expect(page.getByRole('option')).toHaveCount(0)
}

export async function begin(page: Page, task: string): Promise<void> {
  await work(page).locator(`[data-command="warehouse.${task}"]`).tap()
  await expect(page.locator(`[data-warehouse="${task}"]:visible [data-back]`)).toBeVisible()
}

export const confirm = async (page: Page) => {
  await work(page).locator('[data-confirm]').tap()
  await expect(page.locator('[data-warehouse=tasks]:visible')).toBeVisible()
}

/** Number of the newest document, once its entry is done. */
export async function done(page: Page): Promise<string> {
  const entry = entries(page).first()
  await expect(entry).toHaveAttribute('data-state', 'done', { timeout: 15_000 })
  return /[A-Z]{2}\d{8}-\d+/.exec(await entry.locator('[data-link=result]').innerText())?.[0] ?? ''
}

/** A receipt of soybeans by scanning, not yet confirmed. */
export async function receive(page: Page, lotNo: string, produced: string, packages: string): Promise<void> {
  await begin(page, 'receive')
  await choose(page, work(page), 'supplyId', '北大荒')
  await field(work(page), 'deliveryNoteNo').fill(`DN-${lotNo}`)
  await scan(page, `]C101${gtin}11${produced}10${lotNo}`)
  const line = work(page).locator('[data-work-line="0"]')
  await expect(field(line, 'supplierLotNo')).toHaveValue(lotNo)
  await expect(field(line, 'materialId')).toHaveValue('脱脂大豆')
  await expect(field(line, 'packageQty')).toHaveValue('1')
  await field(line, 'packageQty').fill(packages)
  await field(line, 'certificateNo').fill(`COA-${lotNo}`)
}

/** Controls too small for gloves. */
export const small = (page: Page) =>
  work(page).evaluate(screen =>
    [...screen.querySelectorAll('button, input:not([type=checkbox]), a')]
      .filter(
        each => each.checkVisibility() && !each.closest('[aria-hidden=true]') && each.getAttribute('tabindex') !== '-1',
      )
      .filter(each => each.getBoundingClientRect().height < 56)
      .map(each => each.outerHTML.slice(0, 140)),
  )
