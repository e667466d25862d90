/** Commands of columns and of the grid's menus. */
import type { ScreenCase, Stage } from './page.ts'

const header = ({ page }: Stage, column: string) =>
  page.locator(`[data-grid]:visible [role=columnheader][data-column-id="${column}"]`)
const sorted = (stage: Stage, column: string) => header(stage, column).getAttribute('aria-sort')
const width = async (stage: Stage, column: string) =>
  Math.round((await header(stage, column).boundingBox())?.width ?? 0)

const sortCases: readonly ScreenCase[] = [
  {
    id: 'grid.sort',
    async check(stage, run) {
      await stage.stand(0, 'name')
      await run()
      await stage.see(() => sorted(stage, 'name'), 'ascending')
    },
  },
  {
    id: 'grid.sortAlso',
    async check(stage, run) {
      await stage.stand(0, 'status')
      await stage.ok('grid.sortAscending')
      await stage.stand(0, 'name')
      await run()
      await stage.see(() => sorted(stage, 'status'), 'ascending')
      await stage.see(async () => (await header(stage, 'name').innerText()).endsWith('↑2'), true)
    },
  },
  ...(
    [
      ['sortAscending', 'ascending', true],
      ['sortDescending', 'descending', false],
    ] as const
  ).map(
    ([name, direction, isFirst]): ScreenCase => ({
      id: `grid.${name}`,
      async check(stage, run) {
        await stage.stand(0, 'code')
        await run()
        await stage.see(() => sorted(stage, 'code'), direction)
        await stage.see(async () => (await stage.shown(0, 'code')) === 'A01', isFirst)
      },
    }),
  ),
  {
    id: 'grid.sortNone',
    async check(stage, run) {
      await stage.stand(0, 'name')
      await stage.ok('grid.sortDescending')
      await run()
      await stage.see(() => sorted(stage, 'name'), null)
    },
  },
  {
    id: 'grid.filterColumn',
    async check(stage, run) {
      await run({ column: 'name' })
      await stage.see(() => stage.page.locator('[data-column-filter=name] input:focus').count(), 1)
      await stage.page.keyboard.press('Escape')
      await stage.see(() => stage.page.locator('[data-column-filter]').count(), 0)
    },
  },
  {
    id: 'grid.filterByValue',
    async check(stage, run) {
      await stage.stand(5, 'code')
      await run()
      await stage.see(stage.rows, 1)
      await stage.see(() => stage.shown(0, 'code'), 'A06')
    },
  },
]

const arrangements: readonly ScreenCase[] = [
  ...(
    [
      ['columnWider', 10],
      ['columnNarrower', -10],
    ] as const
  ).map(
    ([name, by]): ScreenCase => ({
      id: `grid.${name}`,
      async check(stage, run) {
        await stage.stand(0, 'name')
        const before = await width(stage, 'name')
        await run()
        await stage.see(() => width(stage, 'name'), before + by)
      },
    }),
  ),
  {
    id: 'grid.columnFit',
    async check(stage, run) {
      await stage.stand(0, 'name')
      for (let times = 0; times < 8; times += 1) await stage.ok('grid.columnWider')
      const before = await width(stage, 'name')
      await run()
      await stage.see(async () => (await width(stage, 'name')) < before, true)
    },
  },
  ...(
    [
      // What is kept in sight at the edge stays there.
      ['columnLeft', 'nameEn', ['code', 'nameEn', 'name']],
      ['columnRight', 'name', ['code', 'nameEn', 'name']],
      ['columnHide', 'name', ['code', 'nameEn']],
    ] as const
  ).map(
    ([name, column, first]): ScreenCase => ({
      id: `grid.${name}`,
      async check(stage, run) {
        await stage.stand(0, column)
        await run()
        await stage.see(async () => (await stage.columns()).slice(0, first.length), [...first])
      },
    }),
  ),
  {
    id: 'grid.columnPin',
    async check(stage, run) {
      await stage.stand(0, 'nameEn')
      await run()
      await stage.see(async () => (await header(stage, 'nameEn').getAttribute('data-pinned')) !== null, true)
    },
  },
  {
    id: 'grid.columnPinEnd',
    async check(stage, run) {
      await stage.stand(0, 'nameEn')
      await run()
      await stage.see(async () => (await stage.columns()).at(-1), 'nameEn')
      await stage.see(() => header(stage, 'nameEn').getAttribute('data-pinned'), 'end')
    },
  },
  {
    id: 'grid.columnShow',
    async check(stage, run) {
      await stage.ok('grid.columnHide', { column: 'name' })
      await stage.see(async () => (await stage.columns()).includes('name'), false)
      await run({ column: 'name' })
      await stage.see(async () => (await stage.columns()).slice(0, 2), ['code', 'name'])
    },
  },
  {
    id: 'grid.columnsFit',
    async check(stage, run) {
      for (const column of ['name', 'nameEn']) {
        await stage.stand(0, column)
        for (let times = 0; times < 8; times += 1) await stage.ok('grid.columnWider')
      }
      const before = await Promise.all([width(stage, 'name'), width(stage, 'nameEn')])
      await run()
      await stage.see(async () => (await width(stage, 'name')) < before[0], true)
      await stage.see(async () => (await width(stage, 'nameEn')) < before[1], true)
    },
  },
  {
    id: 'grid.columnsChoose',
    async check({ page, see }, run) {
      await run()
      await see(() => page.getByRole('dialog').locator('[data-column-line=name]').count(), 1)
      await page.keyboard.press('Escape')
      await see(() => page.getByRole('dialog').count(), 0)
    },
  },
  {
    id: 'grid.density',
    async check(stage, run) {
      const height = async () => (await header(stage, 'name').boundingBox())?.height
      await run({ density: 'wide' })
      await stage.see(height, 40)
      await run({ density: 'compact' })
      await stage.see(height, 28)
    },
  },
  ...['columnsShow', 'columnsReset'].map(
    (name): ScreenCase => ({
      id: `grid.${name}`,
      async check(stage, run) {
        await stage.stand(0, 'name')
        await stage.ok('grid.columnHide')
        await stage.see(async () => (await stage.columns()).includes('name'), false)
        await run()
        await stage.see(async () => (await stage.columns()).includes('name'), true)
      },
    }),
  ),
]

/** A menu of the grid stands open, with something in it. */
const menu = (name: string): ScreenCase => ({
  id: `grid.${name}`,
  async check(stage, run) {
    await stage.stand(5, 'name')
    await run()
    await stage.see(async () => (await stage.page.getByRole('menuitem').count()) > 2, true)
  },
})

const menuCases: readonly ScreenCase[] = ['contextMenu', 'rowMenu', 'columnMenu'].map(menu)

/** Sorting, narrowing and arranging columns, and the menus. */
export const columnCases: readonly ScreenCase[] = [...sortCases, ...arrangements, ...menuCases]
