/** Paragraphs of help: one for each page of the menu, in each language. */
import { expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { shipped } from '#contract/messages/index.ts'
import { locales } from '#contract/messages/locales.ts'
import { homePage, pages } from '#contract/pages.ts'
import type { Entity } from '#contract/schema/entity.ts'

const prefix = 'help.page.'
const names = [homePage.name, ...pages.map(({ name }) => name)]

test.each(locales)('every page of the menu has a paragraph of its own in %s, and no other has', locale => {
  const paragraphs = Object.entries(shipped[locale]).filter(([key]) => key.startsWith(prefix))
  expect(paragraphs.map(([key]) => key.slice(prefix.length)).sort()).toEqual([...names].sort())
  expect(new Set(paragraphs.map(([, text]) => text)).size).toBe(names.length)
})

test.each([
  ['zh-CN', 30, 120],
  ['zh-TW', 30, 120],
  ['en-US', 80, 320],
] as const)('a paragraph in %s is one to four sentences, and written as it is', (locale, least, most) => {
  const unfit = names
    .map(name => ({ name, text: shipped[locale][`${prefix}${name}`] ?? '' }))
    .filter(({ text }) => text.length < least || text.length > most || /[{}<>#']/.test(text) || !/[.。]$/.test(text))
  expect(unfit.map(({ name, text }) => `${name} ${text.length}`)).toEqual([])
})

test('a term of the glossary is a field, of the entity it names or of any', () => {
  const known = Object.values<Entity>(entities).flatMap(entity =>
    [entity, ...Object.values(entity.lines)].flatMap(({ name, fields }) =>
      Object.keys(fields).flatMap(field => [field, `${name}.${field}`]),
    ),
  )
  const terms = Object.keys(shipped['zh-CN'])
    .filter(key => key.startsWith('glossary.'))
    .map(key => key.slice('glossary.'.length))
  expect(terms.length).toBeGreaterThan(50)
  expect(terms.filter(term => !known.includes(term))).toEqual([])
})

test.each(locales)('a reminder is promised only where the system makes one, in %s', locale => {
  const reminding = ['notify', 'task', 'setting', 'employeehealth'].map(name => `${prefix}${name}`)
  const promised = Object.entries(shipped[locale]).filter(
    ([key, text]) => /^(help\.page|glossary)\./.test(key) && /提醒|remind/.test(text),
  )
  const known = [...reminding, 'glossary.nearExpiryDays']
  expect(promised.map(([key]) => key).filter(key => !known.includes(key))).toEqual([])
})
