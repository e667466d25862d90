import { useRef } from 'react'
import type { Result } from '../commands/core/command.ts'
import { flushEditing } from '../commands/core/pendingEdit.ts'
import { type CommandHandler, findCommand, registerHandlers } from '../commands/core/registry.ts'
import { useFrontEffect } from './front.ts'

export type Handlers = Readonly<Record<string, CommandHandler>>

/** Registers command handlers while in front. */
export function useHandlers(handlers: Handlers): void {
  const latest = useRef(handlers)
  latest.current = handlers
  const ids = Object.keys(handlers).join()
  useFrontEffect(() => {
    const following = (id: string): CommandHandler => ({
      forwardTo: () => latest.current[id]?.forwardTo?.(),
      run: (args, context) => latest.current[id]?.run(args, context),
      enabled: () => latest.current[id]?.enabled?.() ?? true,
      prepare: async () => latest.current[id]?.prepare?.(),
      refused: result => latest.current[id]?.refused?.(result),
    })
    return registerHandlers(Object.fromEntries(ids.split(',').map(id => [id, following(id)])))
  }, [ids])
}

/** Handler wrapper: flushes editing before, informs the screen after. */
export function finishing(
  id: string,
  after: (result: Result) => void | Promise<void>,
  before: () => void = () => undefined,
): CommandHandler {
  return {
    prepare: async () => {
      await flushEditing()
      before()
    },
    refused: after,
    run: async (args, context) => {
      await flushEditing()
      before()
      try {
        const result = (await findCommand(id)?.run(args, context)) ?? { status: 'cancelled' as const }
        await after(result)
        return result
      } catch (error) {
        // The gate reports the error; the screen only locates it.
        await after({ status: 'failed', code: 0, message: '' })
        throw error
      }
    },
  }
}
