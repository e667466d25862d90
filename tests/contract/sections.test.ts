/** Sections of long forms: each from a field on, in the order of the list, with a title. */
import { expect, test } from 'vitest'
import { formSections } from '#contract/formSections.ts'
import { entities, entityNamed } from '#contract/index.ts'
import { shipped } from '#contract/messages/index.ts'
import { locales } from '#contract/messages/locales.ts'
import { type Entity, hasRecord } from '#contract/schema/entity.ts'
import { formFieldsOf } from '#contract/shownFields.ts'
import { inPairs, sectionsOf } from '../../src/tables/form/Sections.tsx'

const all = Object.values<Entity>(entities)

const longest = 12

test('stand over every form of more than twelve fields, but a list has none', () => {
  const isLong = (entity: Entity) =>
    hasRecord(entity) && [true, false].some(isStored => Object.keys(formFieldsOf(entity, isStored)).length > longest)
  const flat = all.filter(entity => isLong(entity) && !formSections.has(entity.name))
  expect(flat.map(({ name }) => name)).toEqual([])
})

test('begin at fields of theirs, the first at the first, and are titled in every language', () => {
  expect(formSections.size).toBeGreaterThan(30)
  for (const [name, sections] of formSections) {
    const order = Object.keys(entityNamed(name)?.fields ?? {})
    const starts = sections.map(([first]) => order.indexOf(first))
    expect(starts[0], name).toBe(0)
    expect(starts, name).not.toContain(-1)
    expect(new Set(starts).size, name).toBe(starts.length)
    for (const [, title] of sections)
      for (const locale of locales) expect(shipped[locale][`section.${title}`], `${locale} ${title}`).toBeTruthy()
  }
})

test('keep every field, those of a section in their order, whichever are drawn', () => {
  const { fields } = entities.product as Entity
  const order = Object.keys(fields)
  for (const drawn of [order, order.filter((_, at) => at % 3 !== 0), ['image']]) {
    const shown = drawn.flatMap(name => (fields[name] ? [[name, fields[name]] as const] : []))
    const groups = sectionsOf(formSections.get('product') ?? [], order, shown)
    expect(groups.flatMap(group => group.shown.map(([name]) => name))).toEqual(drawn)
    expect(groups.every(group => group.shown.length > 0)).toBe(true)
  }
})

test('gather the fields of one title, in the order of the list', () => {
  const { fields } = entities.stocklot as Entity
  const groups = sectionsOf(
    formSections.get('stocklot') ?? [],
    Object.keys(fields),
    Object.entries(formFieldsOf(entities.stocklot, true)),
  )
  expect(groups.map(({ title }) => title)).toEqual([
    'basic',
    'onHand',
    'dates',
    'origin',
    'quality',
    'notes',
    'conversion',
  ])
  expect(groups[2]?.shown.map(([name]) => name)).toEqual(['expiryDate', 'produceDate', 'firstInAt'])
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
