/** What a script is told of while it waits: commands, the context, requests. */
import { type CallState, callStatesAtom } from '../../data/api/api.ts'
import { reportError } from '../../data/errors.ts'
import { store } from '../../data/store.ts'
import { type Context, contextAtom } from '../core/context.ts'
import { findCommand } from '../core/registry.ts'
import { lastResultsAtom, type PastResult } from '../gate/resultLog.ts'
import { withoutSecrets } from '../recorder/secrets.ts'

/** A path of the server, and what became of the calls to it. */
export interface RequestState {
  readonly path: string
  readonly state: CallState
}

export interface ScriptEvents {
  /** A command came to its result, whoever ran it. */
  readonly command: PastResult
  /** What is open, selected, focused. */
  readonly context: Context
  /** A call began or ended. */
  readonly request: RequestState
}

const withSecretsLeftOut = (past: PastResult): PastResult => {
  const command = findCommand(past.id)
  return command ? { ...past, args: withoutSecrets(command, past.args) } : { ...past, args: {} }
}

/** What became new since the last look, by event. */
const watching: { readonly [E in keyof ScriptEvents]: (tell: (what: ScriptEvents[E]) => void) => () => void } = {
  command(tell) {
    let seen = store.get(lastResultsAtom)[0]
    return store.sub(lastResultsAtom, () => {
      const results = store.get(lastResultsAtom)
      const until = seen ? results.indexOf(seen) : -1
      seen = results[0]
      const added = until < 0 ? results : results.slice(0, until)
      // A general verb that handed on answers the page's own result: that has been told.
      const told = added.filter((past, index) => !results.slice(index + 1).some(({ result }) => result === past.result))
      for (const past of told.toReversed()) tell(withSecretsLeftOut(past))
    })
  },
  context: tell => store.sub(contextAtom, () => tell(store.get(contextAtom))),
  request(tell) {
    let before = store.get(callStatesAtom)
    return store.sub(callStatesAtom, () => {
      const now = store.get(callStatesAtom)
      const changed = Object.keys(now).filter(path => now[path] !== before[path])
      before = now
      for (const path of changed) tell({ path, state: now[path] ?? 'idle' })
    })
  },
}

/** Calls back from now on; the returned function ends it. What a listener throws is its own affair: nothing stops for it. */
export function subscribeTo<E extends keyof ScriptEvents>(event: E, told: (what: ScriptEvents[E]) => void): () => void {
  const watch = watching[event]
  if (!watch) throw new TypeError(`there is no event ${String(event)}: command, context, request`)
  return watch(what => {
    try {
      told(what)
    } catch (error) {
      reportError(error, `lotline.on(${event})`)
    }
  })
}
