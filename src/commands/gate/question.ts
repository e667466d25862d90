/** Question before a command, and how many rows it is about. */
import { titleOfRow } from '#contract/rowTitle.ts'
import { isEmpty } from '#contract/schema/field.ts'
import { countedName, withinSentence } from '../../data/entityNames.ts'
import { text } from '../../data/language.ts'
import { store } from '../../data/store.ts'
import type { Arguments, Command, Question } from '../core/command.ts'
import { contextAtom } from '../core/context.ts'
import { namedRows } from '../core/target.ts'
import { commandTitle, titleOfOne, verbOf } from '../core/titles.ts'

/** Affected rows: given ids, else the open record, else the selection. */
export function targetRowCount(args: Arguments): number {
  const { selection, record } = store.get(contextAtom)
  if (Array.isArray(args.ids)) return args.ids.length
  return record ? 1 : (selection?.ids.length ?? 0)
}

/** Label of the button that accepts: the verb, with the number of rows. */
export function acceptLabel(command: Command, args: Arguments): string {
  const count = command.rows ? targetRowCount(args) : 1
  return count > 1 ? text('confirm.accept', { verb: verbOf(command), count }) : verbOf(command)
}

/** Label of the button that dismisses, told apart from verbs of cancelling. */
export function dismissLabel(command: Command): string {
  const cancel = text('shell.cancel')
  if (!verbOf(command).startsWith(cancel)) return cancel
  const own = `confirm.keep.${command.id}`
  return text(own) === own ? text('confirm.back') : text(own)
}

/** Title of a dialog: nothing more opens. */
export const dialogTitle = (command: Command): string => commandTitle(command).replace('…', '')

/** Title of the question: verb and number of the record, or how many. */
function titleOf(command: Command, args: Arguments): string {
  const entity = command.rows?.entity
  if (!entity) return dialogTitle(command)
  const count = targetRowCount(args)
  if (count > 1)
    return text('confirm.titleMany', { verb: verbOf(command), count, entity: withinSentence(countedName(entity.name)) })
  const [row] = namedRows(entity.name, store.get(contextAtom), args)
  const title = row || count === 1 ? titleOfOne(command).replace('…', '') : dialogTitle(command)
  return row && !isEmpty(row[entity.title])
    ? text('confirm.titleOne', { title, number: titleOfRow(entity, row, text) })
    : title
}

/** Consequence of the command, where there is a text on it. */
function consequenceOf({ id, consequence = `confirm.${id}` }: Command): string | undefined {
  return text(consequence) === consequence ? undefined : consequence
}

export function questionOf(command: Command, args: Arguments, facts: readonly string[] = []): Question {
  const title = titleOf(command, args)
  const own = command.asks?.(args, store.get(contextAtom))
  if (own) return { title, ...own, facts }
  const count = targetRowCount(args)
  const isReversible = command.isReversible ?? command.isReversibleFor?.(args, store.get(contextAtom))
  const isFinal = command.risk === 'destructive' && !isReversible
  const question =
    consequenceOf(command) ?? (isFinal ? 'confirm.destructive' : count > 1 ? 'confirm.many' : 'confirm.one')
  return { question, values: { title, count, verb: verbOf(command) }, facts, title }
}

/** Something would be lost: Enter must not accept. */
export const isDangerous = ({ risk }: Command, { instead }: Pick<Question, 'instead'>): boolean =>
  risk === 'destructive' || instead !== undefined
