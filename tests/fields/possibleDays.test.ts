/** Days the calendar offers are those its definitions allow. */
import { expect, test } from 'vitest'
import { entities, tables } from '#contract/index.ts'
import { dayOf, plantClock } from '../../src/data/plantClock.ts'
import { possibleDays } from '../../src/fields/calendar/possibleDays.ts'
import { shiftedDay } from '../../src/fields/days.ts'

const today = dayOf(new Date())
const tomorrow = shiftedDay(today, 1, 'd')

test('a day that cannot be later than today ends there', () => {
  for (const [entity, name] of [
    ['employeehealth', 'examDate'],
    ['retainobservation', 'observeDate'],
    ['usematerialrecord', 'useTime'],
  ] as const) {
    const isPossible = possibleDays({ entity, name, row: {} })
    expect([isPossible(today), isPossible(tomorrow)], entity).toEqual([true, false])
  }
})

test('a document and its lines are drafts first, which keep a later day until they are posted', () => {
  for (const [entity, name] of [
    ['materialstorein', 'storeInDate'],
    ['materialstoreinline', 'produceDate'],
    ['stockrelabel', 'produceDate'],
  ] as const)
    expect(possibleDays({ entity, name, row: {} })(tomorrow), entity).toBe(true)
})

test('a day checked against another begins or ends there', () => {
  const row = { produceDate: '2026-11-10', expiryDate: null }
  const expiry = possibleDays({ entity: 'materialstoreinline', name: 'expiryDate', row })
  expect(['2026-11-09', '2026-11-10', '2030-01-01'].map(expiry)).toEqual([false, true, true])
})

test('of moments the day of the bound itself is possible', () => {
  const startTime = plantClock().instant('2026-11-10 15:00:00')
  const end = possibleDays({ entity: 'equipmentrepaidrecord', name: 'endTime', row: { startTime } })
  expect(['2026-11-09', '2026-11-10', '2026-11-11'].map(end)).toEqual([false, true, true])
})

test('without a definition, or without bounds, every day is possible', () => {
  expect(possibleDays(undefined)(tomorrow)).toBe(true)
  expect(possibleDays({ entity: 'produceplan', name: 'produceDate', row: {} })(tomorrow)).toBe(true)
})

test('only days and moments are bound', () => {
  const bound = tables().flatMap(({ entity }) => Object.values(entity.fields).filter(({ past }) => past))
  expect(bound.length).toBeGreaterThan(12)
  expect(bound.every(({ kind }) => kind === 'date' || kind === 'instant')).toBe(true)
  expect(entities.stocklot.fields.expiryDate).not.toHaveProperty('past')
})
