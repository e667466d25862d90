/** Pages of a history put together, and the values of one entry. */
import { expect, test } from 'vitest'
import type { HistoryEntry, RecordHistory } from '#contract/system/recordHistory.ts'
import { valuesAt, withNewest, withOlder } from '../../src/data/records/auditHistory.ts'

const entry = (id: number): HistoryEntry => ({ id, at: '', action: 'UPDATE', by: null, reason: null, changes: [] })
const page = (more: boolean, ...ids: number[]): RecordHistory => ({ rows: ids.map(entry), more })

test('an older page is appended once', () => {
  const once = withOlder(page(true, 9, 8), page(false, 7, 6), 8)
  expect(once).toEqual(page(false, 9, 8, 7, 6))
  expect(withOlder(once, page(false, 7, 6), 8)).toBe(once)
})

test('a new version keeps the pages already known, unless entries between are missing', () => {
  const known = page(false, 9, 8, 7, 6)
  expect(withNewest(null, page(true, 9, 8))).toEqual(page(true, 9, 8))
  expect(withNewest(known, page(true, 10, 9))).toEqual(page(false, 10, 9, 8, 7, 6))
  expect(withNewest(known, page(true, 14, 13))).toEqual(page(true, 14, 13))
})

test('a quantity has the unit of its own entry, or none', () => {
  const qty = { field: 'qty', before: '1.0000', after: '2.0000' }
  const unitId = { field: 'unitId', before: 1, after: 2, labels: { 1: 'kg', 2: 'g' } }
  expect(valuesAt([qty, unitId], 'before')).toMatchObject({ qty: '1.0000', unitId$label: 'kg' })
  expect(valuesAt([qty, unitId], 'after')).toMatchObject({ qty: '2.0000', unitId$label: 'g' })
  expect(valuesAt([qty], 'after').unitId$label).toBeUndefined()
})
