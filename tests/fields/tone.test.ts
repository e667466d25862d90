/** A released lot past its expiry is not shown as good news. */
import { beforeAll, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { loadOtherLanguages } from '../../src/data/language.ts'
import { dayOf } from '../../src/data/plantClock.ts'
import { shiftedDay } from '../../src/fields/days.ts'
import { cells } from '../../src/fields/index.ts'
import { stateShown } from '../../src/fields/tone.ts'

beforeAll(loadOtherLanguages)

const { qualityStatus } = entities.stocklot.fields
const today = dayOf(new Date())
const shown = (code: string, expiryDate: string | null) => stateShown(qualityStatus, { expiryDate }, code, 'zh-CN')

test('says of a released lot that it is past its expiry, the day itself is good still', () => {
  expect(shown('RELEASED', shiftedDay(today, -1, 'd'))).toMatchObject({ tone: 'danger' })
  expect(shown('RELEASED', shiftedDay(today, -1, 'd')).title).toMatch(/^合格放行.+/)
  expect(shown('RELEASED', today)).toEqual({ title: '合格放行', tone: 'success' })
  expect(shown('RELEASED', null)).toEqual({ title: '合格放行', tone: 'success' })
})

test('says of a lot that is used up that it is neither good nor bad news', () => {
  const emptied = (onHandQty: string, expiryDate: string | null) =>
    stateShown(qualityStatus, { onHandQty, expiryDate }, 'RELEASED', 'zh-CN').tone
  expect([emptied('0', null), emptied('0.0000', '2020-01-01'), emptied('1', null)]).toEqual([
    'neutral',
    'neutral',
    'success',
  ])
  expect(stateShown(qualityStatus, { onHandQty: '0', expiryDate: null }, 'REJECTED', 'zh-CN').tone).toBe('danger')
})

test('says so where it is copied and printed', () => {
  const copied = (expiryDate: string | null) =>
    cells.enumeration.toText('RELEASED', { expiryDate }, qualityStatus, 'zh-CN', 'qualityStatus')
  expect([copied('2020-01-01'), copied(today)]).toEqual(['合格放行 · 已过期', '合格放行'])
})

test('leaves the states that are a warning themselves', () => {
  expect(shown('HOLD', '2020-01-01')).toEqual({ title: '冻结', tone: 'warning' })
  expect(shown('REJECTED', '2020-01-01')).toEqual({ title: '不合格', tone: 'danger' })
})

test('holds for the quality of lots wherever the row has the day of expiry', () => {
  const all = Object.values<Entity>(entities).filter(({ fields }) => fields.qualityStatus && fields.expiryDate)
  expect(all.map(({ name }) => name)).toEqual(['productstorein', 'productstoreinrecord', 'stocklot'])
  for (const { name, fields } of all) expect(fields.qualityStatus?.expiresBy, name).toBe('expiryDate')
})
