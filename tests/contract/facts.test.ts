/** Facts of the head: fields of the entity, few, short, and none said beside it already. */
import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { type Entity, hasPage, hasRecord, stateOf } from '#contract/schema/entity.ts'

const withFacts = Object.values<Entity>(entities).filter(({ facts }) => facts)
const long = ['longText', 'richText', 'json', 'files', 'image', 'secret', 'texts']

describe.each(withFacts.map(entity => [entity.name, entity] as const))('%s', (_, entity) => {
  const facts = (entity.facts ?? []).map(fact => (typeof fact === 'string' ? { due: fact } : fact))

  test('names four to six short fields of its own, each once', () => {
    const names = facts.map(({ due }) => due)
    expect(names.filter(name => !entity.fields[name] || entity.fields[name].personal)).toEqual([])
    expect(names.filter(name => long.includes(entity.fields[name]?.kind ?? ''))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    expect([4, 5, 6]).toContain(names.length)
  })

  test('repeats neither title, subject nor state', () => {
    const said = [entity.title, entity.subject, stateOf(entity)]
    expect(facts.filter(({ due }) => said.includes(due))).toEqual([])
    expect(entity.subject === undefined || entity.fields[entity.subject] !== undefined).toBe(true)
  })

  test('is due by days and instants, which other fields begin and end', () => {
    const due = (entity.facts ?? []).flatMap(fact => (typeof fact === 'string' ? [] : [fact]))
    expect(due.filter(fact => !['date', 'instant'].includes(entity.fields[fact.due]?.kind ?? ''))).toEqual([])
    const others = due.flatMap(({ from, done }) => [from ?? [], done ?? []]).flat()
    expect(others.filter(name => !entity.fields[name])).toEqual([])
  })
})

test('every document with lines says its facts', () => {
  const numbered = Object.values<Entity>(entities).filter(
    entity => hasPage(entity) && hasRecord(entity) && entity.document && Object.keys(entity.lines).length > 0,
  )
  expect(numbered.filter(({ facts }) => !facts).map(({ name }) => name)).toEqual([])
})

test('no record with a page is titled by a moment, which would be shown as it is stored', () => {
  const shown = Object.values<Entity>(entities).filter(entity => hasPage(entity) && hasRecord(entity))
  const kindOf = ({ fields, title }: Entity) => fields[title]?.kind ?? ''
  expect(shown.filter(entity => ['instant', 'json'].includes(kindOf(entity))).map(({ name }) => name)).toEqual([])
})
