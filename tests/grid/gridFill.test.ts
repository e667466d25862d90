import { describe, expect, it } from 'vitest'
import type { Kind } from '#contract/schema/field.ts'
import { speedAt } from '../../src/grid/mouse/dragging.ts'
import type { Cell } from '../../src/grid/state/cursor.ts'
import { around, endBeside, fillDown, fillRight, givenIn, lanesOf, onwardTo } from '../../src/grid/state/fill.ts'
import type { Range } from '../../src/grid/state/selection.ts'
import { continuation, copiesOf } from '../../src/grid/state/series.ts'

const block = (top: number, left: number, bottom: number, right: number): Range => ({ top, left, bottom, right })

/** The next three values, or nothing where the given ones only repeat. */
function next(kind: Kind, ...values: readonly unknown[]) {
  const at = continuation(values, kind)
  return at && [1, 2, 3].map(at)
}

describe('copies of lot numbers', () => {
  const lot = { kind: 'text', title: '批号', counts: true } as const

  it('count on from one, from several, and from the last where they are uneven', () => {
    expect(copiesOf(['HT-01'], lot)).toEqual(['HT-02'])
    expect(copiesOf(['L20261124-009'], lot)).toEqual(['L20261124-010'])
    expect(copiesOf(['HT-01', 'HT-02'], lot)).toEqual(['HT-03', 'HT-04'])
    expect(copiesOf(['A-7', 'HT-09'], lot)).toEqual(['HT-10', 'HT-11'])
  })

  it('are the same where there is no number, and of fields that do not count', () => {
    expect(copiesOf(['HT', null], lot)).toEqual(['HT', null])
    expect(copiesOf(['HT-01'], { kind: 'text', title: '备注' })).toEqual(['HT-01'])
  })
})

describe('what comes after given values', () => {
  it('is counted on from two numbers, to the last place and in either direction', () => {
    expect(next('quantity', '1', '2')).toEqual(['3', '4', '5'])
    expect(next('quantity', '0.1', '0.2')).toEqual(['0.3', '0.4', '0.5'])
    expect(next('money', '10.50', '10.00')).toEqual(['9.5', '9.0', '8.5'])
    expect(next('integer', 10, 20, 30)).toEqual([40, 50, 60])
    expect(next('quantity', '99999999999999.9998', '99999999999999.9999')?.[0]).toBe('100000000000000.0000')
  })

  it('is one more where one number alone is to be continued', () => {
    expect(next('quantity', '5.5')).toEqual(['6.5', '7.5', '8.5'])
  })

  it('repeats where the steps differ or nothing changes', () => {
    expect(next('quantity', '1', '2', '4')).toBeNull()
    expect(next('quantity', '3', '3')).toBeNull()
    expect(next('quantity', '1', null)).toBeNull()
    expect(next('enumeration', 'A1', 'A2')).toBeNull()
    expect(next('reference', 1, 2)).toBeNull()
  })

  it('goes on by days, weeks and months, over the ends of months and years', () => {
    expect(next('date', '2026-02-27')).toEqual(['2026-02-28', '2026-03-01', '2026-03-02'])
    expect(next('date', '2026-12-24', '2026-12-31')).toEqual(['2027-01-07', '2027-01-14', '2027-01-21'])
    expect(next('date', '2026-11-15', '2026-12-15')).toEqual(['2027-01-15', '2027-02-15', '2027-03-15'])
    expect(next('date', '2026-12-31', '2027-01-31')).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
    expect(next('date', '2026-03-02', '2026-03-01')).toEqual(['2026-02-28', '2026-02-27', '2026-02-26'])
  })

  it('goes on by the time between two moments', () => {
    expect(next('instant', '2026-11-20T08:00:00.000Z', '2026-11-20T20:00:00.000Z')?.slice(0, 2)).toEqual([
      '2026-11-21T08:00:00.000Z',
      '2026-11-21T20:00:00.000Z',
    ])
  })

  it('counts on the number at the end of a text, and keeps its zeros', () => {
    expect(next('text', 'L008', 'L009')).toEqual(['L010', 'L011', 'L012'])
    expect(next('text', 'MI20261121-0001')?.[0]).toBe('MI20261121-0002')
    expect(next('text', '90071992547409931')?.[0]).toBe('90071992547409932')
    expect(next('text', 'L008', 'M009')).toBeNull()
    expect(next('text', '小麦', '大豆')).toBeNull()
  })

  it('has no number below 0 for a lot', () => {
    expect(next('text', 'L003', 'L001')).toEqual([undefined, undefined, undefined])
    expect(next('text', 'L002', 'L001')).toEqual(['L000', undefined, undefined])
  })
})

describe('the fill handle', () => {
  const source = block(2, 1, 3, 2)

  it('leads straight on, the way the mouse is furthest out', () => {
    expect(onwardTo(source, { row: 6, column: 3 })).toEqual({ way: 'down', target: block(4, 1, 6, 2) })
    expect(onwardTo(source, { row: 0, column: 1 })).toEqual({ way: 'up', target: block(0, 1, 1, 2) })
    expect(onwardTo(source, { row: 4, column: 5 })).toEqual({ way: 'right', target: block(2, 3, 3, 5) })
    expect(onwardTo(source, { row: 3, column: 0 })).toEqual({ way: 'left', target: block(2, 0, 3, 0) })
    expect(onwardTo(source, { row: 3, column: 1 })).toBeNull()
  })

  it('goes on backwards upwards and to the left', () => {
    const [lane] = lanesOf(source, { way: 'up', target: block(0, 1, 1, 2) })
    expect(lane?.from.map(({ row }) => row)).toEqual([3, 2])
    expect(lane?.to.map(({ row }) => row)).toEqual([1, 0])
    expect(lanesOf(source, { way: 'left', target: block(2, 0, 3, 0) })).toHaveLength(2)
    expect(around(source, block(0, 1, 1, 2))).toEqual(block(0, 1, 3, 2))
  })

  it('fills on a double click as far as the column beside goes, the left one first', () => {
    const filled = (cells: Readonly<Record<number, number>>) => (cell: Cell) => cell.row <= (cells[cell.column] ?? -1)
    expect(endBeside(block(0, 1, 0, 1), 50, filled({ 0: 8, 2: 20 }))).toBe(8)
    expect(endBeside(block(0, 1, 0, 1), 50, filled({ 0: 0, 2: 20 }))).toBe(20)
    expect(endBeside(block(0, 1, 0, 1), 50, filled({ 1: 30 }))).toBe(0)
    expect(endBeside(block(0, 1, 0, 1), 5, () => true)).toBe(4)
  })

  it('scrolls the faster the further out the mouse is', () => {
    expect(speedAt(0)).toBe(0)
    expect(speedAt(-30)).toBe(-speedAt(30))
    expect(speedAt(90)).toBeGreaterThan(speedAt(30))
    expect(speedAt(10_000)).toBe(speedAt(1000))
  })
})

describe('a marked block', () => {
  it('fills downwards from its first row, or from the row above when it is one row', () => {
    expect(fillDown(block(2, 1, 4, 1))).toEqual([
      { from: { row: 2, column: 1 }, to: { row: 3, column: 1 } },
      { from: { row: 2, column: 1 }, to: { row: 4, column: 1 } },
    ])
    expect(fillDown(block(2, 0, 2, 0))).toEqual([{ from: { row: 1, column: 0 }, to: { row: 2, column: 0 } }])
    expect(fillDown(block(0, 0, 0, 0))).toEqual([])
  })

  it('fills to the right from its first column, or from the column before when it is one column', () => {
    expect(fillRight(block(1, 2, 1, 3))).toEqual([{ from: { row: 1, column: 2 }, to: { row: 1, column: 3 } }])
    expect(fillRight(block(0, 2, 1, 2))).toEqual([
      { from: { row: 0, column: 1 }, to: { row: 0, column: 2 } },
      { from: { row: 1, column: 1 }, to: { row: 1, column: 2 } },
    ])
    expect(fillRight(block(0, 0, 3, 0))).toEqual([])
  })

  it('is continued from its filled rows into the empty ones below, or from its columns into those to the right', () => {
    const until = (row: number, column: number) => (cell: Cell) => cell.row <= row && cell.column <= column
    expect(givenIn(block(0, 0, 5, 1), until(1, 9))).toEqual({
      source: block(0, 0, 1, 1),
      onward: { way: 'down', target: block(2, 0, 5, 1) },
    })
    expect(givenIn(block(0, 0, 1, 4), until(9, 1))).toEqual({
      source: block(0, 0, 1, 1),
      onward: { way: 'right', target: block(0, 2, 1, 4) },
    })
    expect(givenIn(block(0, 0, 1, 4), () => true)).toBeNull()
    expect(givenIn(block(0, 0, 1, 4), () => false)).toBeNull()
  })
})
