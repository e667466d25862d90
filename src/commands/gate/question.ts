/** Question before a command, and how many rows it is about. */
import { text } from '../../data/language.ts'
import { store } from '../../data/store.ts'
import type { Arguments, Command, Question } from '../core/command.ts'
import { contextAtom } from '../core/context.ts'
import { commandTitle, verbOf } from '../core/titles.ts'

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

export function questionOf(command: Command, args: Arguments, facts: readonly string[] = []): Question {
  const context = store.get(contextAtom)
  const own = command.asks?.(args, context)
  if (own) return { ...own, facts }
  const count = targetRowCount(args)
  const question = count > 1 ? 'confirm.many' : command.risk === 'destructive' ? 'confirm.destructive' : 'confirm.one'
  return { question, values: { title: commandTitle(command), count }, facts }
}
