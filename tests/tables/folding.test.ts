/** Folded fields of a form: nothing with content is saved unseen. */
import { expect, test } from 'vitest'
import { brand } from '#contract/basic/brand.ts'
import { entities } from '#contract/index.ts'
import type { Fields } from '#contract/schema/field.ts'
import { date, flag, isEmpty, quantity, refs, text } from '#contract/schema/field.ts'
import { initial } from '#contract/schema/validate.ts'
import { emptyFields, type FormContent, hiddenFields, isFoldable } from '../../src/tables/form/folding.ts'

const today = '2026-11-26'
const hidden = (fields: Fields, row: FormContent['row'], more: Partial<FormContent> = {}) =>
  hiddenFields({ fields, row, stored: null, fieldErrors: {}, ...more }, Object.keys(fields))

test('of a new record everything optional without a default is out of sight once folded, and nothing else', () => {
  for (const entity of Object.values(entities)) {
    const row = initial(entity, { today, now: `${today}T00:00:00Z` })
    const out = hidden(entity.fields, row)
    for (const [name, field] of Object.entries(entity.fields))
      expect(out.includes(name), `${entity.name}.${name}`).toBe(isFoldable(field, row) && isBlank(row[name]))
  }
})

test('only what is folded is out of sight', () => {
  const content = { fields: brand.fields, row: {}, stored: null, fieldErrors: {} }
  expect(hiddenFields(content, ['remark', 'code', 'gone'])).toEqual(['remark'])
  expect(hiddenFields(content, [])).toEqual([])
})

const isBlank = (value: unknown) => isEmpty(value) || value === false || Number(value) === 0

const fields = {
  note: text('备注'),
  day: date('日期', { default: 'today' }),
  amount: quantity('数量', { default: '2' }),
  isUrgent: flag('加急'),
  tags: refs('标签', 'tag'),
  reason: text('原因', { requiredIf: row => row.isUrgent === true }),
  certificate: text('证书', { requiredToPost: true }),
} satisfies Fields
const empty = { note: null, day: null, amount: '0', isUrgent: false, tags: [], reason: null, certificate: null }
const optional = ['note', 'day', 'amount', 'isUrgent', 'tags', 'reason']

test.each([
  ['empty, or zero', {}, optional],
  ['nothing yet', { note: undefined, isUrgent: undefined, tags: undefined }, optional],
  ['zero as the server writes it', { amount: '0.0000' }, optional],
  ['a default', { amount: '2', day: today }, optional.filter(name => name !== 'amount' && name !== 'day')],
  ['a text', { note: 'x' }, optional.filter(name => name !== 'note')],
  ['a default that was cleared', { amount: null }, optional],
  ['required by another field', { isUrgent: true }, ['note', 'day', 'amount', 'tags']],
  ['a list', { tags: [7] }, optional.filter(name => name !== 'tags')],
])('%s', (_case, values, expected) => {
  expect(hidden(fields, { ...empty, ...values })).toEqual(expected)
})

test('an error, also one further down, and a stored value that was cleared keep a field in sight', () => {
  const without = (name: string) => optional.filter(each => each !== name)
  expect(hidden(fields, empty, { fieldErrors: { note: 'text' } })).toEqual(without('note'))
  expect(hidden(fields, empty, { fieldErrors: { 'tags.0': 'reference' } })).toEqual(without('tags'))
  expect(hidden(fields, empty, { stored: { ...empty, note: 'x' } })).toEqual(without('note'))
  expect(hidden(fields, empty, { stored: empty })).toEqual(optional)
})

test('of a closed record the empty fields that are drawn are counted, without faulty ones', () => {
  const { fields } = entities.usematerialrecord
  const counted = (row: FormContent['row'], fieldErrors: FormContent['fieldErrors'] = {}) =>
    emptyFields({ fields, row, fieldErrors }, () => true)
  const material = counted({ itemType: 'MATERIAL' })
  for (const name of ['semiProductId', 'correctionOfId', 'correctionReason']) expect(material).not.toContain(name)
  expect(material).toContain('techStepNo')
  expect(counted({ itemType: 'MATERIAL' }, { techStepNo: 'pattern', 'lotId.0': 'reference' })).toEqual(
    material.filter(name => name !== 'techStepNo' && name !== 'lotId'),
  )
})
