/** Reasons why a command is unavailable. */
import { sessionAtom } from '../../data/api/credentials.ts'
import { store } from '../../data/store.ts'
import type { Arguments, Command, Denial, Result, Surface } from '../core/command.ts'
import { contextAtom, keysOfContext } from '../core/context.ts'
import { canPerform, isPermitted } from '../core/registry.ts'
import { reasonAgainstRows, targetOf } from '../core/target.ts'
import { matches } from '../core/when.ts'

export type Denied = Extract<Result, { readonly status: 'denied' }>

export const denied = (reason: Denial, message?: string): Denied =>
  message === undefined ? { status: 'denied', reason } : { status: 'denied', reason, message }

/** Surfaces that prompt for target rows: a link carries no selection. */
export const asksRows = (surface: Surface): boolean => surface === 'palette' || surface === 'link'

export function lacksRows({ rows }: Command, args: Arguments): boolean {
  return rows !== undefined && targetOf(rows.entity.name, store.get(contextAtom), args).ids.length === 0
}

export function refusalOf(command: Command, args: Arguments, surface: Surface): Denied | null {
  if (command.permission !== 'public' && !store.get(sessionAtom)) return denied('signed-out')
  if (!isPermitted(command)) return denied('permission')
  const context = store.get(contextAtom)
  if (!matches(command.when, keysOfContext(context)) || !canPerform(command)) return denied('when', 'reason.notHere')
  const against = command.rows && !(asksRows(surface) && lacksRows(command, args))
  const reason =
    (against && command.rows ? reasonAgainstRows(command.rows, context, args) : undefined) ??
    command.disabledReason?.(context, args)
  return reason === undefined ? null : denied('when', reason)
}

export function isRefusedHere(command: Command): boolean {
  const context = store.get(contextAtom)
  const against = command.rows && reasonAgainstRows(command.rows, context, {})
  return !canPerform(command) || (against ?? command.disabledReason?.(context, {})) !== undefined
}

export function reasonAgainst(command: Command, surface: Surface = 'button', args: Arguments = {}): string | undefined {
  const refused = refusalOf(command, args, surface)
  return refused ? (refused.message ?? `reason.${refused.reason}`) : undefined
}
