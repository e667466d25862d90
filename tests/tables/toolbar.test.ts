/** What the toolbar of an entity offers, and in which order. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { nextStepOf } from '../../src/commands/entity/nextStep.ts'
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

test('with nothing to save saving is quiet, and posting a stored draft is the main button', () => {
  const saveOf = (entity: Entity, more: Partial<ToolbarPlace>) =>
    toolbarEntries(entity, { isRecord: true, isReadOnly: false, next: [], ...more }).find(({ command }) =>
      command.endsWith('.save'),
    )
  for (const isRecord of [true, false]) {
    expect(saveOf(entities.supply, { isRecord, isUnchanged: true })).toMatchObject({ idle: 'result.nothingToSave' })
    expect(saveOf(entities.supply, { isRecord, isUnchanged: true })?.look).toBeUndefined()
  }
  expect(saveOf(entities.supply, { isDirty: true })).toMatchObject({ look: 'primary' })
  expect(saveOf(entities.supply, { isDirty: true })?.idle).toBeUndefined()
  const looks = Object.fromEntries(
    on(entities.materialstorein, { isUnchanged: true }).map(({ verb, look }) => [verb, look]),
  )
  expect(looks).toMatchObject({ save: undefined, submit: 'primary' })
  const step = nextStepOf(entities.qualityinspection, { id: 1, status: 'PENDING' })
  const waiting = on(entities.qualityinspection, { isUnchanged: true, step })
  expect(waiting.filter(({ look }) => look === 'primary')).toEqual([{ verb: 'test', look: 'primary' }])
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

test('closing an inspection destroys nothing: it is not red', () => {
  const looks = Object.fromEntries(on(entities.qualityinspection).map(({ verb, look }) => [verb, look]))
  expect(looks).toMatchObject({ close: undefined, delete: 'danger' })
})

const waiting: readonly (readonly [Entity, string, string])[] = [
  [entities.qualityinspection, 'JUDGED', 'release'],
  [entities.unqualifiedproduct, 'OPEN', 'decide'],
  [entities.unqualifiedproduct, 'DECIDED', 'close'],
  [entities.complaint, 'OPEN', 'answer'],
  [entities.complaint, 'ANSWERED', 'close'],
  [entities.unsafefoodcallbackplan, 'APPROVED', 'report'],
  [entities.unsafefoodcallbackplan, 'REPORTED', 'execute'],
]

test.each(waiting)('the next step of %o in %s is the main button: %s', (entity, status, verb) => {
  const step = nextStepOf(entity, { id: 1, status })
  expect(on(entity, { isReadOnly: true, step })[0]).toEqual({ verb, look: 'primary' })
})

test('nobody who only releases is told to close what is not tested yet', () => {
  const first = nextStepOf(entities.qualityinspection, { id: 1, status: 'PENDING' })
  expect(first?.command).toBe('qualityinspection.test')
})

test('a lot that its inspection releases goes to the inspection; a lot without one is released', () => {
  const lot = { id: 1, qualityStatus: 'PENDING', openInspectionId: 7 }
  expect(nextStepOf(entities.stocklot, lot)?.command).toBe('stocklot.inspect')
  expect(nextStepOf(entities.stocklot, { ...lot, openInspectionId: null })?.command).toBe('stocklot.release')
  const receipt = { id: 2, status: 'SUBMITTED', lotId: 1, qualityStatus: 'PENDING', openInspectionId: 7 }
  expect(nextStepOf(entities.productstorein, receipt)).toEqual({ command: 'stocklot.inspect', args: { ids: [1] } })
})

test('an entity that copies by an action of its own offers no second copy', () => {
  expect(verbs(entities.product)).toContain('duplicate')
  expect(verbs(entities.product)).not.toContain('copy')
  expect(verbs(entities.material)).toContain('copy')
})

test('every toolbar has one main button at most', () => {
  const places: readonly Partial<ToolbarPlace>[] = [
    { isRecord: false },
    { isRecord: false, isUnchanged: true },
    {},
    { isUnchanged: true },
    { isReadOnly: true },
    { isReadOnly: true, isDirty: true },
  ]
  for (const entity of Object.values<Entity>(entities))
    for (const place of places) {
      const next = Object.keys(entity.actions)
      const main = on(entity, { ...place, next }).filter(({ look }) => look === 'primary')
      expect(main.length, `${entity.name} ${JSON.stringify(place)}`).toBeLessThan(2)
    }
})
