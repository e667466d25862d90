import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantIn } from '../../server/db/connection/instant.ts'

const date = fc.date({
  min: new Date('0001-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
})

test('an instant is read as the database writes it, to the millisecond it lies in', () => {
  fc.assert(
    fc.property(date, fc.integer({ min: 0, max: 999 }), (at, micros) => {
      const iso = at.toISOString()
      // It leaves out zeros at the end, and the point with them.
      const fraction = `.${iso.slice(20, 23)}${String(micros).padStart(3, '0')}`.replace(/\.?0+$/, '')
      expect(instantIn(`${iso.slice(0, 10)} ${iso.slice(11, 19)}${fraction}+00`)).toBe(iso)
    }),
  )
})

test('what is written otherwise is left to whoever knows every form', () => {
  for (const written of ['0044-03-15 00:00:00+00 BC', '12026-03-01 08:00:00+00', '2026-03-01 16:00:00+08', 'infinity'])
    expect(instantIn(written)).toBeNull()
})
