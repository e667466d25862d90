import { expect, test } from 'vitest'
import { accountedRate } from '../../server/domain/trace/sections/trace.ts'
import type { Figures } from '../../server/domain/trace/walk/figures.ts'

const nothing = {
  ...{ received: '0', produced: '0', gained: '0', onHand: '0', wip: '0', used: '0', sold: '0', samples: '0' },
  ...{ tested: '0', scrapped: '0', supplierReturned: '0', countLoss: '0', dealerReturned: '0' },
}
const figures = (...lots: readonly Partial<Figures[number]>[]): Figures =>
  lots.map((lot, index) => ({ ...nothing, lotId: index + 1, ...lot }))

test('what is accounted for is told of the worst lot, as litres and kilograms do not add up', () => {
  const litres = { received: '1000.0000', onHand: '400.5000', used: '599.5000' }
  expect(accountedRate(figures(litres, { produced: '10.0000', sold: '5.0000' }))).toBe('50.00')
  expect(accountedRate(figures(litres, { produced: '10.0000', sold: '10.0000' }))).toBe('100.00')
})

test('a surplus of one lot does not make up for the loss of another, and is no balance either', () => {
  const over = { received: '10.0000', onHand: '11.0000' }
  expect(accountedRate(figures(over, { received: '10.0000', onHand: '9.5000' }))).toBe('110.00')
  expect(accountedRate(figures(over, { received: '10.0000', onHand: '8.0000' }))).toBe('80.00')
})

test('a lot of which a trace is left is not rounded to a balance', () => {
  expect(accountedRate(figures({ received: '1000000.0000', onHand: '999999.0000' }))).toBe('99.99')
  expect(accountedRate(figures({ received: '1000000.0000', onHand: '1000001.0000' }))).toBe('100.01')
})

test('where nothing came into being there is nothing to account for', () => {
  expect(accountedRate(figures({}))).toBeNull()
})
