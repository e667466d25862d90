/** What a command is given: looked at by its declaration, and asked of the person where something is missing. */
import type { Faults } from '../../contract/schema/answer.ts'
import type { Fields, Kind, Values } from '../../contract/schema/field.ts'
import { validateParameters } from '../../contract/schema/validate.ts'
import { store } from '../../data/store.ts'
import type { Command, Result, Surface } from '../core/command.ts'
import { contextAtom } from '../core/context.ts'
import { titleOf } from '../core/titles.ts'
import { asksRows, lacksRows } from './availability.ts'
import { type ArgumentRequest, askArguments } from './prompts.ts'

const isIds = (value: unknown) =>
  Array.isArray(value) && value.every(id => Number.isSafeInteger(id) || (typeof id === 'string' && id !== ''))

/** What a command understands beside its declared fields. */
export const acceptedBy = ({ rows, accepts = [] }: Command): readonly string[] =>
  rows ? ['ids', 'id', ...accepts] : accepts

/** Faults of what a command is given: its declared arguments by kind, ids as a list, nothing it does not know. */
export function validateArguments(command: Command, args: Values): Faults {
  const faults = validateParameters(command.arguments ?? {}, args, acceptedBy(command))
  if (args.ids !== undefined && !('ids' in faults) && !isIds(args.ids)) return { ...faults, ids: 'reference' }
  return faults
}

/** How many rows a command would act on: those it is given, the record that is open, or the chosen ones. */
export function targetRowCount(args: Values): number {
  const { selection, record } = store.get(contextAtom)
  if (Array.isArray(args.ids)) return args.ids.length
  return record ? 1 : (selection?.ids.length ?? 0)
}

/** What a person is asked before it runs: for how many rows, and whether it can be taken back. */
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
  return { question, values: { title: titleOf(command), count }, facts }
}

/** Kinds that are asked for one at a time, on one line; the others need a form. */
const onOneLine: ReadonlySet<Kind> = new Set<Kind>([
  ...(['text', 'integer', 'bigint', 'quantity', 'money', 'rate', 'decimal'] as const),
  ...(['date', 'instant', 'flag', 'enumeration', 'reference', 'secret'] as const),
])

const fitsPalette = (fields: Fields) => Object.values(fields).every(({ kind }) => onOneLine.has(kind))

export interface CollectedArguments {
  readonly args: Values
  /** Has the person read the question above a form and pressed its button? That is the confirmation too. */
  readonly isConfirmed: boolean
}

/** The arguments a command runs with: as given, or with what the person added; else what it came to instead. */
export async function collectArguments(
  command: Command,
  args: Values,
  surface: Surface,
  signal: AbortSignal,
  facts: readonly string[] = [],
): Promise<CollectedArguments | Result> {
  const fields = command.arguments ?? {}
  const faults = validateArguments(command, args)
  const isFaulty = Object.keys(faults).length > 0
  const rows = asksRows(surface) && lacksRows(command, args) ? command.rows : undefined
  if (!isFaulty && !rows) {
    // Where a person is asked anyway, the optional ones are offered too: a reason that could be given.
    const isAsked = command.confirm && surface !== 'script'
    if (!isAsked || Object.keys(fields).every(name => name in args)) return { args, isConfirmed: false }
  } else if (surface === 'script' || (!command.arguments && !rows)) return { status: 'invalid', faults }
  // What is confirmed anyway is asked in one form, whose button confirms it; rows only the palette can ask for.
  const inSteps = asksRows(surface) && !command.confirm && fitsPalette(fields)
  const by = rows || inSteps ? 'palette' : 'dialog'
  const confirmation = command.confirm && by === 'dialog' ? questionOf(command, args, facts) : null
  const given = await askArguments({ by, command, rows, fields, values: args, faults: {}, confirmation }, signal)
  if (given === null) return { status: 'cancelled' }
  const whole = { ...args, ...given }
  const left = validateArguments(command, whole)
  if (Object.keys(left).length > 0) return { status: 'invalid', faults: left }
  return { args: whole, isConfirmed: by === 'dialog' }
}
