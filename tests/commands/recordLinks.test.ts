import { expect, test } from 'vitest'
import type { Grants } from '#contract/schema/permission.ts'
import { recordAddress } from '../../src/commands/core/recordLinks.ts'

const grants: Grants = new Map([
  ['supply', new Set<string>()],
  ['lotlink', new Set<string>()],
  ['materialstoreinline', new Set<string>()],
])

test('a stored record of a granted page has an address', () => {
  expect(recordAddress(grants, 'supply', 7)).toBe('/supply/7')
})

test('what may not or cannot be opened has none', () => {
  expect(recordAddress(grants, 'dealer', 7)).toBeUndefined()
  expect(recordAddress(grants, 'supply', 'new:1')).toBeUndefined()
  expect(recordAddress(grants, 'supply', null)).toBeUndefined()
  expect(recordAddress(grants, undefined, 7)).toBeUndefined()
  expect(recordAddress(grants, 'nothing', 7)).toBeUndefined()
})

test('lines and lists without a record have none', () => {
  expect(recordAddress(grants, 'materialstoreinline', 7)).toBeUndefined()
  expect(recordAddress(grants, 'productstoreinrecord', 7)).toBeUndefined()
})
