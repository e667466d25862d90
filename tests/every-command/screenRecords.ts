/** The record that is open: what each command shows. */
import type { Values } from '#contract/schema/field.ts'
import type { ScreenCase, Stage } from './page.ts'

const path =
  ({ page }: Stage) =>
  async () =>
    new URL(page.url()).pathname
export const idAt = ({ page }: Stage, row: number) =>
  page.locator(`[data-grid]:visible [data-index="${row}"]`).getAttribute('data-row-id')

/** Sixth brand, opened from the list on its own page. */
async function opened(stage: Stage): Promise<number> {
  const id = Number(await idAt(stage, 5))
  await stage.stand(5, 'name')
  await stage.ok('record.open')
  await stage.see(path(stage), `/brand/${id}`)
  await stage.see(() => stage.page.locator(`[data-record="brand/${id}"]:visible`).count(), 1)
  return id
}

/** Change of the open record that conflicts with another person's save. */
async function overtaken(stage: Stage, theirs: string): Promise<number> {
  const id = await opened(stage)
  await stage.ok('brand.edit', { id, values: { ownerName: '我' } })
  await stage.call('template/save/brand', { id, trademarkNo: theirs, ownerName: '他' })
  await stage.ok('list.refresh')
  await stage.see(() => stage.page.locator('[data-record]:visible [role=alert]').count(), 1)
  return id
}

const entered =
  ({ page }: Stage, field: string) =>
  () =>
    page.locator(`[data-record]:visible [data-field="${field}"] input`).first().inputValue()

/** Plan released in the first workshop. */
async function released(stage: Stage): Promise<Values> {
  const first = async (entity: string, where: Values = {}) => {
    const conditions = Object.entries(where).map(([field, value]) => ({ field, op: 'eq', value }))
    const { rows } = await stage.call(`template/list/${entity}`, { where: conditions })
    return (rows as Values[])[0] ?? {}
  }
  const { id: formulaId, productId } = await first('productformula', { status: 'APPROVED' })
  const [spec, leader] = [await first('productspec', { productId }), await first('employee')]
  const now = new Date().toISOString()
  const row = {
    ...{ productId, productSpecId: spec.id, formulaId, planType: 'NORMAL', plannedQty: '100', batchCount: 1 },
    ...{ produceDate: now.slice(0, 10), planStart: now, planEnd: now, leaderId: leader.id, workshop: '一号线' },
  }
  return stage.ok<Values>('produceplan.save', { row, submit: true })
}

export const recordCases: readonly ScreenCase[] = [
  {
    id: 'record.open',
    async check(stage, run) {
      const id = await idAt(stage, 7)
      await stage.stand(7, 'name')
      await run()
      await stage.see(path(stage), `/brand/${id}`)
    },
  },
  ...(
    [
      ['next', 6],
      ['previous', 4],
    ] as const
  ).map(
    ([name, row]): ScreenCase => ({
      id: `record.${name}`,
      async check(stage, run) {
        const there = await idAt(stage, row)
        await opened(stage)
        await run()
        await stage.see(path(stage), `/brand/${there}`)
      },
    }),
  ),
  {
    id: 'record.asLastTime',
    async check(stage, run) {
      const plan = await released(stage)
      await stage.ok('produceplan.new', { values: { productId: plan.productId } })
      await stage.see(() => stage.page.locator('[data-last-document]').count(), 1)
      await run()
      await stage.see(entered(stage, 'workshop'), '一号线')
      await stage.ok('command.undo')
      await stage.see(entered(stage, 'workshop'), '')
    },
  },
  {
    id: 'form.nextRequired',
    async check(stage, run) {
      await stage.ok('supply.new')
      await stage.see(() => stage.page.locator('[data-field=code]:visible input:focus').count(), 1)
      await run()
      await stage.see(() => stage.page.locator('[data-field=name]:visible input:focus').count(), 1)
    },
  },
  {
    id: 'setting.useDefault',
    async check(stage, run) {
      const { rows } = await stage.call('template/list/setting', {
        where: [{ field: 'key', op: 'eq', value: 'backdateDays' }],
      })
      const [{ id } = { id: 0 }] = rows as { id: number }[]
      await stage.call('template/save/setting', { id, value: '9' })
      await stage.ok('navigate.setting')
      const days = stage.page.locator('[data-setting=backdateDays] input').first()
      await stage.see(() => days.inputValue(), '9')
      await run({ ids: [id] })
      await stage.see(() => days.inputValue(), '3')
      await stage.ok('setting.save')
      await stage.see(() => stage.page.locator('[data-setting][data-differs]').count(), 0)
    },
  },
  {
    id: 'record.takeLatest',
    async check(stage, run) {
      const id = await overtaken(stage, 'T-1')
      await run()
      await stage.see(entered(stage, 'ownerName'), '他')
      await stage.see(entered(stage, 'trademarkNo'), 'T-1')
      await stage.call('template/save/brand', { id, ownerName: null })
    },
  },
  {
    id: 'record.keepMine',
    async check(stage, run) {
      const id = await overtaken(stage, 'T-2')
      await run()
      await stage.see(entered(stage, 'ownerName'), '我')
      // Kept upon what the other has saved, it is no longer refused.
      await stage.ok('brand.save')
      await stage.see(async () => {
        const { rows } = await stage.call('template/list/brand', { where: [{ field: 'id', op: 'eq', value: id }] })
        const [row] = rows as { ownerName: string; trademarkNo: string }[]
        return [row?.ownerName, row?.trademarkNo]
      }, ['我', 'T-2'])
      await stage.ok('command.undo')
      await stage.call('template/save/brand', { id, ownerName: null })
    },
  },
  {
    id: 'record.undoCompletion',
    async check(stage, run) {
      await stage.ok('produceplan.new')
      await stage.see(path(stage), '/produceplan/new')
      const product = stage.page.locator('[data-record]:visible [data-field=productId] input')
      await product.fill('F101')
      await stage.see(() => stage.page.getByRole('option').first().innerText(), 'F101 酱油原油')
      await product.press('Enter')
      await stage.see(async () => (await entered(stage, 'productSpecId')()) !== '', true)
      await run()
      await stage.see(entered(stage, 'productSpecId'), '')
      await stage.see(entered(stage, 'productId'), 'F101 酱油原油')
      await stage.ok('tab.close')
    },
  },
  {
    id: 'view.back',
    async check(stage, run) {
      await opened(stage)
      await stage.page.locator('[data-region=main]').focus()
      await run()
      await stage.see(path(stage), '/brand')
    },
  },
  {
    id: 'place.back',
    async check(stage, run) {
      await opened(stage)
      await run()
      await stage.see(path(stage), '/brand')
    },
  },
  {
    id: 'place.forward',
    async check(stage, run) {
      const id = await opened(stage)
      await stage.ok('place.back')
      await stage.see(path(stage), '/brand')
      await run()
      await stage.see(path(stage), `/brand/${id}`)
    },
  },
  {
    id: 'page.print',
    async check(stage, run) {
      await stage.page.evaluate(() => {
        window.print = () => document.body.setAttribute('data-print-asked', '')
      })
      await opened(stage)
      await run()
      // A script gets the figures; nothing is printed.
      await stage.see(() => stage.page.locator('body').getAttribute('data-print-asked'), null)
      await stage.see(() => stage.page.locator('[data-printout]').count(), 0)
    },
  },
  {
    id: 'record.printPaper',
    async check(stage, run) {
      const plan = await released(stage)
      await run({ entity: 'produceplan', id: plan.id, paper: 'pickList' })
      // A script gets the figures; nothing is printed.
      await stage.see(() => stage.page.locator('[data-printout]').count(), 0)
    },
  },
  {
    id: 'place.favourite',
    async check(stage, run) {
      const id = await opened(stage)
      const star = stage.page.locator('[data-command="place.favourite"]')
      await run()
      await stage.see(() => star.getAttribute('aria-pressed'), 'true')
      await stage.see(path(stage), `/brand/${id}`)
      await stage.ok('command.undo')
      await stage.see(() => star.getAttribute('aria-pressed'), 'false')
    },
  },
  {
    id: 'record.openReference',
    async check(stage, run) {
      const id = Number(await idAt(stage, 5))
      await run({ entity: 'brand', id })
      await stage.see(path(stage), `/brand/${id}`)
    },
  },
  {
    id: 'record.preview',
    async check(stage, run) {
      const id = await idAt(stage, 5)
      const shown = stage.page.locator('[data-region=preview]')
      await stage.stand(5, 'name')
      await run()
      await stage.see(() => shown.getAttribute('data-preview-of'), `brand/${id}`)
      await run()
      await stage.see(() => shown.count(), 0)
    },
  },
  {
    id: 'record.historyBeside',
    async check(stage, run) {
      const id = await opened(stage)
      const pane = stage.page.locator('[data-history-pane]')
      await run()
      await stage.see(() => pane.getAttribute('data-preview-of'), `brand/${id}`)
      await run()
      await stage.see(() => pane.count(), 0)
    },
  },
]
