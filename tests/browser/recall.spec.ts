/** Drill without changes, and a whole recall: from trace to last gram, by keyboard. */
import type { Page } from '@playwright/test'
import { entities } from '#contract/index.ts'
import { type Entity, hasPage } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { keyboardOf } from './keyboard.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test.describe.configure({ mode: 'serial' })
test.setTimeout(120_000)

type Stored = Values & { readonly id: number; readonly rowVersion: number }

/** Scripted steps for what these tests are not about, as by macro. */
async function run<T = Stored>(page: Page, id: string, args: Values = {}): Promise<T> {
  const result = await page.evaluate(
    async ([command, given]) => (await window.lotline?.run(command, given, { confirm: 'accept' })) ?? null,
    [id, args] as const,
  )
  expect(result, `${id}: ${JSON.stringify(result)}`).toMatchObject({ status: 'ok' })
  return (result as { data: T }).data
}

const idOf = async (page: Page, entity: string, q: string) =>
  (await run<{ rows: Stored[] }>(page, `${entity}.list`, { q })).rows[0]?.id as number

async function come(page: Page, url: string): Promise<void> {
  await signIn(page, url)
  await page.evaluate(() => window.lotline?.ready())
}

interface Goods {
  readonly materialLotNo: string
  readonly productLotId: number
  readonly productLotNo: string
}

/** Soybean is received, brewed, and sold to two dealers. */
async function goods(page: Page): Promise<Goods> {
  const id = (entity: string, q: string) => idOf(page, entity, q)
  const [receiptHead] = await run<Values[]>(page, 'materialstorein.prepare')
  const soybean = {
    materialId: await id('material', '脱脂大豆'),
    materialSpecId: await id('materialspec', '50kg'),
    supplierLotNo: 'SB-R',
    produceDate: '2026-11-01',
    packageQty: '6',
    certificateNo: 'COA-R',
  }
  const receipt = await run<Stored & { lines: readonly Values[] }>(page, 'materialstorein.save', {
    row: { ...receiptHead, supplyId: await id('supply', '北大荒'), deliveryNoteNo: 'DN-R', lines: [soybean] },
    submit: true,
  })
  const [line] = receipt.lines
  await run(page, 'stocklot.release', { ids: [line?.lotId] })
  const [planHead] = await run<Values[]>(page, 'produceplan.prepare')
  const planId = (
    await run(page, 'produceplan.save', {
      row: {
        ...planHead,
        productId: await id('product', '酱油原油'),
        productSpecId: await id('productspec', '罐装散料'),
        formulaId: await id('productformula', '酱油原油'),
        plannedQty: '1000',
        leaderId: await id('employee', 'E004'),
      },
    })
  ).id
  await run(page, 'produceplan.release', { ids: [planId] })
  const [issue] = await run<Values[]>(page, 'getmaterialrecord.prepare', { values: { producePlanId: planId } })
  const issuerId = await id('employee', 'E002')
  await run(page, 'getmaterialrecord.save', { row: { ...issue, producePlanId: planId, issuerId }, submit: true })
  const uses = await run<Values[]>(page, 'usematerialrecord.prepare', { values: { producePlanId: planId } })
  await run(page, 'usematerialrecord.save', { rows: uses.map(row => ({ ...row, producePlanId: planId })) })
  const [made] = await run<Values[]>(page, 'productstorein.prepare', { values: { producePlanId: planId } })
  const handlerId = await id('employee', 'E003')
  const product = await run(page, 'productstorein.save', {
    row: { ...made, producePlanId: planId, handlerId },
    submit: true,
  })
  await run(page, 'stocklot.release', { ids: [product.lotId] })
  for (const [dealer, packageQty] of [
    ['粤味', '300'],
    ['湘福', '120.5'],
  ] as const) {
    const [head] = await run<Values[]>(page, 'productsaleout.prepare')
    const sold = {
      productId: product.productId,
      productSpecId: product.productSpecId,
      lotId: product.lotId,
      packageQty,
    }
    const row = { ...head, dealerId: await id('dealer', dealer), handlerId, lines: [sold] }
    await run(page, 'productsaleout.save', { row, submit: true })
  }
  return {
    materialLotNo: String(line?.lotNo),
    productLotId: product.lotId as number,
    productLotNo: String(product.lotNo),
  }
}

/** Tables a drill may write: itself, contacts, trace snapshot, audit trail. */
const ownOfDrill = new Set([
  ...['callback', 'callbackdealer', 'callbacknotice', 'callbackdrill', 'tracesnapshot'],
  ...['auditlog', 'userlogin', 'usersetting'],
])

/** Every row of every other list. */
async function everythingElse(page: Page): Promise<Readonly<Record<string, unknown>>> {
  const names = Object.values<Entity>(entities)
    .filter(entity => hasPage(entity) && entity.operations.includes('list') && !ownOfDrill.has(entity.name))
    .map(({ name }) => name)
  const all: Record<string, unknown> = {}
  for (const name of names) {
    const pages: unknown[] = []
    for (let at = 1; at === pages.length + 1; at += 1) {
      const { rows, total } = await run<{ rows: unknown[]; total: number }>(page, `${name}.list`, {
        page: at,
        size: 200,
      })
      pages.push(rows)
      if (at * 200 >= total) break
    }
    all[name] = pages
  }
  expect(names.length).toBeGreaterThan(40)
  return all
}

let made: Goods

/** Runs an action of the open recall through the palette, and confirms. */
async function step(page: Page, title: string, state: string): Promise<void> {
  const person = keyboardOf(page)
  await person.run(`${title}召回管理`, title)
  await person.confirm()
  await expect(page.locator('[data-recall-strip] [aria-current=step]')).toHaveText(state)
}

const contact = (page: Page, at: number) => page.locator('[data-call-list] tbody tr').nth(at)

/** Logs one call by keyboard: outcome and reported stock. */
async function logCall(page: Page, stock: string): Promise<void> {
  const { press, fill, confirm } = keyboardOf(page)
  await press('Control+Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await fill('stockQty', stock)
  await confirm()
}

test('a seeded drill is traced, called and scored, and has changed nothing', async ({ page, busyUrl }) => {
  await come(page, busyUrl)
  made = await goods(page)
  const before = await everythingElse(page)

  const person = keyboardOf(page)
  await person.run('盲测演练', '开始盲测演练')
  await expect(page).toHaveURL(/\/callback\/\d+$/)
  const id = Number(page.url().split('/').at(-1))
  await expect(page.locator('[data-drill]')).toContainText('不冻结批次，不动库存，不发通知')
  await expect(page.locator('[data-drill]')).toContainText('问题批次 L')
  await expect(page.locator('[data-score]')).toHaveCount(0)

  // The team's answer: the one lot that everything went into.
  const { rowVersion } = await run(page, 'callback.load', { id })
  const answer = { lots: [{ lotId: made.productLotId }], summary: '全部批次已找到。' }
  await run(page, 'callback.save', { row: { id, rowVersion, ...answer } })
  await page.reload()
  await expect(page.locator('[data-recall-strip]')).toBeVisible()
  await step(page, '启动', '已启动')
  await step(page, '发出通知', '通知中')
  await expect(contact(page, 0)).toContainText('广州粤味商贸有限公司')
  await expect(contact(page, 0)).toHaveAttribute('aria-current', 'true')
  const itsButton = { name: `登记通话：广州粤味商贸有限公司 ${made.productLotNo}`, exact: true }
  await expect(contact(page, 0).getByRole('button', itsButton)).toBeVisible()
  await logCall(page, '200')
  await expect(contact(page, 0)).toHaveAttribute('data-status', 'STOCK_REPORTED')
  await expect(contact(page, 1)).toHaveAttribute('aria-current', 'true')
  await logCall(page, '100')
  await expect(page.locator('[data-call-list]')).toContainText('全部经销商已报库存')
  await step(page, '开始回收', '回收中')
  await step(page, '进入处置', '处置中')
  await step(page, '结案', '已结案')
  await expect(page.locator('[data-score]')).toContainText(
    '应找 1 批，找到 1 批，找对 1 批：准确率 100.00%，查全率 100.00%',
  )

  expect(await everythingElse(page)).toEqual(before)
  const { rows } = await run<{ rows: Stored[] }>(page, 'callbackdrill.list', {})
  expect(rows[0]).toMatchObject({ callbackId: id, hitLots: 1, recallPercent: '100.00', ledgerPercent: '100.00' })
  const notices = await run<{ rows: Stored[] }>(page, 'callbacknotice.list', {})
  expect(notices.rows.filter(row => row.outcome === 'DRILL')).toHaveLength(2)
})

test('the clocks of a recall run on while nobody touches it, and Ctrl+Enter saves its draft', async ({
  page,
  busyUrl,
}) => {
  await page.clock.install()
  await come(page, busyUrl)
  const { id } = await run(page, 'callback.seededDrill', { responsibleId: await idOf(page, 'employee', 'E003') })
  await page.goto(`${busyUrl}/callback/${id}`)
  const clock = page.locator('[data-deadline=startDeadline] time')
  await expect(clock).toHaveText(/剩余 (\d+ 天 )?\d+ (小时|分钟)/)
  const before = await clock.textContent()

  const { to, type, press } = keyboardOf(page)
  await to('title')
  await press('Control+a')
  await type('盲测一')
  await press('Control+Enter')
  await expect.poll(async () => run(page, 'callback.load', { id })).toMatchObject({ title: '盲测一', status: 'DRAFT' })
  await expect(page.locator('[data-unsaved]')).toHaveCount(0)

  // Pending reads would reveal how far the moved server clock is ahead.
  await page.evaluate(() => window.lotline?.idle())
  await page.clock.fastForward('01:01:00')
  await expect(clock).not.toHaveText(before ?? '')
})

test('a recall goes from the trace to its end, and ends when every gram is explained', async ({ page, busyUrl }) => {
  await come(page, busyUrl)
  const { run: choose, to, type, press } = keyboardOf(page)

  // Trace: whom it reached.
  await choose('sxzz', '正向追溯')
  await expect(page.locator('[data-field=lotNos]:visible input')).toBeVisible()
  await to('lotNos')
  await type(made.materialLotNo)
  await press('Enter')
  await expect(page.locator('[data-grid]:visible [role=row][data-row-id]')).toHaveCount(2)

  // Plan of another responsible person approved; the recall begins with its lots.
  const responsibleId = await idOf(page, 'employee', 'E003')
  const { rows: grades } = await run<{ rows: Stored[] }>(page, 'callbackgrade.list', { q: 'CN2026-1' })
  const plan = await run(page, 'unsafefoodcallbackplan.save', {
    row: {
      producerInfo: '恒香',
      responsibleId,
      phone: '0532-86661234',
      lotIds: [made.productLotId],
      recallArea: '广东、湖南',
      reasonAndHarm: '检出致病菌',
      callbackGradeId: grades[0]?.id,
      procedure: '24 小时内启动',
      noticeContent: '请立即停止销售。',
      publishMethod: '官网',
      obligations: '停止销售',
      disposalMeasure: '销毁',
      expectedEffect: '全部召回',
    },
  })
  await run(page, 'unsafefoodcallbackplan.approve', { ids: [plan.id] })
  await page.goto(`${busyUrl}/callback/new?callbackPlanId=${plan.id}`)
  await expect(page.locator('[data-grid]:visible')).toContainText(made.productLotNo)
  await to('title')
  await type('酱油原油召回')
  await press('Control+s')
  await expect(page).toHaveURL(/\/callback\/\d+$/)
  const id = Number(page.url().split('/').at(-1))

  // Start: frozen, and the clocks run.
  await step(page, '启动', '已启动')
  await expect(page.locator('[data-deadline=startDeadline]')).toHaveAttribute('data-stage', 'met')
  await expect(page.locator('[data-deadline=reportDeadline]')).toContainText('剩余 23 小时')
  expect(await run(page, 'stocklot.load', { id: made.productLotId })).toMatchObject({ qualityStatus: 'RECALLED' })
  await step(page, '发出通知', '通知中')

  // Two calls, the larger dealer first.
  await expect(contact(page, 0)).toContainText('300')
  await logCall(page, '300')
  await expect(contact(page, 1)).toHaveAttribute('aria-current', 'true')
  await logCall(page, '120.5')
  await expect(page.locator('[data-figure=acknowledged]')).toContainText('2 / 2')
  await expect(page.locator('[data-deadline=notifyDeadline]')).toHaveAttribute('data-stage', 'met')
  await step(page, '开始回收', '回收中')
  await expect(page.locator('[data-open=unaccounted]')).toContainText('420.5')

  // What the dealers had comes back, into quarantine.
  const { rows: houses } = await run<{ rows: Stored[] }>(page, 'warehouse.list', { q: 'WH05' })
  const bin = { warehouseId: houses[0]?.id, code: 'QZ', name: '隔离区', isQuarantine: true }
  const { id: quarantine } = await run(page, 'stocklocation.save', { row: bin })
  const handlerId = await idOf(page, 'employee', 'E003')
  for (const [dealer, packageQty] of [
    ['粤味', '300'],
    ['湘福', '120.5'],
  ] as const) {
    const [row] = await run<Values[]>(page, 'productstorein.prepare', { values: { callbackId: id } })
    const dealerId = await idOf(page, 'dealer', dealer)
    const back = { ...row, dealerId, packageQty, warehouseId: houses[0]?.id, locationId: quarantine, handlerId }
    await run(page, 'productstorein.save', { row: back, submit: true })
  }
  await page.reload()
  await expect(page.locator('[data-figure=recovered]')).toContainText('100.00%')
  await expect(contact(page, 0)).toHaveAttribute('data-status', 'RETURNED')
  await step(page, '进入处置', '处置中')

  // It does not end while what is to be destroyed lies here.
  const recall = await run(page, 'callback.load', { id })
  const reported = { disposalMethod: 'DESTROY', disposalWitness: '市场监管所 王五', summary: '全部收回并销毁。' }
  await run(page, 'callback.save', { row: { id, rowVersion: recall.rowVersion, ...reported } })
  await page.reload()
  await expect(page.locator('[data-open=undisposed]')).toContainText('1,000')
  // It is tried before anybody is asked.
  await choose('结案召回管理', '结案')
  await expect(page.getByText(`要销毁的召回产品还在库：${made.productLotNo} 1000`).first()).toBeVisible()
  await expect(page.locator('[data-recall-strip] [aria-current=step]')).toHaveText('处置中')

  const { rows: places } = await run<{ rows: Stored[] }>(page, 'stockbalance.list', {
    where: [{ field: 'lotId', op: 'eq', value: made.productLotId }],
  })
  const { rows: bins } = await run<{ rows: Stored[] }>(page, 'stocklocation.list', { size: 200 })
  for (const place of places) {
    const location = bins.find(each => each.id === place.locationId)
    if (location?.locationType !== 'STORAGE' || Number(place.quantity) === 0) continue
    const { rows: specs } = await run<{ rows: Stored[] }>(page, 'productspec.list', { q: '罐装散料' })
    const line = { lotId: made.productLotId, productSpecId: specs[0]?.id, qty: place.quantity, locationId: location.id }
    const [head] = await run<Values[]>(page, 'productstoreout.prepare')
    const out = await run(page, 'productstoreout.save', {
      row: {
        ...head,
        outType: 'SCRAP',
        warehouseId: location.warehouseId,
        handlerId,
        reason: '召回销毁',
        lines: [line],
      },
    })
    await run(page, 'productstoreout.approve', { ids: [out.id] })
    await run(page, 'productstoreout.submit', { ids: [out.id] })
  }
  await page.reload()
  await expect(page.locator('[data-recall-strip]')).toBeVisible()
  await expect(page.locator('[data-recall-strip] [data-open]')).toHaveCount(0)
  await step(page, '结案', '已结案')
  const closed = await run<Stored & { lots: readonly Values[] }>(page, 'callback.load', { id })
  expect(closed).toMatchObject({ status: 'CLOSED', recoveryRate: '100.00', accountedPercent: '100.00' })
  expect(closed.lots).toMatchObject([
    { producedQty: '1000.0000', disposedQty: '1000.0000', onHandQty: '0.0000', balanceQty: '0.0000' },
  ])
})
