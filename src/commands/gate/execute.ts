/** Command gate: every surface executes here. */
import { atom } from 'jotai'
import { store } from '../../data/store.ts'
import type { Arguments, Command, CommandContext, Confirming, Result, Surface } from '../core/command.ts'
import { type Context, contextAtom } from '../core/context.ts'
import { findCommand, handlerOf } from '../core/registry.ts'
import { denied, refusalOf } from './availability.ts'
import { collectArguments } from './collectArguments.ts'
import { confirm, foresee } from './confirmation.ts'
import { failureOf } from './failure.ts'
import { showOnRecord } from './frontRecord.ts'
import { requireTicket } from './operationPassword.ts'
import { type CommandRun, type Middleware, pipeline } from './pipeline.ts'
import { record } from './resultLog.ts'
import { runSingle } from './singleFlight.ts'

export interface ExecuteOptions {
  readonly surface?: Surface
  readonly confirm?: Confirming | undefined
  readonly signal?: AbortSignal
  /** Timeout in ms. A request already sent may still take effect. */
  readonly timeoutMs?: number
}

/** Takes a command that begins; the returned function takes its result. */
export type Observer = (command: Command, args: Arguments, context: CommandContext) => (result: Result) => void

/** Observers of what runs: the recorder, which the gate must not import. */
export const observersAtom = atom<readonly Observer[]>([])

export const contextOf = ({ surface, signal, confirm }: Omit<CommandContext, keyof Context>): CommandContext => ({
  ...store.get(contextAtom),
  surface,
  signal,
  confirm,
})

const authorize: Middleware = async (run, next) => refusalOf(run.command, run.args, run.surface) ?? next(run)

const notifyObservers: Middleware = async (run, next) => {
  const observed = store.get(observersAtom).map(observe => observe(run.command, run.args, contextOf(run)))
  const result = await next(run)
  for (const finish of observed) finish(result)
  return result
}

async function perform(run: CommandRun): Promise<Result> {
  const { command, args, signal } = run
  try {
    const performing = handlerOf(command.id)?.run ?? command.run
    return (await performing(args, contextOf(run))) ?? { status: 'ok' }
  } catch (error) {
    return failureOf(error, signal)
  }
}

// Rows picked with the arguments were unknown to the first dry run.
const gate = pipeline(
  [runSingle, showOnRecord, authorize, foresee, collectArguments, foresee, confirm, requireTicket, notifyObservers],
  perform,
)

const hops = 4

/** Commands a general verb stands for, the last to run. */
function resolved(id: string): readonly Command[] {
  const passed: Command[] = []
  for (let next: string | undefined = id; next !== undefined && passed.length < hops; ) {
    const command = findCommand(next)
    if (!command) break
    passed.push(command)
    const handler = handlerOf(command.id)
    next = handler ? handler.forwardTo?.() : command.forwardTo?.()
  }
  return passed
}

/** Command a general verb stands for here. */
export const standingFor = (id: string): Command | undefined => resolved(id).at(-1)

async function withTimeout(
  run: (signal: AbortSignal) => Promise<Result>,
  { signal, timeoutMs }: ExecuteOptions,
  late: (result: Result) => void,
): Promise<Result> {
  if (timeoutMs === undefined) return run(signal ?? new AbortController().signal)
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
export async function execute(id: string, args: Arguments = {}, options: ExecuteOptions = {}): Promise<Result> {
  const { surface = 'button', confirm: answer } = options
  const passed = resolved(id)
  const command = passed.at(-1)
  if (!command) return record(id, surface, args, denied('unknown-command'))
  const run = async (signal: AbortSignal) => {
    const entering: CommandRun = { command, args, surface, confirm: answer, signal }
    // A general verb means what is being typed as well.
    if (passed.length > 1) await handlerOf('grid.commit')?.run({}, contextOf(entering))
    return gate(entering)
  }
  const remember = (result: Result) => {
    for (const each of passed.toReversed()) record(each.id, surface, args, result, each)
    return result
  }
  // Late success is still the last action, hence undoable.
  const late = (result: Result) =>
    void (result.status === 'ok' || result.status === 'partial' ? remember(result) : null)
  return remember(await withTimeout(run, options, late))
}
