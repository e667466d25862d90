import { describe, expect, it } from 'vitest'
import { emptyHistory, type History, recorded, redone, undone } from '../../src/tables/grid/history.ts'

const change = (rowId: number, before: unknown, after: unknown) => ({
  rowId,
  columnId: 'name',
  before: { value: before },
  after: { value: after },
})

describe('undo and redo', () => {
  const history: History<number> = recorded(recorded(emptyHistory, [change(1, null, 'a')]), [
    change(1, 'a', 'b'),
    change(2, null, 'b'),
  ])

  it('takes a step back as one, in reverse', () => {
    const back = undone(history)
    expect(back?.step.map(({ rowId, after }) => [rowId, after.value])).toEqual([
      [2, null],
      [1, 'a'],
    ])
    expect(back?.history.past).toHaveLength(1)
  })

  it('does again what was undone', () => {
    const back = undone(history)
    const again = back && redone(back.history)
    expect(again?.step.map(({ rowId, after }) => [rowId, after.value])).toEqual([
      [1, 'b'],
      [2, 'b'],
    ])
    expect(again?.history).toEqual(history)
  })

  it('has nothing to redo after a new entry, and nothing to undo at the start', () => {
    const back = undone(history)
    expect(back && redone(recorded(back.history, [change(3, null, 'x')]))).toBeNull()
    expect(undone(emptyHistory)).toBeNull()
    expect(recorded(history, [])).toBe(history)
  })

  it('keeps the last two hundred steps', () => {
    let long: History<number> = emptyHistory
    for (let step = 0; step < 250; step++) long = recorded(long, [change(step, null, step)])
    expect(long.past).toHaveLength(200)
    expect(long.past.at(-1)?.[0]?.rowId).toBe(249)
  })
})
