import { expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { type Entity, submitActionOf } from '#contract/schema/entity.ts'

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
