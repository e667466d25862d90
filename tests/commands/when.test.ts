import { expect, test } from 'vitest'
import { and, type ContextKeys, conflictKind, constrains, matches, overlaps } from '../../src/commands/core/when.ts'

const keys: ContextKeys = {
  auth: 'in',
  page: 'materialstorein',
  overlay: 'none',
  focus: 'grid',
  gridMode: 'navigate',
  gridEditable: true,
  gridRange: false,
  gridPicks: false,
  selection: 'one',
  record: 'none',
  dirty: false,
  installed: false,
}

test('a condition holds when every key it names fits', () => {
  expect(matches(undefined, keys)).toBe(true)
  expect(matches({ focus: 'grid', page: 'materialstorein' }, keys)).toBe(true)
  expect(matches({ focus: ['page', 'grid'] }, keys)).toBe(true)
  expect(matches({ focus: { not: 'gridEditor' } }, keys)).toBe(true)
  expect(matches({ page: { not: ['materialstorein', 'brand'] } }, keys)).toBe(false)
  expect(matches([{ focus: 'page' }, { selection: 'one' }], keys)).toBe(true)
  expect(matches({ dirty: true }, keys)).toBe(false)
})

test('two conditions overlap when one context fits both', () => {
  expect(overlaps({ page: 'brand' }, { page: 'unit' })).toBe(false)
  expect(overlaps({ page: 'brand' }, { focus: 'grid' })).toBe(true)
  expect(overlaps({ focus: ['page', 'grid'] }, { focus: ['grid', 'text'] })).toBe(true)
  expect(overlaps({ focus: { not: 'grid' } }, { focus: 'grid' })).toBe(false)
  expect(overlaps({ page: { not: 'brand' } }, { page: { not: 'unit' } })).toBe(true)
  expect(overlaps({ dirty: { not: true } }, { dirty: true })).toBe(false)
  expect(overlaps([{ page: 'brand' }, { page: 'unit' }], { page: 'unit', selection: 'one' })).toBe(true)
  expect(overlaps(undefined, { page: 'unit' })).toBe(true)
})

test('what can never be is nothing at all', () => {
  expect(and({ focus: 'grid' }, { focus: 'text' })).toEqual([])
  // Each pair could be, all three cannot.
  const three = [{ focus: ['page', 'grid'] }, { focus: ['grid', 'text'] }, { focus: ['page', 'text'] }] as const
  expect(and(...three)).toEqual([])
})

test('a condition names a key only if each of its alternatives does', () => {
  expect(constrains({ focus: 'grid' }, 'focus')).toBe(true)
  expect(constrains([{ focus: 'grid' }, { page: 'brand' }], 'focus')).toBe(false)
  expect(constrains(undefined, 'focus')).toBe(false)
})

test('sequences conflict when they are the same or one begins the other', () => {
  expect(conflictKind(['mod+k'], ['mod+k'])).toBe('same')
  expect(conflictKind(['g'], ['g', 'p'])).toBe('prefix')
  expect(conflictKind(['g', 'p', 'x'], ['g', 'p'])).toBe('prefix')
  expect(conflictKind(['g', 'p'], ['g', 'm'])).toBeNull()
})
