/** Command gate: every surface executes here. */
import type { Values } from '#contract/schema/field.ts'
import { isPartMissing } from '../../data/api/parts.ts'
import { CallError } from '../../data/api/transport.ts'
import { reportError } from '../../data/errors.ts'
import { text } from '../../data/language.ts'
import { store, storeLocal } from '../../data/store.ts'
import { uuid } from '../../data/uuid.ts'
import type { Command, CommandContext, Confirming, Foresight, Result, Surface } from '../core/command.ts'
import { contextAtom } from '../core/context.ts'
import { findCommand, handlerOf } from '../core/registry.ts'
import { observe } from '../recorder/recording.ts'
import { denied, lacksRows, refusalOf } from './availability.ts'
import { collectArguments, questionOf, targetRowCount } from './collectArguments.ts'
import { withOperationTicket } from './operationPassword.ts'
import { askConfirmation } from './prompts.ts'
import { record } from './resultLog.ts'
import { inFlight } from './singleFlight.ts'

export interface ExecuteOptions {
  readonly surface?: Surface
  readonly confirm?: Confirming | undefined
  readonly signal?: AbortSignal
  /** Timeout in ms. A request already sent may still take effect. */
  readonly timeoutMs?: number
}

const isResult = (value: object): value is Result => 'status' in value

/** Row count nobody reviews by eye: larger changes need confirmation. */
const manyRows = 50

/** Link followers may not know its effect: every change needs confirmation. */
function wantsConfirmation({ confirm, risk, asks, rows }: Command, args: Values, surface: Surface): boolean {
  if (confirm === true || (surface === 'link' && risk !== 'read')) return true
  if (surface === 'script') return false
  const areMany = rows !== undefined && rows.one !== true && risk !== 'read' && targetRowCount(args) > manyRows
  return areMany || asks?.(args, store.get(contextAtom)) !== undefined
}

function asksPerson(command: Command, args: Values, { surface = 'button', confirm }: ExecuteOptions): boolean {
  return surface !== 'script' && (confirm ?? 'ask') === 'ask' && wantsConfirmation(command, args, surface)
}

/** Dry run before a prompt, so that errors precede the question. */
async function foreseen(
  command: Command,
  args: Values,
  options: ExecuteOptions,
  signal: AbortSignal,
): Promise<Foresight> {
  const { surface = 'button', confirm } = options
  const handler = handlerOf(command.id)
  if (!command.foresee || surface === 'script' || lacksRows(command, args)) return { facts: [] }
  await handler?.prepare?.()
  if (!asksPerson(command, args, options)) return { facts: [] }
  let found: Foresight
  try {
    found = await command.foresee(args, { ...store.get(contextAtom), surface, signal, confirm })
  } catch (error) {
    found = { refused: failure(error, signal) }
  }
  if ('refused' in found) await handler?.refused?.(found.refused)
  return found
}

async function confirmed(
  command: Command,
  args: Values,
  facts: readonly string[],
  options: ExecuteOptions,
  signal: AbortSignal,
) {
  const { surface = 'button' } = options
  if (!wantsConfirmation(command, args, surface)) return null
  const { confirm = surface === 'script' ? 'refuse' : 'ask' } = options
  if (confirm === 'accept' || (typeof confirm === 'object' && isConfirmedBy(confirm.token, command.id, args)))
    return null
  const asked = questionOf(command, args, facts)
  const { question } = asked
  if (confirm !== 'ask') return { status: 'unconfirmed', question, token: tokenFor(command.id, args) } as const
  const isAccepted = await askConfirmation({ command, ...asked, args }, signal)
  return isAccepted ? null : ({ status: 'cancelled' } as const)
}

/** Result of a thrown error. Reports defects only; server refusals are ordinary. */
function failure(error: unknown, signal: AbortSignal): Result {
  if (signal.aborted || (error instanceof Error && error.name === 'AbortError')) return { status: 'cancelled' }
  if (error instanceof CallError) {
    if (error.http === 401) return denied('signed-out')
    return { status: 'failed', code: error.status, message: error.message, data: error.data }
  }
  if (isPartMissing(error)) return { status: 'failed', code: 503, message: text('parts.missing') }
  const message = error instanceof Error ? error.message : String(error)
  reportError(error)
  return { status: 'failed', code: 500, message }
}

async function runHere(command: Command, args: Values, context: CommandContext): Promise<Result> {
  try {
    const handler = handlerOf(command.id)
    return (await (handler ? handler.run(args, context) : command.run(args, context))) ?? { status: 'ok' }
  } catch (error) {
    return failure(error, context.signal)
  }
}

async function perform(command: Command, args: Values, options: ExecuteOptions, signal: AbortSignal): Promise<Result> {
  const { surface = 'button', confirm } = options
  const context: CommandContext = { ...store.get(contextAtom), surface, signal, confirm }
  const finishRecording = observe(command, args, context)
  const result = await runHere(command, args, context)
  finishRecording(result)
  return result
}

async function authorizeAndRun(
  command: Command,
  args: Values,
  options: ExecuteOptions,
  signal: AbortSignal,
): Promise<Result> {
  const { surface = 'button' } = options
  const refused = refusalOf(command, args, surface)
  if (refused) return refused
  const early = await foreseen(command, args, options, signal)
  if ('refused' in early) return early.refused
  const given = await collectArguments(command, args, surface, signal, early.facts)
  if (isResult(given)) return given
  // Rows picked in the palette were unknown to the first dry run.
  const isLate = lacksRows(command, args) && !given.isConfirmed
  const found = isLate ? await foreseen(command, given.args, options, signal) : early
  if ('refused' in found) return found.refused
  const unconfirmed = given.isConfirmed ? null : await confirmed(command, given.args, found.facts, options, signal)
  if (unconfirmed) return unconfirmed
  if (signal.aborted) return { status: 'cancelled' }
  // Scripts cannot be prompted; they unlock by their own command first.
  const unlocking = surface === 'script' ? undefined : findCommand('password.unlock')
  return withOperationTicket(() => perform(command, given.args, options, signal), unlocking, signal)
}

async function withTimeout(
  run: (signal: AbortSignal | undefined) => Promise<Result>,
  { signal, timeoutMs }: ExecuteOptions,
  late: (result: Result) => void,
): Promise<Result> {
  if (timeoutMs === undefined) return run(signal)
  const time = AbortSignal.timeout(Math.max(timeoutMs, 0))
  const outOfTime: Result = { status: 'cancelled' }
  const { promise, resolve } = Promise.withResolvers<Result>()
  time.addEventListener('abort', () => resolve(outOfTime), { once: true })
  const running = run(signal ? AbortSignal.any([signal, time]) : time)
  const result = await Promise.race([running, promise])
  if (result === outOfTime) void running.then(late)
  return result
}

/** Executes a command. Never throws: every outcome is a result. */
export async function execute(id: string, args: Values = {}, options: ExecuteOptions = {}): Promise<Result> {
  const surface = options.surface ?? 'button'
  const command = findCommand(id)
  if (!command) return record(id, surface, args, denied('unknown-command'))
  const run = (outer: AbortSignal | undefined) =>
    inFlight(command, surface, outer, signal => authorizeAndRun(command, args, options, signal))
  const remember = (result: Result) => record(id, surface, args, result, command)
  // Late success is still the last action, hence undoable.
  const late = (result: Result) =>
    void (result.status === 'ok' || result.status === 'partial' ? remember(result) : null)
  return remember(await withTimeout(run, options, late))
}

// Confirmation tokens for scripts, which repeat the call with one.

const lifetime = 5 * 60_000

const confirmable = storeLocal(() => new Map<string, { readonly what: string; readonly until: number }>())

const described = (id: string, args: Values) => JSON.stringify([id, args])

/** Single-use token of this call, valid for 5 minutes. */
function tokenFor(id: string, args: Values): string {
  const now = Date.now()
  const tokens = confirmable()
  for (const [token, { until }] of tokens) if (until < now) tokens.delete(token)
  const token = uuid()
  tokens.set(token, { what: described(id, args), until: now + lifetime })
  return token
}

/** Checks the token; consumes it in any case. */
function isConfirmedBy(token: string, id: string, args: Values): boolean {
  const tokens = confirmable()
  const known = tokens.get(token)
  tokens.delete(token)
  return known !== undefined && known.until >= Date.now() && known.what === described(id, args)
}
