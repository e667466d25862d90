/** Commands on whole rows, and on what the list shows. */
import type { ScreenCase, Stage } from './page.ts'

const idAt = ({ page }: Stage, row: number) =>
  page.locator(`[data-grid]:visible [data-index="${row}"]`).getAttribute('data-row-id').then(Number)

/** Unsaved changes of rows, made as a script makes them. */
const changed = async (stage: Stage, row: number, values: object) =>
  stage.ok('brand.edit', { id: await idAt(stage, row), values })

/** Invalid code, marked before it is sent. */
const tooLong = { code: '长'.repeat(31) }

const chosen = (stage: Stage) => async () => {
  const { selection } = (await stage.context()) as { selection: { ids: unknown[]; isChecked?: boolean } | null }
  return selection?.isChecked ? selection.ids.length : 0
}

const ofRows: readonly ScreenCase[] = [
  ...['toggle', 'selectRow'].map(
    (name): ScreenCase => ({
      id: `grid.${name}`,
      async check(stage, run) {
        await stage.stand(5, 'name')
        await run()
        await stage.see(chosen(stage), 1)
        // Once more takes the check away.
        await run()
        await stage.see(chosen(stage), 0)
      },
    }),
  ),
  {
    id: 'grid.selectColumn',
    async check({ stand, see, marked }, run) {
      await stand(5, 'name')
      await run()
      await see(async () => {
        const block = await marked()
        return block?.left === 'name' && block.right === 'name' && block.bottom > 10
      }, true)
    },
  },
  {
    id: 'grid.selectAll',
    async check({ stand, see, marked }, run) {
      await stand(5, 'name')
      await run()
      await see(async () => {
        const block = await marked()
        return block?.left === 'code' && block.right === 'status' && block.bottom > 10
      }, true)
    },
  },
  {
    id: 'grid.revertRow',
    async check(stage, run) {
      await changed(stage, 5, { nameEn: 'R1' })
      await changed(stage, 6, { nameEn: 'R2' })
      await stage.stand(5, 'name')
      await run()
      await stage.see(() => stage.shown(5, 'nameEn'), 'E06')
      await stage.see(() => stage.shown(6, 'nameEn'), 'R2')
    },
  },
  {
    id: 'grid.revertAll',
    async check(stage, run) {
      await changed(stage, 5, { nameEn: 'R1' })
      await run()
      await stage.see(() => stage.shown(5, 'nameEn'), 'E06')
      await stage.see(async () => (await stage.context()).dirty, false)
    },
  },
  ...(
    [
      ['nextFault', 0, 3],
      ['previousFault', 10, 8],
    ] as const
  ).map(
    ([name, from, to]): ScreenCase => ({
      id: `grid.${name}`,
      async check(stage, run) {
        await changed(stage, 3, tooLong)
        await changed(stage, 8, tooLong)
        await stage.stand(from, 'name')
        await run()
        await stage.see(stage.cell, [to, 'code'])
      },
    }),
  ),
]

const inLines = async (stage: Stage) => {
  await stage.ok('materialstorein.new')
  await stage.see(() => stage.page.locator('[data-grid]:visible [role=grid]').count(), 1)
  await stage.page.locator('[data-grid]:visible [role=grid]').focus()
}

/** In the lines of a document one more, or one less. */
const line = (name: string, more: 1 | -1): ScreenCase => ({
  id: `grid.${name}`,
  async check(stage, run) {
    await inLines(stage)
    await stage.ok('grid.insertBelow')
    const before = await stage.rows()
    await run()
    await stage.see(stage.rows, before + more)
  },
})

const lineCases: readonly ScreenCase[] = [
  line('insertAbove', 1),
  line('insertBelow', 1),
  line('duplicateRow', 1),
  line('deleteRow', -1),
]

const listCases: readonly ScreenCase[] = [
  {
    id: 'list.refresh',
    async check(stage, run) {
      const id = await idAt(stage, 5)
      await stage.call('template/save/brand', { id, trademarkNo: 'T6' })
      await run()
      await stage.see(() => stage.shown(5, 'trademarkNo'), 'T6')
    },
  },
  {
    id: 'list.search',
    async check({ page, see, stand }, run) {
      await stand(5, 'name')
      await run()
      await see(() => page.evaluate(() => document.activeElement?.getAttribute('type')), 'search')
    },
  },
  {
    id: 'list.clearFilters',
    async check(stage, run) {
      await stage.stand(5, 'code')
      await stage.ok('grid.filterByValue')
      await stage.see(stage.rows, 1)
      await run()
      await stage.see(async () => (await stage.rows()) >= 60, true)
    },
  },
  {
    id: 'list.unsavedOnly',
    async check(stage, run) {
      await changed(stage, 5, { nameEn: 'U1' })
      await run()
      await stage.see(stage.rows, 1)
      await stage.ok('list.all')
    },
  },
  {
    id: 'list.faultyOnly',
    async check(stage, run) {
      await changed(stage, 4, { nameEn: 'U1' })
      await changed(stage, 5, tooLong)
      await run()
      await stage.see(stage.rows, 1)
      await stage.ok('list.all')
    },
  },
  {
    id: 'list.all',
    async check(stage, run) {
      await changed(stage, 5, { nameEn: 'U1' })
      await stage.ok('list.unsavedOnly')
      await stage.see(stage.rows, 1)
      await run()
      await stage.see(async () => (await stage.rows()) >= 60, true)
    },
  },
]

/** Cases of rows in lists and documents, and of what a list shows. */
export const rowCases: readonly ScreenCase[] = [...ofRows, ...listCases, ...lineCases]
