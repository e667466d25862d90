/** Sections of long forms: each from a field on, in the order of the definition, with a title. */
import { expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { shipped } from '#contract/messages/index.ts'
import { locales } from '#contract/messages/locales.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { inPairs, sectionsOf } from '../../src/tables/form/Sections.tsx'

const all = Object.values<Entity>(entities)

test('begin at the first field, go on in its order, and are titled in every language', () => {
  const sectioned = all.filter(({ sections }) => sections)
  expect(sectioned.map(({ name }) => name).sort()).toEqual([
    'customer',
    'dealer',
    'material',
    'product',
    'supply',
    'task',
    'user',
  ])
  for (const { name, fields, sections = [] } of sectioned) {
    const order = Object.keys(fields)
    const starts = sections.map(([first]) => order.indexOf(first))
    expect(starts[0], name).toBe(0)
    expect(starts, name).toEqual([...new Set(starts)].sort((left, right) => left - right))
    for (const [, title] of sections)
      for (const locale of locales) expect(shipped[locale][`section.${title}`], `${locale} ${title}`).toBeTruthy()
  }
})

test('keep every field in its order, whichever are drawn', () => {
  const { fields, sections = [] } = entities.product as Entity
  const order = Object.keys(fields)
  for (const drawn of [order, order.filter((_, at) => at % 3 !== 0), ['image']]) {
    const shown = drawn.flatMap(name => (fields[name] ? [[name, fields[name]] as const] : []))
    const groups = sectionsOf(sections, order, shown)
    expect(groups.flatMap(group => group.shown.map(([name]) => name))).toEqual(drawn)
    expect(groups.every(group => group.shown.length > 0)).toBe(true)
  }
})

test('join an amount with the unit after it, and leave either whole without the other', () => {
  const { fields } = entities.product as Entity
  const order = Object.keys(fields)
  const drawn = (names: readonly string[]) => {
    const calls: string[] = []
    const shown = names.flatMap(name => (fields[name] ? [[name, fields[name]] as const] : []))
    inPairs(shown, order, ([name], unit) => {
      calls.push(unit ? `${name}+` : name)
      return name
    })
    return calls
  }
  expect(drawn(['density', 'netContent', 'netContentUnitId', 'gtin'])).toEqual([
    'density',
    'netContent+',
    'netContentUnitId',
    'gtin',
  ])
  expect(drawn(['density', 'netContentUnitId'])).toEqual(['density', 'netContentUnitId'])
  expect(drawn(['netContent', 'gtin'])).toEqual(['netContent', 'gtin'])
  for (const { name, fields: own } of all)
    for (const [at, field] of Object.values(own).entries())
      if (field.joined) expect(Object.values(own)[at - 1]?.kind, name).toMatch(/quantity|integer/)
})
