import { describe, expect, it } from 'vitest'
import { memory, sharedBuffers } from '../../server/postgres/clusterMemory.ts'

const gigabyte = 2 ** 30

describe('the memory of the built-in PostgreSQL', () => {
  it.each([
    { of: 'a quarter of what there is', bytes: 4 * gigabyte, most: 1024 },
    { of: 'never less than what PostgreSQL takes by itself', bytes: gigabyte / 4, most: 128 },
    { of: 'no more than two gigabytes', bytes: 64 * gigabyte, most: 2048 },
  ])('is $of', ({ bytes, most }) => expect(sharedBuffers(bytes, 'linux')).toBe(most))

  it('is little on Windows, where more gains nothing', () => expect(sharedBuffers(8 * gigabyte, 'win32')).toBe(512))

  it('is reckoned from memory that is there', () => expect(memory()).toBeGreaterThan(gigabyte / 4))
})
