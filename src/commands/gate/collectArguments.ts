/** Arguments of a command: validated, prompted for when missing. */
import type { FieldErrors } from '#contract/schema/answer.ts'
import { type Fields, isEmpty, type Kind } from '#contract/schema/field.ts'
import { validateParameters } from '#contract/schema/validate.ts'
import { store } from '../../data/store.ts'
import type { Arguments, Command } from '../core/command.ts'
import { contextAtom } from '../core/context.ts'
import { namedRows } from '../core/target.ts'
import { asksRows, lacksRows } from './availability.ts'
import type { CommandRun, Middleware } from './pipeline.ts'
import { askArguments } from './prompts.ts'
import { questionOf } from './question.ts'

const isIds = (value: unknown) =>
  Array.isArray(value) && value.every(id => Number.isSafeInteger(id) || (typeof id === 'string' && id !== ''))

export const acceptedBy = ({ rows, accepts = [] }: Command): readonly string[] =>
  rows ? ['ids', 'id', ...accepts] : accepts

/** Validates arguments by kind, ids as a list; unknown parameters are errors. */
export function validateArguments(command: Command, args: Arguments): FieldErrors {
  const fieldErrors = validateParameters(command.arguments ?? {}, args, acceptedBy(command))
  if (args.ids !== undefined && !('ids' in fieldErrors) && !isIds(args.ids)) return { ...fieldErrors, ids: 'reference' }
  return fieldErrors
}

/** Kinds the palette prompts for; others need a form. */
const onOneLine: ReadonlySet<Kind> = new Set<Kind>([
  ...(['text', 'integer', 'bigint', 'quantity', 'money', 'rate', 'decimal'] as const),
  ...(['date', 'instant', 'flag', 'enumeration', 'reference', 'secret'] as const),
])

const fitsPalette = (fields: Fields) => Object.values(fields).every(({ kind }) => onOneLine.has(kind))

/** Arguments as the dry run found them: required, or to no purpose. */
function withDryRunFindings(command: Command, { required = [], needless = [] }: CommandRun): Command {
  if (required.length + needless.length === 0) return command
  const fields = Object.entries(command.arguments ?? {}).filter(([name]) => !needless.includes(name))
  const marked = fields.map(([name, field]) => [name, required.includes(name) ? { ...field, required: true } : field])
  return { ...command, arguments: Object.fromEntries(marked) }
}

/** Arguments that begin as they are stored, of a single row. */
function prefilled({ prefilled: names = [], rows }: Command, args: Arguments): Arguments {
  const [row, ...others] = rows && names.length > 0 ? namedRows(rows.entity.name, store.get(contextAtom), args) : []
  const known = row && others.length === 0 ? names.filter(name => !isEmpty(row[name])) : []
  return Object.fromEntries(known.map(name => [name, row?.[name]]))
}

/** Completes the arguments, asking for what is missing. */
export const collectArguments: Middleware = async (run, next) => {
  const { args, surface, signal, facts } = run
  const command = withDryRunFindings(run.command, run)
  const fields = command.arguments ?? {}
  const fieldErrors = validateArguments(command, args)
  const hasError = Object.keys(fieldErrors).length > 0
  const rows = asksRows(surface) && lacksRows(command, args) ? command.rows : undefined
  if (!hasError && !rows) {
    // Optional fields, e.g. a reason, join a prompt that appears anyway.
    const isAsked = command.confirm && surface !== 'script'
    if (!isAsked || Object.keys(fields).every(name => name in args)) return next(run)
  } else if (surface === 'script' || (!command.arguments && !rows)) return { status: 'invalid', faults: fieldErrors }
  // Form button doubles as confirmation; only the palette can prompt for rows.
  const inSteps = asksRows(surface) && !command.confirm && fitsPalette(fields)
  const by = rows || inSteps ? 'palette' : 'dialog'
  const confirmation = command.confirm && by === 'dialog' ? questionOf(command, args, facts) : null
  const values = { ...prefilled(command, args), ...args }
  const given = await askArguments({ by, command, rows, fields, values, fieldErrors: {}, confirmation }, signal)
  if (given === null) return { status: 'cancelled' }
  const whole = { ...args, ...given }
  const left = validateArguments(command, whole)
  if (Object.keys(left).length > 0) return { status: 'invalid', faults: left }
  return next({ ...run, args: whole, isConfirmed: by === 'dialog' })
}
