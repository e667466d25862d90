/** Figures of a plan, and links within the message of what blocks its closing. */
import { expect, test } from 'vitest'
import { balanceInWords, linkedMessage } from '../../src/screens/produceplan/stages.ts'

const link = (label: string) => ({ label, href: `/stocklot/${label}` })

test('labels become links in their order, and nothing of the message is lost', () => {
  const links = ['L1', 'L10', 'L3'].map(link)
  expect(linkedMessage('未清零：L1, L10（共 12 批）', links)).toEqual([
    '未清零：',
    links[0],
    ', ',
    links[1],
    '（共 12 批）',
  ])
  expect(linkedMessage('请填写损耗说明', [])).toEqual(['请填写损耗说明'])
  expect(linkedMessage('没有提到', links)).toEqual(['没有提到'])
})

test('the balance keeps a weighed by-product beside output without a mass', () => {
  const balance = (output: string, byProduct: string, loss: string | null) =>
    balanceInWords({ output, byProduct, loss })
  expect(balance('0.0000', '12.5000', null)).toBe('– + 12.5')
  expect(balance('0.0000', '0.0000', null), 'nothing received yet').toBe('–')
  expect(balance('80', '12.5', '7.5')).toBe('80 + 12.5 + 7.5')
})
