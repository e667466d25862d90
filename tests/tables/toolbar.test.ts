/** What the toolbar of an entity offers, and in which order. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { type ToolbarPlace, toolbarEntries } from '../../src/commands/entity/toolbarEntries.ts'
import { type Console, startConsole } from '../commands/console.ts'

let lotline: Console

beforeAll(async () => {
  lotline = await startConsole()
})
afterAll(() => lotline.close())

const on = (entity: Entity, more: Partial<ToolbarPlace> = {}) =>
  toolbarEntries(entity, { isRecord: true, isReadOnly: false, next: [], ...more }).map(({ command, look }) => ({
    verb: command.slice(command.indexOf('.') + 1),
    look,
  }))
const verbs = (entity: Entity, more: Partial<ToolbarPlace> = {}) => on(entity, more).map(({ verb }) => verb)

test('what is done every day comes first, then copying, then what cannot be taken back', () => {
  expect(verbs(entities.materialstorein)).toEqual(['save', 'submit', 'copy', 'reverse', 'delete'])
  const lot = verbs(entities.stocklot, { isReadOnly: true })
  expect(lot.indexOf('release')).toBe(0)
  expect(lot.indexOf('restore')).toBeLessThan(lot.indexOf('hold'))
})

test('what comes next by the state comes first of its kind', () => {
  const plan = verbs(entities.produceplan, { next: ['finish', 'release', 'cancel'] })
  expect(plan.slice(0, 3)).toEqual(['save', 'finish', 'release'])
  expect(plan.indexOf('copy')).toBeLessThan(plan.indexOf('cancel'))
  expect(plan.at(-1)).toBe('delete')
})

test('where nothing else comes next it stands in front all the same', () => {
  expect(on(entities.produceplan, { isReadOnly: true, next: ['reopen'] })[0]).toEqual({
    verb: 'reopen',
    look: 'primary',
  })
})

test('what may be changed and never removed offers no deletion', () => {
  expect(verbs(entities.callback)).toContain('delete')
  expect(verbs(entities.callback, { isServerMaintained: true })).not.toContain('delete')
  expect(verbs(entities.callback, { isServerMaintained: true })).toContain('save')
})

test('a log that is only read has none', () => {
  expect(verbs(entities.auditlog, { isReadOnly: true })).toEqual([])
})
