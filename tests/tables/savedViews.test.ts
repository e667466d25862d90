import { describe, expect, it } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { arranged, asDefined, isSameLayout, type Layout, laidOut } from '../../src/grid/state/layout.ts'
import { gridColumns } from '../../src/tables/columns/columns.ts'
import {
  addressOfView,
  isSameView,
  noViews,
  renamedView,
  type SavedView,
  storedViews,
  viewFrom,
  viewNamed,
  viewsIn,
  withoutView,
  withView,
} from '../../src/tables/views/savedViews.ts'

const lot: Entity = entities.stocklot
const all = gridColumns(lot, key => key)

const begun: Layout = { ...asDefined, widths: { lotNo: 180 }, density: 'wide' }
const layout = (
  [
    ['hide', 'supplierLotNo'],
    ['show', 'statusReason'],
    ['pinEnd', 'expiryDate'],
    ['pin', 'qualityStatus'],
    ['right', 'itemType'],
  ] as const
).reduce((now, [how, id]) => arranged(all, now, how, id), begun)

const view: SavedView = {
  name: '临期批次',
  where: [{ field: 'expiryDate', op: 'within', value: 'next30' }],
  q: '糖',
  sort: [
    ['expiryDate', 'asc'],
    ['lotNo', 'desc'],
  ],
  layout,
}

const seen = (of: Layout) => laidOut(all, of).map(({ id, pinned }) => [id, pinned, of.widths[id]])

describe('views of a list', () => {
  const saved = withView(withView(noViews, view), { ...view, name: '冻结' })

  it('are kept as they are, days seen from today included', () => {
    const kept = viewsIn(JSON.parse(JSON.stringify(storedViews({ ...saved, default: '冻结' }))))
    expect(kept.views.map(({ name }) => name)).toEqual(['临期批次', '冻结'])
    expect(kept.default).toBe('冻结')
    const found = viewNamed(kept, '临期批次')
    expect(found && isSameView(found, view)).toBe(true)
  })

  it('that cannot be read are left out, and so is a default that is gone', () => {
    expect(viewsIn({ v: 2, views: [view] })).toEqual(noViews)
    const kept = viewsIn({ v: 1, default: 'x', views: [{ name: '' }, 'x', { name: 'a', where: [{ op: 1 }] }] })
    expect(kept).toEqual({ default: null, views: [{ name: 'a', where: [], q: '', sort: [], layout: asDefined }] })
  })

  it('are replaced by name, renamed and removed, and the default goes along', () => {
    expect(withView(saved, { ...view, q: 'x' }).views.map(({ q }) => q)).toEqual(['x', '糖'])
    const named = renamedView({ ...saved, default: '冻结' }, '冻结', '待处理')
    expect(named.default).toBe('待处理')
    expect(viewNamed(named, '冻结')).toBeUndefined()
    expect(withoutView(named, '待处理')).toMatchObject({ default: null, views: [{ name: '临期批次' }] })
  })

  it('are changed by another filter, order, search, column, width or height of rows', () => {
    const others: readonly Partial<SavedView>[] = [
      { where: [] },
      { q: '' },
      { sort: [] },
      { layout: arranged(all, layout, 'hide', 'itemType') },
      { layout: { ...layout, widths: {} } },
      { layout: { ...layout, density: 'compact' } },
    ]
    for (const other of others) expect(isSameView(view, { ...view, ...other })).toBe(false)
    expect(isSameView(view, { ...view, layout: { ...layout } })).toBe(true)
  })
})

describe('the address of a view', () => {
  it('holds all of it', () => {
    const address = addressOfView(lot, view)
    const read = viewFrom(lot, address.split('?')[1] ?? '')
    expect(read).toMatchObject({ name: view.name, where: view.where, q: view.q, sort: view.sort })
    expect(read && seen(read.layout)).toEqual(seen(layout))
    expect(read?.layout.density).toBe('wide')
  })

  it('of a list nobody has arranged leaves the columns to whoever opens it', () => {
    const address = addressOfView(lot, { ...view, layout: asDefined })
    expect(address).not.toContain('_columns')
    expect(viewFrom(lot, address.split('?')[1] ?? '')?.layout).toEqual(asDefined)
  })

  it('is told from one that only narrows, and does without columns that are gone', () => {
    expect(viewFrom(lot, 'qualityStatus=HOLD&q=x')).toBeNull()
    const read = viewFrom(lot, '_columns=lotNo.start,gone,expiryDate:90000&_sort=gone,-lotNo&_density=huge')
    expect(read?.sort).toEqual([['lotNo', 'desc']])
    expect(read && laidOut(all, read.layout).map(({ id }) => id)).toEqual(['lotNo', 'expiryDate'])
    expect(read?.layout.density).toBe('compact')
    expect(read && isSameLayout(read.layout, asDefined)).toBe(false)
  })
})
