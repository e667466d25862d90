/** Questions of all commands: only what nothing takes back is called final. */
import { beforeAll, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { locales } from '#contract/messages/locales.ts'
import type { Action, Entity } from '#contract/schema/entity.ts'
import { userPasswordCommands } from '../../src/commands/account/userPassword.ts'
import { titleOfOne } from '../../src/commands/core/titles.ts'
import { commandsOfEntity } from '../../src/commands/entity/entity.ts'
import { dismissLabel, questionOf } from '../../src/commands/gate/question.ts'
import { traceActionCommands } from '../../src/commands/trace/traceActions.ts'
import { loadOtherLanguages, switchLocale, textsIn } from '../../src/data/language.ts'

const all = [
  ...Object.values<Entity>(entities).flatMap(commandsOfEntity),
  ...traceActionCommands,
  ...userPasswordCommands,
]
const asked = new Map<string, string>()
beforeAll(async () => {
  await loadOtherLanguages()
  for (const each of all) if (each.confirm) asked.set(each.id, questionOf(each, {}).question)
})

/** Actions whose result another action of the rows begins from, to lead back. */
const returning = Object.values<Entity>(entities).flatMap(({ name, actions }) =>
  Object.entries(actions)
    .filter(([, { from = [], to = '' }]) =>
      Object.values(actions).some(back => back.from?.includes(to) && from.includes(back.to ?? '-')),
    )
    .map(([action]) => `${name}.${action}`),
)

test('no command is called final that another takes back', () => {
  expect(returning).toContain('produceplan.reopen')
  const wrong = [...returning, 'stocklot.hold', 'reviewasc.freeze', 'reviewdesc.freeze']
  expect(wrong.filter(id => asked.get(id) === 'confirm.destructive')).toEqual([])
})

test('what nothing takes back still says so', async () => {
  await loadOtherLanguages()
  for (const id of [
    'stocklot.reject',
    'produceplan.cancel',
    'produceplan.scrapRest',
    'callback.cancel',
    'materialstorein.reverse',
  ])
    expect(textsIn('zh-CN')(asked.get(id) ?? id), id).toContain('不能恢复')
})

const isClosing = ({ to }: Action) => to === 'CLOSED'

test.each(locales)('posting, reversing, closing and cancelling say what happens (%s)', async locale => {
  await loadOtherLanguages()
  const say = textsIn(locale)
  const unsaid = Object.values<Entity>(entities).flatMap(entity =>
    Object.entries(entity.actions)
      .filter(([name, action]) => action.confirm && (entity.document || isClosing(action) || name === 'reverse'))
      .map(([name]) => asked.get(`${entity.name}.${name}`) ?? '')
      .filter(key => /^confirm\.(one|many|destructive)$|^$/.test(key) || say(key) === key),
  )
  expect(unsaid).toEqual([])
})

test('deleting what was never saved is not called final', () => {
  const remove = all.find(({ id }) => id === 'materialstorein.delete')
  expect(remove && questionOf(remove, { ids: ['new:1'] }).question).toBe('confirm.one')
  expect(remove && questionOf(remove, { ids: ['new:1', 7] }).question).toBe('confirm.delete.draft')
})

test.each(locales)('deleting says what goes with it, by the kind of record (%s)', async locale => {
  await loadOtherLanguages()
  const say = textsIn(locale)
  const askedOf = (entity: string) => {
    const remove = all.find(({ id }) => id === `${entity}.delete`)
    return remove && questionOf(remove, { ids: [7] }).question
  }
  expect(['productsaleout', 'materialstorein', 'supply', 'holiday', 'retainsample', 'user'].map(askedOf)).toEqual([
    'confirm.delete.reserving',
    'confirm.delete.draft',
    'confirm.delete.master',
    'confirm.delete.plain',
    'confirm.delete.retainsample',
    'confirm.delete.user',
  ])
  const removable = Object.values<Entity>(entities).filter(
    ({ operations, name }) => operations.includes('remove') && all.some(({ id }) => id === `${name}.delete`),
  )
  const unsaid = removable.map(({ name }) => askedOf(name) ?? '').filter(key => key === '' || say(key) === key)
  expect(unsaid).toEqual([])
  expect(say('confirm.delete.unused')).not.toBe('confirm.delete.unused')
})

test.each(locales)('no verb is that of the dialog’s own way out (%s)', locale => {
  const say = textsIn(locale)
  const verbs = all.filter(({ confirm }) => confirm).map(({ title, values }) => say(values?.action ?? title))
  expect(verbs).not.toContain(say('shell.cancel'))
})

test.each([
  ['zh-TW', '保留計畫', '保留回收'],
  ['en-US', 'Keep plan', 'Keep recall'],
  ['zh-CN', '保留计划', '保留召回'],
] as const)('a question of cancelling is dismissed by keeping (%s)', async (locale, ...kept) => {
  await loadOtherLanguages()
  await switchLocale(locale)
  const cancelling = all.filter(({ id }) => ['produceplan.cancel', 'callback.cancel'].includes(id))
  expect(cancelling.map(dismissLabel)).toEqual(kept)
  const [first] = cancelling
  expect(first && dismissLabel({ ...first, id: 'other' })).toBe(textsIn(locale)('confirm.back'))
})

test.each([
  ...['stocklot.hold', 'stocklot.release', 'stocklot.reject', 'stocklot.restore', 'unqualifiedproduct.decide'],
  ...['qualityinspection.test', 'qualityinspection.judge', 'qualityinspection.release', 'userlogin.end'],
  ...['complaint.answer', 'questionanswer.answer', 'user.resetPassword'],
])('%s says its consequence', async id => {
  await loadOtherLanguages()
  expect(asked.get(id)).toBe(`confirm.${id}`)
  for (const locale of locales) expect(textsIn(locale)(`confirm.${id}`)).not.toBe(`confirm.${id}`)
})

test('no English question is headed by parentheses', async () => {
  await loadOtherLanguages()
  await switchLocale('en-US')
  const heads = all.filter(({ confirm }) => confirm).map(each => questionOf(each, { ids: [1] }).title ?? '')
  expect(heads.filter(head => head.includes('('))).toEqual([])
  await switchLocale('zh-CN')
})

test('a command of one record names it in the singular', async () => {
  await switchLocale('en-US')
  const reverse = all.find(({ id }) => id === 'materialstorein.reverse')
  expect(reverse && titleOfOne(reverse)).toBe('Reverse goods receipt')
  await switchLocale('zh-CN')
})

test('a question about one row without a number is headed in the singular, one about many in the plural', async () => {
  await switchLocale('en-US')
  const post = all.find(({ id }) => id === 'materialstorein.submit')
  const headOf = (ids: readonly number[]) => post && questionOf(post, { ids }).title
  expect(headOf([1])).toBe('Post goods receipt')
  expect(headOf([1, 2])).toContain('goods receipts')
  const drop = all.find(({ id }) => id === 'menu.delete')
  expect(drop && questionOf(drop, { ids: [1, 2] }).title).toBe('Delete 2 records')
  await switchLocale('zh-CN')
})

test.each(locales)('the refusal of a deletion says once that it failed (%s)', async locale => {
  await loadOtherLanguages()
  const said = textsIn(locale)('error.inUse')
  expect(said).not.toBe('error.inUse')
  expect(said).not.toMatch(/不能|無法|无法|cannot|can['’]t|not be deleted/i)
})
