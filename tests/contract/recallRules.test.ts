import { describe, expect, test } from 'vitest'
import { deadlinesOf, stageOf, stagesEntered, timeLeft, urgencyOf } from '#contract/recall/deadlines.ts'
import { dealerStatusOf, isSettled } from '#contract/sale/dealerStatus.ts'

const hour = (at: number) => new Date(Date.UTC(2026, 10, 22) + at * 3_600_000).toISOString()
const term = { from: hour(0), at: hour(10) }

describe('a term that runs', () => {
  test('is early, half over, nearly over and over, each from its mark on', () => {
    const at = [0, 4.9, 5, 7.9, 8, 9.9, 10, 20].map(hours => stageOf(term, hour(hours)))
    expect(at).toEqual(['early', 'early', 'half', 'half', 'near', 'near', 'over', 'over'])
    expect(stageOf({ from: hour(1), at: hour(1) }, hour(0))).toBe('early')
    expect(stageOf({ from: hour(1), at: hour(1) }, hour(1))).toBe('over')
  })

  test('is warned of once at each mark, and of all that were passed meanwhile', () => {
    expect(stagesEntered(term, hour(1), hour(2))).toEqual([])
    expect(stagesEntered(term, hour(4), hour(6))).toEqual(['half'])
    expect(stagesEntered(term, hour(4), hour(11))).toEqual(['half', 'near', 'over'])
    expect(stagesEntered(term, hour(11), hour(12))).toEqual([])
  })

  test('has days and hours, hours and minutes or minutes left, and is over from its instant on', () => {
    const left = (hours: number) => {
      const { unit, isOver, days, hours: h, minutes } = timeLeft(hour(10), hour(hours))
      return [unit, isOver, unit === 'days' ? days : h, unit === 'days' ? h : minutes]
    }
    expect(left(-16)).toEqual(['days', false, 1, 2])
    expect(left(7.5)).toEqual(['hours', false, 2, 30])
    expect(left(9.5)).toEqual(['minutes', false, 0, 30])
    expect(left(10)).toEqual(['minutes', false, 0, 0])
    expect(left(10.001)).toEqual(['minutes', true, 0, 1])
    expect(left(12.25)).toEqual(['hours', true, 2, 15])
    expect(left(35)).toEqual(['days', true, 1, 1])
  })

  test('is urgent from its last tenth on', () => {
    const at = [0, 5, 8.9, 9, 10, 20].map(hours => urgencyOf(term, hour(hours)))
    expect(at).toEqual(['neutral', 'warning', 'warning', 'danger', 'danger', 'danger'])
  })
})

test('a recall has the clocks that were set, and says which of them are met', () => {
  const recall = { knowTime: hour(0), startDeadline: hour(24), reportDeadline: hour(24), startTime: hour(2) }
  expect(deadlinesOf(recall)).toEqual([
    { what: 'startDeadline', from: hour(0), at: hour(24), met: hour(2) },
    { what: 'reportDeadline', from: hour(0), at: hour(24), met: null },
  ])
  const reported = {
    ...recall,
    noticeTime: hour(3),
    notifyDeadline: hour(27),
    finishDeadline: hour(99),
    finishTime: null,
  }
  expect(deadlinesOf({ ...reported, notifiedPercent: '99.99' }).map(({ met }) => met)).toEqual([
    hour(2),
    null,
    null,
    null,
  ])
  expect(deadlinesOf({ ...reported, notifiedPercent: '100.00' }).map(({ met }) => met)).toEqual([
    hour(2),
    null,
    true,
    null,
  ])
  // A closed recall is late no longer: what is not done never will be.
  const closed = { ...reported, status: 'CLOSED', notifiedPercent: '0', finishTime: hour(90) }
  expect(deadlinesOf(closed).map(({ met }) => met)).toEqual([hour(2), false, false, hour(90)])
  const early = deadlinesOf({ ...closed, finishTime: hour(25) }).map(({ what, met }) => [what, met])
  expect(early).toEqual([
    ['startDeadline', hour(2)],
    ['reportDeadline', false],
    ['finishDeadline', hour(25)],
  ])
  expect(deadlinesOf({ ...reported, status: 'CANCELLED' })).toEqual([])
  // Without dealers nobody is to be notified.
  expect(deadlinesOf({ ...reported, notifiedPercent: null }).map(({ met }) => met)).toEqual([hour(2), null, true, null])
  expect(deadlinesOf({})).toEqual([])
})

describe('a dealer of a recall', () => {
  const row = { soldQty: '10.0000' }
  test.each([
    ['NOT_NOTIFIED', {}],
    ['NOTIFIED', { notifyTime: hour(1) }],
    ['ACKNOWLEDGED', { notifyTime: hour(1), ackTime: hour(2) }],
    ['STOCK_REPORTED', { ackTime: hour(2), stockQty: '0' }],
    ['SOLD_ONWARD', { ackTime: hour(2), stockQty: '6', onwardQty: '4' }],
    ['SOLD_ONWARD', { stockQty: '6', onwardQty: '4', returnedQty: '5' }],
    ['RETURNED', { stockQty: '6', onwardQty: '4', returnedQty: '6' }],
    ['RETURNED', { onwardQty: '4', returnedQty: '6' }],
    ['NOTIFIED', { notifyTime: hour(1), returnedQty: '9.9999' }],
    ['RETURNED', { returnedQty: '10' }],
    ['RETURNED', { soldQty: '0', lastShippedAt: hour(0), notifyTime: hour(1) }],
    // What he says that he has, he has from somebody else.
    ['STOCK_REPORTED', { soldQty: '0', lastShippedAt: hour(0), stockQty: '5' }],
    ['SOLD_ONWARD', { soldQty: '0', lastShippedAt: hour(0), onwardQty: '5' }],
    ['NOT_NOTIFIED', { soldQty: '0' }],
  ])('is %s by the last step that is known: %o', (status, more) => {
    expect(dealerStatusOf({ ...row, ...more })).toBe(status)
  })

  test('is called until he has said what he has', () => {
    expect(['NOTIFIED', 'ACKNOWLEDGED', 'STOCK_REPORTED', 'SOLD_ONWARD', 'RETURNED'].map(isSettled)).toEqual([
      ...[false, false],
      ...[true, true, true],
    ])
  })
})
