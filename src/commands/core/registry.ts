/** Every command there is, and who performs the built-in ones right now. No React: the shell subscribes to the version. */
import { atom } from 'jotai'
import type { Values } from '../../contract/schema/field.ts'
import { permits } from '../../contract/schema/permission.ts'
import { grantsAtom } from '../../data/session/menu.ts'
import { sessionAtom } from '../../data/session/session.ts'
import { store } from '../../data/store.ts'
import { byHandler, type Command, type CommandContext, type Result } from './command.ts'

/** Performance of a command by what is on screen. Nothing returned means it went well. */
export interface Handler {
  run(
    args: Values,
    context: CommandContext,
    // biome-ignore lint/suspicious/noConfusingVoidType: a handler that has nothing to say returns nothing
  ): Result | void | Promise<Result | void>
  enabled?(): boolean
  /** Takes what is being typed, before anybody is asked whether to go on. */
  prepare?(): Promise<void>
  /** It was refused before anybody was asked. */
  refused?(result: Result): void | Promise<void>
}

const sources = new Map<string, readonly Command[]>()
const byId = new Map<string, Command>()
const handlers = new Map<string, Handler[]>()

/** Goes up whenever commands come or go. */
export const registryVersionAtom = atom(0)
/** Goes up whenever handlers come or go: keys and menus need not be rebuilt for that. */
export const handlersVersionAtom = atom(0)

const bump = (which: typeof registryVersionAtom) => store.set(which, version => version + 1)

/** Adds the commands of a source, in place of what it gave before; the returned function takes them away. */
export function registerCommands(source: string, added: readonly Command[]): () => void {
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

/**
 * Performs commands while something is on screen. The last one registered that is enabled wins. Those of a page come and go
 * together, as every button looks again whenever some do.
 */
export function registerHandlers(added: Readonly<Record<string, Handler>>): () => void {
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

/** Performs one command while something is on screen. */
export const registerHandler = (commandId: string, handler: Handler): (() => void) =>
  registerHandlers({ [commandId]: handler })

/** Who performs a command now, if somebody does. */
export function handlerOf(commandId: string): Handler | undefined {
  return handlers.get(commandId)?.findLast(handler => handler.enabled?.() ?? true)
}

/** Is there anybody to perform it: the command itself or what is on screen? */
export function canPerform(command: Command): boolean {
  return command.run !== byHandler || handlerOf(command.id) !== undefined
}

export function commands(): readonly Command[] {
  return [...byId.values()]
}

export function findCommand(id: string): Command | undefined {
  return byId.get(id)
}

/** May the person signed in ever run it? */
export function isPermitted(command: Command): boolean {
  if (command.permission === 'public') return true
  if (store.get(sessionAtom) === null) return false
  const grants = store.get(grantsAtom)
  return permits(grants, command.permission) || (command.orPermission ? permits(grants, command.orPermission) : false)
}

export function permitted(): readonly Command[] {
  return commands().filter(isPermitted)
}

/** Calls back when commands come or go; returns the end of it. */
export function subscribe(changed: () => void): () => void {
  return store.sub(registryVersionAtom, changed)
}
