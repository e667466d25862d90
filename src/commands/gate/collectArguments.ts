/** Arguments of a command: validated, prompted for when missing. */
import type { FieldErrors } from '#contract/schema/answer.ts'
import type { Fields, Kind, Values } from '#contract/schema/field.ts'
import { validateParameters } from '#contract/schema/validate.ts'
import { store } from '../../data/store.ts'
import type { Command, Result, Surface } from '../core/command.ts'
import { contextAtom } from '../core/context.ts'
import { commandTitle } from '../core/titles.ts'
import { asksRows, lacksRows } from './availability.ts'
import { type ArgumentRequest, askArguments } from './prompts.ts'

const isIds = (value: unknown) =>
  Array.isArray(value) && value.every(id => Number.isSafeInteger(id) || (typeof id === 'string' && id !== ''))

export const acceptedBy = ({ rows, accepts = [] }: Command): readonly string[] =>
  rows ? ['ids', 'id', ...accepts] : accepts

/** Validates arguments by kind, ids as a list; unknown parameters are errors. */
export function validateArguments(command: Command, args: Values): FieldErrors {
  const fieldErrors = validateParameters(command.arguments ?? {}, args, acceptedBy(command))
  if (args.ids !== undefined && !('ids' in fieldErrors) && !isIds(args.ids)) return { ...fieldErrors, ids: 'reference' }
  return fieldErrors
}

/** Affected rows: given ids, else the open record, else the selection. */
export function targetRowCount(args: Values): number {
  const { selection, record } = store.get(contextAtom)
  if (Array.isArray(args.ids)) return args.ids.length
  return record ? 1 : (selection?.ids.length ?? 0)
}

export function questionOf(
  command: Command,
  args: Values,
  facts: readonly string[] = [],
): NonNullable<ArgumentRequest['confirmation']> {
  const context = store.get(contextAtom)
  const own = command.asks?.(args, context)
  if (own) return { ...own, facts }
  const count = targetRowCount(args)
  const question = count > 1 ? 'confirm.many' : command.risk === 'destructive' ? 'confirm.destructive' : 'confirm.one'
  return { question, values: { title: commandTitle(command), count }, facts }
}

/** Kinds the palette prompts for; others need a form. */
const onOneLine: ReadonlySet<Kind> = new Set<Kind>([
  ...(['text', 'integer', 'bigint', 'quantity', 'money', 'rate', 'decimal'] as const),
  ...(['date', 'instant', 'flag', 'enumeration', 'reference', 'secret'] as const),
])

const fitsPalette = (fields: Fields) => Object.values(fields).every(({ kind }) => onOneLine.has(kind))

export interface CollectedArguments {
  readonly args: Values
  readonly isConfirmed: boolean
}

/** Completed arguments, or the result that replaces the run. */
export async function collectArguments(
  command: Command,
  args: Values,
  surface: Surface,
  signal: AbortSignal,
  facts: readonly string[] = [],
): Promise<CollectedArguments | Result> {
  const fields = command.arguments ?? {}
  const fieldErrors = validateArguments(command, args)
  const hasError = Object.keys(fieldErrors).length > 0
  const rows = asksRows(surface) && lacksRows(command, args) ? command.rows : undefined
  if (!hasError && !rows) {
    // Optional fields, e.g. a reason, join a prompt that appears anyway.
    const isAsked = command.confirm && surface !== 'script'
    if (!isAsked || Object.keys(fields).every(name => name in args)) return { args, isConfirmed: false }
  } else if (surface === 'script' || (!command.arguments && !rows)) return { status: 'invalid', faults: fieldErrors }
  // Form button doubles as confirmation; only the palette can prompt for rows.
  const inSteps = asksRows(surface) && !command.confirm && fitsPalette(fields)
  const by = rows || inSteps ? 'palette' : 'dialog'
  const confirmation = command.confirm && by === 'dialog' ? questionOf(command, args, facts) : null
  const given = await askArguments({ by, command, rows, fields, values: args, fieldErrors: {}, confirmation }, signal)
  if (given === null) return { status: 'cancelled' }
  const whole = { ...args, ...given }
  const left = validateArguments(command, whole)
  if (Object.keys(left).length > 0) return { status: 'invalid', faults: left }
  return { args: whole, isConfirmed: by === 'dialog' }
}
