/** Folding of fields as commands; forms add the field in focus. */
import { entityNamed } from '#contract/index.ts'
import { type Arguments, byHandler, type Command, type Result } from '../../commands/core/command.ts'
import { handlerOf } from '../../commands/core/registry.ts'
import { text } from '../../data/language.ts'
import { changeFoldedFields, foldedFieldsAtom } from '../../data/settings/foldedFields.ts'
import { store } from '../../data/store.ts'
import { isFoldable } from './folding.ts'

export const refused = (message: string): Result => ({ status: 'denied', reason: 'when', message })

export const namedIn = ({ fields }: Arguments): readonly string[] =>
  Array.isArray(fields) ? fields.filter(name => typeof name === 'string') : []

function outcome(message: string, undo: string, entity: string, names: readonly string[]): Result {
  const values = { field: text(`${entity}.${names[0] ?? ''}`), count: names.length }
  return { status: 'ok', data: { fields: names }, message, values, undo: { id: undo, args: { entity, fields: names } } }
}

/** @throws CallError when not saved */
export async function foldFields(entity: string, names: readonly string[], message = 'field.folded'): Promise<Result> {
  await changeFoldedFields(entity, before => [...before, ...names])
  return outcome(message, 'field.unfold', entity, names)
}

/** @throws CallError when not saved */
export async function unfoldFields(entity: string, names: readonly string[]): Promise<Result> {
  await changeFoldedFields(entity, before => before.filter(name => !names.includes(name)))
  return outcome('field.unfolded', 'field.fold', entity, names)
}

const entityIn = ({ entity }: Arguments) => (typeof entity === 'string' ? entityNamed(entity) : undefined)

async function fold(args: Arguments): Promise<Result> {
  const entity = entityIn(args)
  const names = namedIn(args).filter(name => entity?.fields[name] && isFoldable(entity.fields[name], {}))
  return entity && names.length > 0 ? foldFields(entity.name, names) : refused('reason.noFieldToFold')
}

async function unfold(args: Arguments): Promise<Result> {
  const entity = entityIn(args)
  const folded = entity ? store.get(foldedFieldsAtom(entity.name)) : []
  const names = namedIn(args).filter(name => folded.includes(name))
  return entity && names.length > 0 ? unfoldFields(entity.name, names) : refused('reason.nothingFolded')
}

async function unfoldAll(args: Arguments): Promise<Result> {
  const entity = entityIn(args)
  const names = entity ? store.get(foldedFieldsAtom(entity.name)) : []
  return entity && names.length > 0 ? unfoldFields(entity.name, names) : refused('reason.nothingFolded')
}

const command = (verb: string, extra: Partial<Command> & Pick<Command, 'run'>): Command => ({
  id: `field.${verb}`,
  title: `command.field.${verb}`,
  group: 'group.record',
  permission: 'session',
  risk: 'read',
  keywords: ['收起', '折叠', '摺疊', 'fold', 'hide'],
  // An undo names its entity: it works without the form.
  disabledReason: (_context, args) =>
    typeof args?.entity === 'string' || handlerOf(`field.${verb}`) ? undefined : 'reason.notHere',
  ...extra,
})

export const foldCommands: readonly Command[] = [
  command('fold', { accepts: ['entity', 'fields'], run: fold }),
  command('unfold', { accepts: ['entity', 'fields'], run: unfold }),
  command('unfoldAll', { accepts: ['entity'], run: unfoldAll }),
  command('showFolded', { run: byHandler }),
]
