/** Events for scripts: commands, context, requests. */
import { type CallState, callStatesAtom } from '../../data/api/api.ts'
import { reportError } from '../../data/errors.ts'
import { store } from '../../data/store.ts'
import { type Context, contextAtom } from '../core/context.ts'
import { findCommand } from '../core/registry.ts'
import { lastResultsAtom, type PastResult } from '../gate/resultLog.ts'
import { withoutSecrets } from '../recorder/secrets.ts'

export interface RequestState {
  readonly path: string
  readonly state: CallState
}

export interface ScriptEvents {
  readonly command: PastResult
  readonly context: Context
  readonly request: RequestState
}

const withSecretsLeftOut = (past: PastResult): PastResult => {
  const command = findCommand(past.id)
  return command ? { ...past, args: withoutSecrets(command, past.args) } : { ...past, args: {} }
}

/** Event sources: each reports changes since its last check. */
const watching: { readonly [E in keyof ScriptEvents]: (notify: (what: ScriptEvents[E]) => void) => () => void } = {
  command(notify) {
    let seen = store.get(lastResultsAtom)[0]
    return store.sub(lastResultsAtom, () => {
      const results = store.get(lastResultsAtom)
      const until = seen ? results.indexOf(seen) : -1
      seen = results[0]
      const added = until < 0 ? results : results.slice(0, until)
      // Forwarding built-ins return the page command's result, reported before.
      const fresh = added.filter(
        (past, index) => !results.slice(index + 1).some(({ result }) => result === past.result),
      )
      for (const past of fresh.toReversed()) notify(withSecretsLeftOut(past))
    })
  },
  context: notify => store.sub(contextAtom, () => notify(store.get(contextAtom))),
  request(notify) {
    let before = store.get(callStatesAtom)
    return store.sub(callStatesAtom, () => {
      const now = store.get(callStatesAtom)
      const changed = Object.keys(now).filter(path => now[path] !== before[path])
      before = now
      for (const path of changed) notify({ path, state: now[path] ?? 'idle' })
    })
  },
}

/** Subscribes; returns the disposer. Listener errors are isolated. */
export function subscribeTo<E extends keyof ScriptEvents>(
  event: E,
  listener: (what: ScriptEvents[E]) => void,
): () => void {
  const watch = watching[event]
  if (!watch) throw new TypeError(`there is no event ${String(event)}: command, context, request`)
  return watch(what => {
    try {
      listener(what)
    } catch (error) {
      reportError(error, `lotline.on(${event})`)
    }
  })
}
