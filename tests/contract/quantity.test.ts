import { describe, expect, test } from 'vitest'
import { parseQuantity, type QuantityRules } from '#contract/schema/quantity.ts'

const kilograms: QuantityRules = {
  unit: '千克',
  decimals: 4,
  packages: [{ names: ['袋', 'bag'], times: '50' }],
}
const bottles: QuantityRules = {
  unit: '瓶',
  decimals: 0,
  packages: [
    { names: ['箱', 'case'], times: '12' },
    { names: ['打'], times: '12', over: '1' },
  ],
}
const cases: QuantityRules = {
  unit: '箱',
  decimals: 4,
  packages: [{ names: ['瓶'], times: '1', over: '12' }],
}
const litres: QuantityRules = { unit: ['L', '升'], decimals: 4 }
const plain: QuantityRules = { decimals: 2 }

const values: readonly (readonly [text: string, rules: QuantityRules, value: string])[] = [
  ['500', kilograms, '500'],
  ['500kg', kilograms, '500'],
  ['500 kg', kilograms, '500'],
  ['500KG', kilograms, '500'],
  ['500 千克', kilograms, '500'],
  ['500公斤', kilograms, '500'],
  ['2t', kilograms, '2000'],
  ['2 T', kilograms, '2000'],
  ['0.5吨', kilograms, '500'],
  ['.5吨', kilograms, '500'],
  ['0.5噸', kilograms, '500'],
  ['1公噸', kilograms, '1000'],
  ['500g', kilograms, '0.5'],
  ['500 g', kilograms, '0.5'],
  ['500克', kilograms, '0.5'],
  ['100毫克', kilograms, '0.0001'],
  ['500mg', kilograms, '0.0005'],
  ['3斤', kilograms, '1.5'],
  ['3市斤', kilograms, '1.5'],
  ['2两', kilograms, '0.1'],
  ['2兩', kilograms, '0.1'],
  ['1台斤', kilograms, '0.6'],
  ['2台兩', kilograms, '0.075'],
  ['3袋', kilograms, '150'],
  ['3 bag', kilograms, '150'],
  ['3袋+20', kilograms, '170'],
  ['3袋+20kg', kilograms, '170'],
  ['2t-150kg', kilograms, '1850'],
  ['2吨500公斤', kilograms, '2500'],
  ['-2吨500公斤', kilograms, '-2500'],
  ['20*25', kilograms, '500'],
  ['20*25kg', kilograms, '500'],
  ['20kg*25', kilograms, '500'],
  ['20×25', kilograms, '500'],
  ['20x25', kilograms, '500'],
  ['20＊25', kilograms, '500'],
  ['=12*25', kilograms, '300'],
  ['＝12*25', kilograms, '300'],
  ['= (12+3) * 20', kilograms, '300'],
  ['(12+3)kg', kilograms, '15'],
  ['(1+2)袋', kilograms, '150'],
  ['1/3*3', kilograms, '1'],
  ['1,234.5', kilograms, '1234.5'],
  ['1,234.5kg', kilograms, '1234.5'],
  ['1,234,567', kilograms, '1234567'],
  ['１２３．５', kilograms, '123.5'],
  ['５００ｋｇ', kilograms, '500'],
  ['12。5', kilograms, '12.5'],
  ['1e3', kilograms, '1000'],
  ['1.5e3', kilograms, '1500'],
  ['2E2', kilograms, '200'],
  ['1e3kg', kilograms, '1000'],
  ['25e-1', kilograms, '2.5'],
  ['1.2万', kilograms, '12000'],
  ['1.2万kg', kilograms, '12000'],
  ['200+15%', kilograms, '230'],
  ['0.1+0.2', kilograms, '0.3'],
  ['1/8', kilograms, '0.125'],
  ['0005', kilograms, '5'],
  ['500.0000', kilograms, '500'],
  ['-5', kilograms, '-5'],
  ['3箱', bottles, '36'],
  ['3 case', bottles, '36'],
  ['2箱+6', bottles, '30'],
  ['3箱6瓶', bottles, '42'],
  ['2打', bottles, '24'],
  ['6瓶', bottles, '6'],
  ['18瓶', cases, '1.5'],
  ['3箱', cases, '3'],
  ['500ml', litres, '0.5'],
  ['500 毫升', litres, '0.5'],
  ['2升', litres, '2'],
  ['2L', litres, '2'],
  ['20*25', plain, '500'],
  ['1/4', plain, '0.25'],
]

describe('what is written as a quantity', () => {
  for (const [text, rules, value] of values)
    test(`"${text}" in ${String(rules.unit ?? 'no unit')} is ${value}`, () => {
      const read = parseQuantity(text, rules)
      expect('value' in read ? read.value : read.error.reason).toBe(value)
    })
})

const refused: readonly (readonly [text: string, rules: QuantityRules, error: object])[] = [
  ['', kilograms, { reason: 'number' }],
  ['十二', kilograms, { reason: 'number' }],
  ['12,5', kilograms, { reason: 'number' }],
  ['20*', kilograms, { reason: 'number' }],
  ['1/0', kilograms, { reason: 'number' }],
  ['2kg*3kg', kilograms, { reason: 'number' }],
  ['2t 500', kilograms, { reason: 'number' }],
  ['kg', kilograms, { reason: 'number' }],
  ['5kg kg', kilograms, { reason: 'number' }],
  ['2L', kilograms, { reason: 'unitDiffers', from: 'L', to: '千克' }],
  ['3箱', kilograms, { reason: 'unitUnknown', from: '箱' }],
  ['5gram', kilograms, { reason: 'unitUnknown', from: 'gram' }],
  ['2t', bottles, { reason: 'unitDiffers', from: 't', to: '瓶' }],
  ['2t', plain, { reason: 'unitMissing', from: 't' }],
  ['1/3', kilograms, { reason: 'tooPrecise', value: '0.333333333333333333333333333333', decimals: 4 }],
  ['10mg', kilograms, { reason: 'tooPrecise', value: '0.00001', decimals: 4 }],
  ['1.005', plain, { reason: 'tooPrecise', value: '1.005', decimals: 2 }],
  ['2.5', bottles, { reason: 'tooPrecise', value: '2.5', decimals: 0 }],
]

describe('what has no value', () => {
  for (const [text, rules, error] of refused)
    test(`"${text}" in ${String(rules.unit ?? 'no unit')}`, () => expect(parseQuantity(text, rules)).toEqual({ error }))
})
