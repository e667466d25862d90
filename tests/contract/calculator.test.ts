import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculate } from '#contract/schema/expression.ts'

const sums: readonly (readonly [text: string, value: string])[] = [
  ['1+2*3', '7'],
  ['(1+2)*3', '9'],
  ['0.1+0.2', '0.3'],
  ['1.005*1000', '1005'],
  ['10/4', '2.5'],
  ['1/3', '0.333333333333'],
  ['1/3*3', '1'],
  ['7-10', '-3'],
  ['-2*-3', '6'],
  ['2--3', '5'],
  ['0*-5', '0'],
  ['= 12 * 25', '300'],
  ['1,250.50+0.5', '1251'],
  ['1,234,567', '1234567'],
  ['.5+3.', '3.5'],
  ['15%', '0.15'],
  ['200*15%', '30'],
  ['200+15%', '230'],
  ['200-15%', '170'],
  ['50%*50%', '0.25'],
  // As a Chinese input method writes it.
  ['（１＋２）×３', '9'],
  ['１２００÷４', '300'],
  ['3。5＊2', '7'],
  ['6、2', '3'],
  ['１，０００＋１％', '1010'],
  ['3x4', '12'],
  ['1.2万*3', '36000'],
  ['2亿/4', '50000000'],
]

for (const [text, value] of sums) {
  test(`${text} is ${value}`, () => expect(calculate(text)).toEqual({ value }))
}

const none = ['', '=', '1+', '*2', '(1+2', '1+2)', '1/0', '5/(2-2)', '1 2', '12,5', '1,2345', '1..2', 'abc', '2^3', '%']

for (const text of [...none, 'process.exit()', 'constructor', '1;2', `1${'+1'.repeat(200)}`, `1${'0'.repeat(40)}`]) {
  test(`"${text.slice(0, 20)}" has no answer`, () => expect(calculate(text)).toBeNull())
}

test('a chain of hundredths comes out as exact as if it were counted in whole hundredths', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -99_999, max: 99_999 }), { minLength: 1, maxLength: 12 }), numbers => {
      const text = numbers.map(number => `(${(number / 100).toFixed(2)})`).join('+')
      const total = numbers.reduce((sum, number) => sum + number, 0)
      expect(calculate(text)).toEqual({ value: String(total / 100) })
    }),
  )
})
