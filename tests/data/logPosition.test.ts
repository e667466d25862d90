import { expect, test } from 'vitest'
import { bytesOf, firstPosition, isPosition, laterOf } from '#contract/system/logPosition.ts'
import { answerPosition, hearPosition, position } from '../../src/data/api/position.ts'

test('positions are compared as numbers', () => {
  expect(bytesOf('1/0')).toBe(4_294_967_296n)
  expect(laterOf('0/FFFFFFFF', '1/0')).toBe('1/0')
  expect(laterOf('A/0', '9/FF')).toBe('A/0')
  expect(['0/0', '16/B374D848', 'x', '1', '1/123456789', null].map(isPosition)).toEqual([
    ...[true, true, false, false, false, false],
  ])
})

test('the latest is kept, whatever order answers come in; the server corrects the one that was sent', () => {
  expect(position()).toBe(firstPosition)
  const [first, second] = [position(), position()]
  answerPosition('0/20', second)
  answerPosition('0/10', first)
  expect(position()).toBe('0/20')
  hearPosition('0/1F')
  hearPosition(undefined)
  expect(position()).toBe('0/20')
  hearPosition('1/0')
  answerPosition(null, '1/0')
  expect(position()).toBe('1/0')
  answerPosition('0/30', '1/0')
  expect(position()).toBe('0/30')
})
