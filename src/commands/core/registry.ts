/** Registry of commands and handlers. No React: the shell subscribes. */
import { atom } from 'jotai'
import { permits } from '#contract/schema/permission.ts'
import { sessionAtom } from '../../data/api/credentials.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { store, storeLocal } from '../../data/store.ts'
import { type Arguments, byHandler, type Command, type CommandContext, type Result } from './command.ts'

/** Handler of a command on screen. Returning nothing means success. */
export interface CommandHandler {
  run(
    args: Arguments,
    context: CommandContext,
    // biome-ignore lint/suspicious/noConfusingVoidType: a handler that has nothing to say returns nothing
  ): Result | void | Promise<Result | void>
  /** Id of the command that runs instead. */
  forwardTo?(): string | undefined
  enabled?(): boolean
  /** Flushes pending input before the confirmation. */
  prepare?(): Promise<void>
  /** Callback when a dry run refused the command. */
  refused?(result: Result): void | Promise<void>
}

const registered = storeLocal(() => ({
  sources: new Map<string, readonly Command[]>(),
  byId: new Map<string, Command>(),
  handlers: new Map<string, CommandHandler[]>(),
}))

export const forwardTo = (command: () => string | undefined): CommandHandler => ({ forwardTo: command, run: byHandler })

export const registryVersionAtom = atom(0)
/** Version of the handlers; keys and menus need no rebuild for it. */
export const handlersVersionAtom = atom(0)

const bump = (which: typeof registryVersionAtom) => store.set(which, version => version + 1)

export function registerCommands(source: string, added: readonly Command[]): () => void {
  const { sources, byId } = registered()
  const own = new Set((sources.get(source) ?? []).map(command => command.id))
  const seen = new Set<string>()
  for (const { id } of added) {
    if (seen.has(id) || (byId.has(id) && !own.has(id))) throw new Error(`command registered twice: ${id}`)
    seen.add(id)
  }
  for (const id of own) byId.delete(id)
  for (const command of added) byId.set(command.id, command)
  sources.set(source, added)
  bump(registryVersionAtom)
  return () => {
    if (sources.get(source) !== added) return
    for (const { id } of added) byId.delete(id)
    sources.delete(source)
    bump(registryVersionAtom)
  }
}

/** Registers handlers, in one batch: each change re-evaluates every button. */
export function registerHandlers(added: Readonly<Record<string, CommandHandler>>): () => void {
  const { handlers } = registered()
  for (const [id, handler] of Object.entries(added)) handlers.set(id, [...(handlers.get(id) ?? []), handler])
  bump(handlersVersionAtom)
  return () => {
    for (const [id, handler] of Object.entries(added))
      handlers.set(
        id,
        (handlers.get(id) ?? []).filter(other => other !== handler),
      )
    bump(handlersVersionAtom)
  }
}

export const registerHandler = (commandId: string, handler: CommandHandler): (() => void) =>
  registerHandlers({ [commandId]: handler })

export function handlerOf(commandId: string): CommandHandler | undefined {
  return registered()
    .handlers.get(commandId)
    ?.findLast(handler => handler.enabled?.() ?? true)
}

export function canPerform(command: Command): boolean {
  return command.run !== byHandler || command.forwardTo !== undefined || handlerOf(command.id) !== undefined
}

export function commands(): readonly Command[] {
  return [...registered().byId.values()]
}

export function findCommand(id: string): Command | undefined {
  return registered().byId.get(id)
}

export function isPermitted(command: Command): boolean {
  if (command.permission === 'public') return true
  if (store.get(sessionAtom) === null) return false
  const grants = store.get(grantsAtom)
  return permits(grants, command.permission) || (command.orPermission ? permits(grants, command.orPermission) : false)
}

export function permitted(): readonly Command[] {
  return commands().filter(isPermitted)
}

export function subscribe(changed: () => void): () => void {
  return store.sub(registryVersionAtom, changed)
}
