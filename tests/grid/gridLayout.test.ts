import { describe, expect, it } from 'vitest'
import { cells } from '../../src/fields/index.ts'
import type { GridColumn } from '../../src/grid/state/column.ts'
import {
  type Arrangement,
  arranged,
  asDefined,
  besideOf,
  droppedAt,
  everyColumn,
  hiddenByPerson,
  isSameLayout,
  laidOut,
} from '../../src/grid/state/layout.ts'
import { layoutIn, storedLayout } from '../../src/grid/state/storedLayout.ts'

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
    expect(shownAfter(['hide', 'date'], ['hide', 'amount'], ['showAll', ''])).toEqual([
      'no',
      'state',
      'date',
      'supplier',
      'amount',
    ])
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
    expect(shownAfter(['hide', 'supplier'], ['right', 'date'], ['show', 'supplier'])).toContain('supplier')
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

  it('that nobody sees by itself are there for whoever asks, and are not among those a person hid', () => {
    const more = [...all, { ...column('remark'), hidden: true }]
    expect(laidOut(more, asDefined).map(({ id }) => id)).not.toContain('remark')
    expect(everyColumn(more, asDefined).map(({ id }) => id)).toContain('remark')
    const asked = arranged(more, asDefined, 'show', 'remark')
    expect(laidOut(more, asked).map(({ id }) => id)).toContain('remark')
    expect(hiddenByPerson(more, arranged(more, asked, 'hide', 'date')).map(({ id }) => id)).toEqual(['date'])
    expect(isSameLayout(arranged(more, asked, 'hide', 'remark'), asDefined)).toBe(true)
  })

  it('are pinned to the end behind all others, and change the end', () => {
    expect(shownAfter(['pinEnd', 'date'])).toEqual(['no', 'state', 'supplier', 'amount', 'date'])
    expect(shownAfter(['pinEnd', 'no'])).toEqual(['state', 'date', 'supplier', 'amount', 'no'])
    expect(shownAfter(['pinEnd', 'date'], ['pin', 'date'])).toEqual(['no', 'date', 'state', 'supplier', 'amount'])
    expect(shownAfter(['pinEnd', 'date'], ['pinEnd', 'date'])).toEqual(shownAfter())
  })

  it('look as defined once every change has been taken back', () => {
    const changes = [
      ['hide', 'date'],
      ['pin', 'amount'],
      ['right', 'supplier'],
      ['left', 'supplier'],
      ['pin', 'amount'],
      ['show', 'date'],
    ] as const
    const layout = changes.reduce((now, [how, id]) => arranged(all, now, how, id), asDefined)
    expect(isSameLayout(layout, asDefined)).toBe(true)
  })
})

describe('a column that is dropped', () => {
  const dropped = (id: string, place: number, from = asDefined) =>
    laidOut(all, droppedAt(all, from, id, place)).map(each => each.id)

  it('stands where it was let go, whichever way it came', () => {
    expect(dropped('date', 5)).toEqual(['no', 'state', 'supplier', 'amount', 'date'])
    expect(dropped('amount', 2)).toEqual(['no', 'state', 'amount', 'date', 'supplier'])
    expect(dropped('amount', 3)).toEqual(['no', 'state', 'date', 'amount', 'supplier'])
  })

  it('stays where it is when it was let go beside itself', () => {
    expect(droppedAt(all, asDefined, 'supplier', 3)).toBe(asDefined)
    expect(droppedAt(all, asDefined, 'supplier', 4)).toBe(asDefined)
  })

  it('is pinned among pinned ones, and let go among the others', () => {
    const pinned = droppedAt(all, asDefined, 'amount', 1)
    expect(laidOut(all, pinned).map(({ id, pinned: side }) => [id, side])).toEqual([
      ['no', 'start'],
      ['amount', 'start'],
      ['state', 'start'],
      ['date', undefined],
      ['supplier', undefined],
    ])
    expect(dropped('no', 4)).toEqual(['state', 'date', 'supplier', 'no', 'amount'])
  })

  it('stays as it was where pinned and others meet', () => {
    expect(
      laidOut(all, droppedAt(all, asDefined, 'no', 2))
        .map(({ id, pinned }) => [id, pinned])
        .slice(0, 2),
    ).toEqual([
      ['state', 'start'],
      ['no', 'start'],
    ])
    expect(droppedAt(all, asDefined, 'supplier', 2).pinned).toEqual({})
  })
})

describe('a layout that is kept', () => {
  it('comes back as it went', () => {
    const layout = { ...arranged(all, asDefined, 'pinEnd', 'date'), widths: { date: 140 }, density: 'wide' as const }
    expect(layoutIn(JSON.parse(JSON.stringify(storedLayout(layout))))).toEqual(layout)
  })

  it('is as defined where it cannot be read, and keeps what of it can', () => {
    for (const value of [undefined, null, 'x', { v: 2, density: 'wide' }]) expect(layoutIn(value)).toEqual(asDefined)
    expect(
      layoutIn({ v: 1, widths: { a: 100, b: 'x' }, pinned: { a: 'left' }, order: [1, 'a'], density: 'huge' }),
    ).toEqual({ ...asDefined, widths: { a: 100 }, order: ['a'] })
  })

  it('does without columns that are gone', () => {
    const layout = layoutIn({ v: 1, order: ['gone', 'amount', 'date'], hidden: { gone: true }, pinned: {}, widths: {} })
    expect(laidOut(all, layout).map(({ id }) => id)).toEqual(['no', 'state', 'amount', 'date', 'supplier'])
  })
})
