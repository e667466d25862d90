/** The one door: whatever runs a command, a key, a button, the palette or a script, comes through here. */
import type { Faults } from '../contract/schema/answer.ts'
import type { Values } from '../contract/schema/field.ts'
import { validateParameters } from '../contract/schema/validate.ts'
import { CallError } from '../data/api.ts'
import { reportError } from '../data/errors.ts'
import { sessionAtom } from '../data/session.ts'
import { store } from '../data/store.ts'
import { askArguments, askConfirmation } from './asking.ts'
import type { Command, CommandContext, Denial, Result, Surface } from './command.ts'
import { isConfirmedBy, tokenFor } from './confirmation.ts'
import { contextAtom, keysOfContext } from './context.ts'
import { canPerform, findCommand, handlerOf, isPermitted } from './registry.ts'
import { record } from './results.ts'
import { inFlight } from './singleFlight.ts'
import { titleOf } from './titles.ts'
import { withTicket } from './unlocking.ts'
import { matches } from './when.ts'

export interface ExecuteOptions {
  readonly surface?: Surface
  /** What to do where the command wants a confirmation: ask the person, take it as given, or refuse. */
  readonly confirm?: 'ask' | 'accept' | 'refuse' | { readonly token: string }
  readonly signal?: AbortSignal
}

const denied = (reason: Denial, message?: string): Result =>
  message === undefined ? { status: 'denied', reason } : { status: 'denied', reason, message }

const isIds = (value: unknown) =>
  Array.isArray(value) && value.every(id => Number.isSafeInteger(id) || (typeof id === 'string' && id !== ''))

/** Faults of what a command is given: its declared arguments by kind, ids as a list, nothing it does not know. */
function faultsOf(command: Command, args: Values): Faults {
  const faults = validateParameters(command.arguments ?? {}, args, command.accepts ?? [])
  if (args.ids !== undefined && !('ids' in faults) && !isIds(args.ids)) return { ...faults, ids: 'reference' }
  return faults
}

/** Why it may not run now, apart from its arguments. */
function refusal(command: Command, args: Values): Result | null {
  if (command.permission !== 'public' && !store.get(sessionAtom)) return denied('signed-out')
  if (!isPermitted(command)) return denied('permission')
  const context = store.get(contextAtom)
  if (!matches(command.when, keysOfContext(context)) || !canPerform(command)) return denied('when', 'reason.notHere')
  const reason = command.disabledReason?.(context, args)
  return reason === undefined ? null : denied('when', reason)
}

/** Message key of why a command cannot run right now, for a greyed button or entry; undefined when it can. */
export function reasonAgainst(command: Command): string | undefined {
  const result = refusal(command, {})
  return result?.status === 'denied' ? (result.message ?? `reason.${result.reason}`) : undefined
}

/** What a person is asked before it runs: for how many rows, and whether it can be taken back. */
function questionOf(command: Command, args: Values) {
  const { selection, record: open } = store.get(contextAtom)
  const count = Array.isArray(args.ids) ? args.ids.length : open ? 1 : (selection?.ids.length ?? 0)
  const question = count > 1 ? 'confirm.many' : command.risk === 'destructive' ? 'confirm.destructive' : 'confirm.one'
  return { question, values: { title: titleOf(command), count } }
}

async function withArguments(command: Command, args: Values, surface: Surface, signal: AbortSignal) {
  const faults = faultsOf(command, args)
  if (Object.keys(faults).length === 0) {
    // Where a person is asked anyway, the optional ones are offered too: a reason that could be given.
    const isAsked = command.confirm && surface !== 'script'
    if (!isAsked || Object.keys(command.arguments ?? {}).every(name => name in args)) return args
  } else if (surface === 'script' || !command.arguments) return { status: 'invalid', faults } as const
  const confirmation = command.confirm ? questionOf(command, args) : null
  const asked = { command, fields: command.arguments ?? {}, values: args, faults: {}, confirmation }
  const given = await askArguments(asked, signal)
  if (given === null) return { status: 'cancelled' } as const
  const whole = { ...args, ...given }
  const left = faultsOf(command, whole)
  return Object.keys(left).length === 0 ? whole : ({ status: 'invalid', faults: left } as const)
}

const isResult = (value: Values | Result): value is Result => 'status' in value && typeof value.status === 'string'

async function confirmed(command: Command, args: Values, options: ExecuteOptions, signal: AbortSignal) {
  if (!command.confirm) return null
  const { confirm = options.surface === 'script' ? 'refuse' : 'ask' } = options
  if (confirm === 'accept' || (typeof confirm === 'object' && isConfirmedBy(confirm.token, command.id, args)))
    return null
  const { question, values } = questionOf(command, args)
  if (confirm !== 'ask') return { status: 'unconfirmed', question, token: tokenFor(command.id, args) } as const
  const isAccepted = await askConfirmation({ command, question, values, args }, signal)
  return isAccepted ? null : ({ status: 'cancelled' } as const)
}

/** What a thrown thing comes to. Only defects are reported; refusals of the server are ordinary results. */
function failure(error: unknown, signal: AbortSignal): Result {
  if (signal.aborted || (error instanceof Error && error.name === 'AbortError')) return { status: 'cancelled' }
  if (error instanceof CallError) {
    if (error.http === 401) return denied('signed-out')
    return { status: 'failed', code: error.status, message: error.message, data: error.data }
  }
  const message = error instanceof Error ? error.message : String(error)
  reportError(error)
  return { status: 'failed', code: 500, message }
}

async function perform(command: Command, args: Values, surface: Surface, signal: AbortSignal): Promise<Result> {
  const context: CommandContext = { ...store.get(contextAtom), surface, signal }
  try {
    const handler = handlerOf(command.id)
    return (await (handler ? handler.run(args, context) : command.run(args, context))) ?? { status: 'ok' }
  } catch (error) {
    return failure(error, signal)
  }
}

async function pass(command: Command, args: Values, options: ExecuteOptions, surface: Surface): Promise<Result> {
  const signal = options.signal ?? new AbortController().signal
  const refused = refusal(command, args)
  if (refused) return refused
  const given = await withArguments(command, args, surface, signal)
  if (isResult(given)) return given
  // Whoever filled in the arguments has read the question above them and pressed the button: that is the confirmation.
  const unconfirmed = given === args ? await confirmed(command, args, { ...options, surface }, signal) : null
  if (unconfirmed) return unconfirmed
  if (signal.aborted) return { status: 'cancelled' }
  // A script has nobody to ask: it gives the password by its own command first.
  const unlocking = surface === 'script' ? undefined : findCommand('password.unlock')
  return withTicket(() => perform(command, given, surface, signal), unlocking, signal)
}

/** Runs a command. Every outcome is a value. */
export async function execute(id: string, args: Values = {}, options: ExecuteOptions = {}): Promise<Result> {
  const surface = options.surface ?? 'button'
  const command = findCommand(id)
  if (!command) return record(id, surface, args, denied('unknown-command'))
  const result = await inFlight(command, surface, () => pass(command, args, options, surface))
  return record(id, surface, args, result, command)
}
