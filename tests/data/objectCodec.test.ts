/** Values written one after the other, each object once. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { objectCodec } from '../../src/data/drafts/objectCodec.ts'

const readAll = (...texts: readonly string[]): unknown => texts.map(objectCodec().reader()).at(-1)

test('an object that stands in several values is written once and is one again', () => {
  const codec = objectCodec()
  const row = { id: 1, name: '甲' }
  const first = codec.write({ row, lines: [row, { id: 2, of: row }] })
  const second = codec.write({ row, also: row })
  expect([first.split('甲').length, second.split('甲').length]).toEqual([2, 1])
  const read = objectCodec().reader()
  const one = read(first) as { row: unknown; lines: { of?: unknown }[] }
  const other = read(second) as { row: unknown; also: unknown }
  expect(one).toEqual({ row, lines: [row, { id: 2, of: row }] })
  expect([one.lines[0], one.lines[1]?.of, other.row, other.also]).toEqual([row, row, row, row])
  expect(new Set([one.row, one.lines[0], one.lines[1]?.of, other.row, other.also]).size).toBe(1)
})

test('whatever JSON can hold comes back as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const codec = objectCodec()
      const [first, second] = [[one, other], { one, other, both: [one, [other]] }]
      const texts = [codec.write(first), codec.write(second)]
      expect(readAll(...texts)).toEqual(JSON.parse(JSON.stringify(second)))
      expect(readAll(codec.writeWhole(second))).toEqual(JSON.parse(JSON.stringify(second)))
    }),
  )
})

test('what is written after a whole value can be read after it, and after what it replaces', () => {
  const codec = objectCodec()
  const [kept, dropped] = [{ name: '留' }, { name: '去' }]
  const before = codec.write([kept, dropped])
  const whole = codec.writeWhole([kept])
  const after = codec.write([kept, dropped, { name: '新' }])
  expect(whole).not.toContain('去')
  const expected = [{ name: '留' }, { name: '去' }, { name: '新' }]
  expect([readAll(whole, after), readAll(before, after)]).toEqual([expected, expected])
})

test('what was read is known to the writer', () => {
  const writer = objectCodec()
  const texts = [writer.write([{ name: '甲' }])]
  const codec = objectCodec()
  const [row] = texts.map(codec.reader())[0] as readonly unknown[]
  const next = codec.write([row, { name: '乙' }])
  expect(next).not.toContain('甲')
  expect(readAll(...texts, next)).toEqual([{ name: '甲' }, { name: '乙' }])
})

test('what is no such text is refused', () => {
  expect(() => readAll('{')).toThrow(SyntaxError)
})
