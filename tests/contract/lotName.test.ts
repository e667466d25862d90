import { describe, expect, it } from 'vitest'
import { batchName, exactLot, readBatch, readExactLot } from '#contract/trace/lotName.ts'

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

describe('the name of a batch', () => {
  it('says plan and number', () => {
    expect(batchName('PP20261120-003', 2)).toBe('PP20261120-003/2')
    expect(readBatch('PP20261120-003/2')).toEqual({ planNo: 'PP20261120-003', batchSeq: 2 })
  })

  it.each(['PP20261120-003', 'PP1/0', '/2', 'PP1/', 'PP1/a'])('is not %s', name => expect(readBatch(name)).toBeNull())
})
