/** Questions of all commands: only what nothing takes back is called final. */
import { expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { commandsOfEntity } from '../../src/commands/entity/entity.ts'
import { questionOf } from '../../src/commands/gate/question.ts'
import { traceActionCommands } from '../../src/commands/trace/traceActions.ts'

const all = [...Object.values<Entity>(entities).flatMap(commandsOfEntity), ...traceActionCommands]
const asked = new Map(all.filter(({ confirm }) => confirm).map(each => [each.id, questionOf(each, {}).question]))

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

test('what nothing takes back still says so', () => {
  for (const id of ['stocklot.reject', 'produceplan.cancel', 'produceplan.scrapRest', 'callback.cancel'])
    expect(asked.get(id), id).toBe('confirm.destructive')
})

test('holding a lot says its consequence', () => {
  expect(asked.get('stocklot.hold')).toBe('confirm.stocklot.hold')
})
