import { describe, expect, it } from 'vitest'
import { exactLot, readExactLot } from '../../src/contract/review/lotName.ts'

describe('the name of one lot', () => {
  it('says number and record', () => {
    expect(exactLot('P20261120-003', 1234)).toBe('P20261120-003#1234')
    expect(readExactLot('P20261120-003#1234')).toEqual({ lotNo: 'P20261120-003', id: 1234 })
  })

  it('may be of a number that has such a sign itself', () =>
    expect(readExactLot('A#7#12')).toEqual({ lotNo: 'A#7', id: 12 }))

  it.each(['P20261120-003', 'A#B', '#12', 'A#', 'A#0', 'A#12 '])('is not %s', name =>
    expect(readExactLot(name)).toBeNull(),
  )
})
