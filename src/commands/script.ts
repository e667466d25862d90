/** The console for scripts: list, run and await every permitted command by its name, in the page as headless. */
import type { Atom } from 'jotai'
import type { Values } from '../contract/schema/field.ts'
import type { JsonSchema } from '../contract/schema/shape.ts'
import { pendingAtom, settled } from '../data/api/api.ts'
import { sessionAtom } from '../data/session/session.ts'
import { store } from '../data/store.ts'
import { commandsReadyAtom } from './app.ts'
import type { Result, Risk, Surface } from './core/command.ts'
import { type Context, contextAtom } from './core/context.ts'
import { handlerOf, handlersVersionAtom, permitted } from './core/registry.ts'
import { titleOf } from './core/titles.ts'
import { reasonAgainst } from './gate/availability.ts'
import { acceptedBy } from './gate/collectArguments.ts'
import { type ExecuteOptions, execute } from './gate/execute.ts'
import { argumentAtom, confirmationAtom, importAtom } from './gate/prompts.ts'
import { runningAtom } from './gate/singleFlight.ts'
import { keysOf } from './keys/keyBindings.ts'
import { keyRequestAtom } from './keys/keyRequest.ts'
import type { Step } from './recorder/recorder.ts'
import { type Recording, startRecording } from './recorder/recording.ts'
import { shapeOfArguments } from './script/argumentShapes.ts'
import { type Replayed, type ReplayOptions, replay } from './script/replay.ts'
import { type ScriptEvents, subscribeTo } from './script/scriptEvents.ts'
import { searchDueAtom } from './search/searchDue.ts'

export interface ListedCommand {
  readonly id: string
  readonly title: string
  readonly keys: readonly string[]
  readonly enabled: boolean
  /** Message key of why it is not. */
  readonly why?: string
  /** JSON Schema of what it takes, the rows it acts on included. */
  readonly arguments: JsonSchema
  readonly accepts: readonly string[]
  readonly risk: Risk
  readonly confirm: boolean
  /** Does it ask for the operation password? A script runs `password.unlock` before. */
  readonly ticket: boolean
}

export interface ScriptOptions extends Omit<ExecuteOptions, 'surface'> {
  /** Is the screen waited for, too? Yes unless said. */
  readonly settle?: boolean
}

export interface Lotline {
  readonly version: 1
  /** Resolves when the commands are in place, the console is on screen where somebody is signed in, and nothing loads. */
  ready(): Promise<void>
  /** Every permitted command. */
  list(filter?: { readonly prefix?: string; readonly surface?: Surface }): readonly ListedCommand[]
  /** Runs one; what wants a confirmation needs `confirm: 'accept'` or the token of the first answer. */
  run(id: string, args?: Values, options?: ScriptOptions): Promise<Result>
  /**
   * Resolves when no command runs, no call is on its way and nothing is about to be looked for in the palette.
   * @throws DOMException TimeoutError when that takes longer than `timeoutMs`
   */
  idle(options?: { readonly timeoutMs?: number }): Promise<void>
  context(): Context
  /** Tells of every command that was run, every change of the context, every request; returns the end of it. */
  on<E extends keyof ScriptEvents>(event: E, told: (what: ScriptEvents[E]) => void): () => void
  /** Writes down what the person does from now on, as commands that can be run again. */
  record(): Recording
  /** Runs commands one after the other, those of a recording on the rows of now; stops at the first that is not ok. */
  replay(steps: readonly Step[], options?: ReplayOptions): Promise<readonly Replayed[]>
}

/** What a script file exports. */
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

/** Lets the screen catch up; a page in the background draws nothing and is not waited for. */
async function drawn(): Promise<void> {
  if (typeof requestAnimationFrame === 'undefined') return
  const frames = new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await Promise.race([frames, new Promise(resolve => setTimeout(resolve, 200))])
}

const questions: readonly Atom<unknown>[] = [confirmationAtom, argumentAtom, importAtom, keyRequestAtom]

/**
 * Does no command run, nor a search that begins when the typing rests? A command that waits for a person's answer does not
 * count: that may take all day.
 */
const isAtRest = () =>
  !store.get(searchDueAtom) && (store.get(runningAtom).size === 0 || questions.some(atom => store.get(atom) !== null))

async function rested(): Promise<void> {
  while (!isAtRest() || store.get(pendingAtom) > 0) {
    await settled()
    await until(isAtRest, [runningAtom, searchDueAtom, ...questions])
  }
  await drawn()
}

async function idle({ timeoutMs }: { readonly timeoutMs?: number } = {}): Promise<void> {
  if (timeoutMs === undefined) return rested()
  const late = AbortSignal.timeout(timeoutMs)
  const { promise, reject } = Promise.withResolvers<never>()
  late.addEventListener('abort', () => reject(late.reason), { once: true })
  await Promise.race([rested(), promise])
}

/** Is there what performs the commands of the frame? Without a browser nothing does, nor before somebody is signed in. */
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
          title: titleOf(command),
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

/** Puts the script console on the window. */
export function installScript(): void {
  window.lotline = lotline
}
