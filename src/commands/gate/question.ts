/** Question before a command, and how many rows it is about. */
import { store } from '../../data/store.ts'
import type { Arguments, Command, Question } from '../core/command.ts'
import { contextAtom } from '../core/context.ts'
import { commandTitle } from '../core/titles.ts'

/** Affected rows: given ids, else the open record, else the selection. */
export function targetRowCount(args: Arguments): number {
  const { selection, record } = store.get(contextAtom)
  if (Array.isArray(args.ids)) return args.ids.length
  return record ? 1 : (selection?.ids.length ?? 0)
}

export function questionOf(command: Command, args: Arguments, facts: readonly string[] = []): Question {
  const context = store.get(contextAtom)
  const own = command.asks?.(args, context)
  if (own) return { ...own, facts }
  const count = targetRowCount(args)
  const question = count > 1 ? 'confirm.many' : command.risk === 'destructive' ? 'confirm.destructive' : 'confirm.one'
  return { question, values: { title: commandTitle(command), count }, facts }
}
