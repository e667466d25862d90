/** Script API: lists, runs and awaits permitted commands. */
import type { Atom } from 'jotai'
import type { JsonSchema } from '#contract/schema/jsonSchema.ts'
import { pendingAtom, settled } from '../data/api/api.ts'
import { sessionAtom } from '../data/api/credentials.ts'
import { loadingScreensAtom } from '../data/loadingScreens.ts'
import { store } from '../data/store.ts'
import { commandsReadyAtom } from './app.ts'
import type { Arguments, Result, Risk, Surface } from './core/command.ts'
import { type Context, contextAtom } from './core/context.ts'
import { handlerOf, handlersVersionAtom, permitted } from './core/registry.ts'
import { commandTitle } from './core/titles.ts'
import { reasonAgainst } from './gate/availability.ts'
import { acceptedBy } from './gate/collectArguments.ts'
import { type ExecuteOptions, execute } from './gate/execute.ts'
import { argumentAtom, confirmationAtom, importAtom } from './gate/prompts.ts'
import { runningAtom } from './gate/singleFlight.ts'
import { keysOf } from './keys/keyBindings.ts'
import { keyRequestAtom } from './keys/keyRequest.ts'
import type { RecordedStep } from './recorder/recorder.ts'
import { type Recording, startRecording } from './recorder/recording.ts'
import { type Replayed, type ReplayOptions, replay } from './recorder/replay.ts'
import { shapeOfArguments } from './script/argumentShapes.ts'
import { type ScriptEvents, subscribeTo } from './script/scriptEvents.ts'
import { searchDueAtom } from './search/searchDue.ts'

export interface ListedCommand {
  readonly id: string
  readonly title: string
  readonly keys: readonly string[]
  readonly enabled: boolean
  readonly why?: string
  readonly arguments: JsonSchema
  readonly accepts: readonly string[]
  readonly risk: Risk
  readonly confirm: boolean
  /** Operation password required: run `password.unlock` before. */
  readonly ticket: boolean
}

export interface ScriptOptions extends Omit<ExecuteOptions, 'surface'> {
  /** Awaits the screen, too; true by default. */
  readonly settle?: boolean
}

export interface Lotline {
  readonly version: 1
  /** Resolves when the signed-in console is on screen and nothing loads. */
  ready(): Promise<void>
  list(filter?: { readonly prefix?: string; readonly surface?: Surface }): readonly ListedCommand[]
  /** Runs a command; confirmations need `confirm: 'accept'` or the first answer's token. */
  run(id: string, args?: Arguments, options?: ScriptOptions): Promise<Result>
  /**
   * Resolves when no command, call, search or screen is pending.
   * @throws DOMException TimeoutError after `timeoutMs`
   */
  idle(options?: { readonly timeoutMs?: number }): Promise<void>
  context(): Context
  /** Subscribes to commands, context changes or requests; returns the disposer. */
  on<E extends keyof ScriptEvents>(event: E, listener: (what: ScriptEvents[E]) => void): () => void
  record(): Recording
  /** Replays steps with mapped ids; stops at the first failure. */
  replay(steps: readonly RecordedStep[], options?: ReplayOptions): Promise<readonly Replayed[]>
}

export type Script = (tools: { readonly lotline: Lotline }) => unknown

function until(isSo: () => boolean, watched: readonly Parameters<typeof store.sub>[0][]): Promise<void> {
  if (isSo()) return Promise.resolve()
  return new Promise(resolve => {
    const ends = watched.map(atom => store.sub(atom, check))
    function check() {
      if (!isSo()) return
      for (const end of ends) end()
      resolve()
    }
  })
}

/** Awaits rendering; background pages never render, hence no wait. */
async function drawn(): Promise<void> {
  if (typeof requestAnimationFrame === 'undefined') return
  const frames = new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await Promise.race([frames, new Promise(resolve => setTimeout(resolve, 200))])
}

const questions: readonly Atom<unknown>[] = [confirmationAtom, argumentAtom, importAtom, keyRequestAtom]

/** Idle check; prompts do not count: they may stay open. */
const isAtRest = () =>
  !store.get(searchDueAtom) &&
  store.get(loadingScreensAtom) === 0 &&
  (store.get(runningAtom).size === 0 || questions.some(atom => store.get(atom) !== null))

const isPending = () => !isAtRest() || store.get(pendingAtom) > 0

async function rested(): Promise<void> {
  do {
    while (isPending()) {
      await settled()
      await until(isAtRest, [runningAtom, searchDueAtom, loadingScreensAtom, ...questions])
    }
    // Effects of a screen just drawn make calls.
    await drawn()
  } while (isPending())
}

async function idle({ timeoutMs }: { readonly timeoutMs?: number } = {}): Promise<void> {
  if (timeoutMs === undefined) return rested()
  const late = AbortSignal.timeout(timeoutMs)
  const { promise, reject } = Promise.withResolvers<never>()
  late.addEventListener('abort', () => reject(late.reason), { once: true })
  await Promise.race([rested(), promise])
}

/** Frame handlers exist only in a browser, after sign-in. */
const isOnScreen = () =>
  typeof document === 'undefined' || store.get(sessionAtom) === null || handlerOf('palette.open') !== undefined

export const lotline: Lotline = {
  version: 1,
  async ready() {
    await until(
      () => store.get(commandsReadyAtom) && isOnScreen(),
      [commandsReadyAtom, handlersVersionAtom, sessionAtom],
    )
    await idle()
  },
  list({ prefix = '', surface } = {}) {
    return permitted()
      .filter(({ id, surfaces }) => id.startsWith(prefix) && (!surface || !surfaces || surfaces.includes(surface)))
      .map(command => {
        const why = reasonAgainst(command, 'script')
        return {
          id: command.id,
          title: commandTitle(command),
          keys: keysOf(command).map(({ seq }) => seq),
          enabled: why === undefined,
          ...(why === undefined ? {} : { why }),
          arguments: shapeOfArguments(command),
          accepts: acceptedBy(command),
          risk: command.risk,
          confirm: command.confirm ?? false,
          ticket: command.ticket ?? false,
        }
      })
  },
  async run(id, args = {}, { settle = true, ...options } = {}) {
    const result = await execute(id, args, { ...options, surface: 'script' })
    if (settle) await drawn()
    return result
  },
  idle,
  context: () => store.get(contextAtom),
  on: subscribeTo,
  record: startRecording,
  replay: (steps, options) => replay(lotline.run, steps, options),
}

declare global {
  interface Window {
    lotline?: Lotline
  }
}

export function installScript(): void {
  window.lotline = lotline
}
