import { expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { type Entity, submitActionOf } from '#contract/schema/entity.ts'
import type { Fields } from '#contract/schema/field.ts'
import { reviewstoppable } from '#contract/trace/sections.ts'

const all = Object.values(entities) as readonly Entity[]
const documents = all.filter(entity => entity.document)

test('every document has one action that a save may perform, without arguments, and nothing else has one', () => {
  for (const entity of all) {
    const submitting = Object.values(entity.actions).filter(action => action.submits)
    expect([entity.name, submitting.length]).toEqual([entity.name, entity.document ? 1 : 0])
    expect(submitting.map(action => action.arguments)).toEqual(submitting.map(() => undefined))
  }
  const others = documents.map(entity => [entity.name, submitActionOf(entity)]).filter(([, name]) => name !== 'submit')
  expect(Object.fromEntries(others)).toEqual({
    ...{ produceplan: 'release', callback: 'start', unsafefoodanalyse: 'analyse', unsafefoodcallbackplan: 'approve' },
  })
})

/** Lots that a person chooses: what the server enters holds nothing back. */
const namesLot = (fields: Fields) => fields.lotId !== undefined && !fields.lotId.serverManaged

test('a document that names lots says whether its drafts hold back stock, by fields that it has', () => {
  const codes = Object.keys(reviewstoppable.fields.kind.enumeration?.options ?? {})
  for (const entity of documents) {
    const lines = Object.entries(entity.lines)
    const names = namesLot(entity.fields) || lines.some(([, line]) => namesLot(line.fields))
    if (names) expect([entity.name, entity.reserves]).not.toEqual([entity.name, undefined])
    const { reserves } = entity
    if (!reserves) continue
    const of = reserves.lines ? entity.lines[reserves.lines]?.fields : entity.fields
    expect(Object.keys(of ?? {})).toEqual(expect.arrayContaining(['lotId', reserves.quantity]))
    expect(Object.keys(entity.fields)).toEqual(expect.arrayContaining([reserves.owner]))
    expect(codes).toContain(reserves.kind)
  }
})

test('a stock document that somebody else approves has an action of its own right for it', () => {
  for (const entity of documents.filter(each => each.actions.reverse && each.fields.approverId?.serverManaged)) {
    const rights = Object.entries(entity.actions).map(([name, { button = name }]) => button)
    expect([entity.name, rights.includes('approve')]).toEqual([entity.name, true])
  }
})
