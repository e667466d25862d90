import { describe, expect, it } from 'vitest'
import { cells } from '../../src/tables/cells/index.ts'
import type { GridColumn } from '../../src/tables/grid/column.ts'
import { type Arrangement, arranged, asDefined, besideOf, laidOut } from '../../src/tables/grid/layout.ts'

const column = (id: string, pinned = false): GridColumn => ({
  id,
  title: id,
  width: 100,
  kind: cells.text,
  ...(pinned ? { pinned: 'start' as const } : {}),
})

const all = [column('no', true), column('date'), column('supplier'), column('amount'), column('state', true)]

/** The ids on screen after these changes. */
function shownAfter(...changes: readonly (readonly [Arrangement, string])[]) {
  const layout = changes.reduce((now, [how, id]) => arranged(all, now, how, id), asDefined)
  return laidOut(all, layout).map(({ id }) => id)
}

describe('the columns of a grid', () => {
  it('stand as defined, those that stay in sight first', () => {
    expect(shownAfter()).toEqual(['no', 'state', 'date', 'supplier', 'amount'])
  })

  it('are hidden and shown again in their places', () => {
    expect(shownAfter(['hide', 'date'])).toEqual(['no', 'state', 'supplier', 'amount'])
    expect(shownAfter(['hide', 'date'], ['show', ''])).toEqual(['no', 'state', 'date', 'supplier', 'amount'])
  })

  it('are pinned behind those that are, and let go again', () => {
    expect(shownAfter(['pin', 'amount'])).toEqual(['no', 'amount', 'state', 'date', 'supplier'])
    expect(shownAfter(['pin', 'no'])).toEqual(['state', 'no', 'date', 'supplier', 'amount'])
    expect(shownAfter(['pin', 'amount'], ['pin', 'amount'])).toEqual(shownAfter())
  })

  it('are moved one place, over a hidden one as well', () => {
    expect(shownAfter(['right', 'date'])).toEqual(['no', 'state', 'supplier', 'date', 'amount'])
    expect(shownAfter(['right', 'date'], ['left', 'date'])).toEqual(shownAfter())
    expect(shownAfter(['hide', 'supplier'], ['right', 'date'])).toEqual(['no', 'state', 'amount', 'date'])
    expect(shownAfter(['hide', 'supplier'], ['right', 'date'], ['show', ''])).toContain('supplier')
  })

  it('do not move past the edge, nor between those in sight and the others', () => {
    expect(shownAfter(['right', 'amount'])).toEqual(shownAfter())
    expect(shownAfter(['left', 'date'])).toEqual(shownAfter())
    expect(shownAfter(['right', 'state'])).toEqual(shownAfter())
    expect(shownAfter(['right', 'no'])).toEqual(['state', 'no', 'date', 'supplier', 'amount'])
    expect(besideOf(laidOut(all, asDefined), 'state', 1)).toBeUndefined()
  })

  it('that are new since the order was changed come last', () => {
    const moved = arranged(all, asDefined, 'right', 'date')
    expect(laidOut([...all, column('remark')], moved).map(({ id }) => id)).toEqual([
      ...['no', 'state', 'supplier', 'date', 'amount'],
      'remark',
    ])
  })

  it('are all as defined after a reset', () => {
    expect(shownAfter(['hide', 'date'], ['right', 'supplier'], ['pin', 'amount'], ['reset', ''])).toEqual(shownAfter())
  })
})
