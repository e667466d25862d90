import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  drawnRows,
  type Room,
  type ScrollScale,
  scrolledTo,
  scrollScale,
} from '../../src/grid/view/useScrollScaling.ts'

const start: ScrollScale = { base: 0, at: 0 }
const ledger: Room = { count: 8_600_000, height: 28, view: 700 }
const largest = 8_000_000

const topRow = ({ base, at }: ScrollScale, { height }: Room) => base + at / height

const rooms = fc.record({
  count: fc.integer({ min: 1, max: 20_000_000 }),
  height: fc.constantFrom(28, 32, 40),
  view: fc.integer({ min: 100, max: 2000 }),
})
const most = (room: Room) => Math.max(drawnRows(room) * room.height - room.view, 0)

test('no more is laid out than browsers draw, and short lists wholly', () => {
  fc.assert(
    fc.property(rooms, room => {
      expect(drawnRows(room) * room.height).toBeLessThanOrEqual(largest)
      if (room.count * room.height <= largest) expect(drawnRows(room)).toBe(room.count)
    }),
  )
})

test('the bar stands for the whole list: its ends are those of the list, its middle the middle', () => {
  const end = most(ledger)
  expect(topRow(scrolledTo(end, start, ledger), ledger)).toBeCloseTo(ledger.count - ledger.view / ledger.height, 0)
  expect(topRow(scrolledTo(end / 2, start, ledger), ledger) / ledger.count).toBeCloseTo(0.5, 3)
  const middle = scrolledTo(end / 2, start, ledger)
  expect(topRow(scrolledTo(0, middle, ledger), ledger)).toBe(0)
})

test('what is scrolled a little goes pixel by pixel', () => {
  const middle = scrolledTo(most(ledger) / 2, start, ledger)
  const after = scrolledTo(middle.at + 84, middle, ledger)
  expect(topRow(after, ledger) - topRow(middle, ledger)).toBeCloseTo(3)
})

test('no row is out of reach by scrolling a little again and again', () => {
  let stretch = scrolledTo(most(ledger) / 3, start, ledger)
  // End of the laid-out stretch, where it continues.
  stretch = { ...stretch, at: most(ledger) - 100 }
  const before = topRow(stretch, ledger)
  for (let turn = 0; turn < 5; turn += 1)
    stretch = scrolledTo(Math.min(stretch.at + 100, most(ledger)), stretch, ledger)
  expect(topRow(stretch, ledger) - before).toBeGreaterThan(3 * (100 / 28))
  expect(stretch.at).toBeLessThan(most(ledger))
})

test('any row can be brought onto the screen from anywhere', () => {
  fc.assert(
    fc.property(
      rooms,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (room, from, to) => {
        const before = scrolledTo(from * most(room), start, room)
        const row = Math.min(Math.floor(to * room.count), room.count - 1)
        const { base, at } = scrollScale(row, before, room)
        expect(base).toBeGreaterThanOrEqual(0)
        expect(base + drawnRows(room)).toBeLessThanOrEqual(room.count)
        expect(row).toBeGreaterThanOrEqual(base)
        expect(row).toBeLessThan(base + drawnRows(room))
        expect(at).toBeLessThanOrEqual(Math.max(most(room), 1))
      },
    ),
  )
})
