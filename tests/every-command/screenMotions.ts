/** Cursor and marks after each grid motion; the brands' fourth column is empty. */
import type { Marked, ScreenCase } from './page.ts'

type Cell = readonly [row: number, column: string]

/** From a cell to another. */
const move = (name: string, from: Cell, to: Cell): ScreenCase => ({
  id: `grid.${name}`,
  async check({ stand, see, cell }, run) {
    await stand(...from)
    await run()
    await see(cell, to)
  },
})

/** Start far enough off: a page's length depends on the window. */
const page = (name: string, from: Cell, isThere: (cell: Cell) => boolean): ScreenCase => ({
  id: `grid.${name}`,
  async check({ stand, see, cell }, run) {
    await stand(...from)
    await run()
    await see(async () => isThere(await cell()), true)
  },
})

const start: Cell = [5, 'name']

/** From the second cell of the sixth row a block is marked. */
const extend = (name: string, isMarked: (marked: Marked) => boolean): ScreenCase => ({
  id: `grid.extend${name}`,
  async check({ stand, see, marked }, run) {
    await stand(...start)
    await run()
    await see(async () => {
      const block = await marked()
      return block !== null && isMarked(block)
    }, true)
  },
})

const block = (top: number, bottom: number, left: string, right: string) => (marked: Marked) =>
  marked.top === top && marked.bottom === bottom && marked.left === left && marked.right === right

export const motionCases: readonly ScreenCase[] = [
  move('up', start, [4, 'name']),
  move('down', start, [6, 'name']),
  move('left', start, [5, 'code']),
  move('right', start, [5, 'nameEn']),
  move('edgeUp', start, [0, 'name']),
  page('edgeDown', start, ([row, column]) => row > 50 && column === 'name'),
  move('edgeLeft', [5, 'nameEn'], [5, 'code']),
  move('edgeRight', [5, 'code'], [5, 'nameEn']),
  move('rowStart', [5, 'nameEn'], [5, 'code']),
  move('rowEnd', start, [5, 'status']),
  move('gridStart', start, [0, 'code']),
  page('gridEnd', start, ([row, column]) => row > 50 && column === 'status'),
  page('pageUp', [40, 'name'], ([row]) => row > 0 && row < 35),
  page('pageDown', start, ([row]) => row > 10 && row < 50),
  page('pageLeft', [5, 'status'], ([row, column]) => row === 5 && column !== 'status'),
  page('pageRight', [5, 'code'], ([row, column]) => row === 5 && column !== 'code'),
  move('next', start, [5, 'nameEn']),
  move('previous', start, [5, 'code']),
  extend('Up', block(4, 5, 'name', 'name')),
  extend('Down', block(5, 6, 'name', 'name')),
  extend('Left', block(5, 5, 'code', 'name')),
  extend('Right', block(5, 5, 'name', 'nameEn')),
  extend('EdgeUp', block(0, 5, 'name', 'name')),
  extend('EdgeDown', ({ bottom, left, right }) => bottom > 10 && left === 'name' && right === 'name'),
  extend('EdgeLeft', block(5, 5, 'code', 'name')),
  extend('EdgeRight', block(5, 5, 'name', 'nameEn')),
  extend('RowStart', block(5, 5, 'code', 'name')),
  extend('RowEnd', block(5, 5, 'name', 'status')),
  extend('GridStart', block(0, 5, 'code', 'name')),
  extend('GridEnd', ({ bottom, left, right }) => bottom > 10 && left === 'name' && right === 'status'),
  extend('PageUp', ({ top, bottom }) => top < 5 && bottom === 5),
  extend('PageDown', ({ bottom }) => bottom > 10),
  {
    id: 'grid.extendMode',
    async check({ stand, see, marked, ok }, run) {
      await stand(...start)
      await run()
      await ok('grid.down')
      await see(marked, { top: 5, bottom: 6, left: 'name', right: 'name' })
      // Once more it ends: the next move marks nothing.
      await run()
      await ok('grid.down')
      await see(async () => (await marked())?.top ?? 'none', 'none')
    },
  },
  {
    id: 'grid.addRange',
    async check({ stand, see, ok, page: browser }, run) {
      await stand(...start)
      await run()
      await ok('grid.down')
      await ok('grid.down')
      await ok('grid.extendDown')
      // One cell, and two below it with one left out between.
      await see(() => browser.locator('[data-grid]:visible [data-marked]').count(), 3)
      await ok('grid.leave')
      await ok('grid.leave')
    },
  },
  {
    id: 'grid.leave',
    async check({ stand, see, marked, ok }, run) {
      await stand(...start)
      await ok('grid.extendDown')
      await run()
      await see(async () => (await marked())?.bottom ?? 'none', 'none')
    },
  },
  {
    id: 'grid.goToRow',
    async check({ stand, see, cell }, run) {
      await stand(...start)
      await run({ row: 31 })
      await see(cell, [30, 'name'])
    },
  },
  {
    id: 'grid.scrollToActive',
    async check({ stand, see, page: browser, ok }, run) {
      await stand(...start)
      const active = browser.locator('[data-grid]:visible [role=row][data-active]')
      await browser.mouse.move(700, 500)
      await browser.mouse.wheel(0, 2000)
      const isInSight = async () => (await active.count()) === 1 && (await active.isVisible())
      const top = async () => (await active.boundingBox().catch(() => null))?.y ?? -1
      await see(async () => !(await isInSight()) || (await top()) < 0, true)
      await run()
      await see(async () => (await isInSight()) && (await top()) > 0, true)
      await ok('grid.gridStart')
    },
  },
]
