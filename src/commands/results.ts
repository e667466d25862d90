/** What commands came to: remembered for the log and for scripts, and said to the person who ran them. */
import { atom } from 'jotai'
import type { Faults } from '../contract/schema/answer.ts'
import type { Values } from '../contract/schema/field.ts'
import { text } from '../data/messages.ts'
import { notify } from '../data/notifications.ts'
import type { RowOutcome } from '../data/records.ts'
import { store } from '../data/store.ts'
import type { Command, Result, Surface } from './command.ts'
import { recordUse } from './recents.ts'
import { titleOf } from './titles.ts'

export interface PastResult {
  readonly id: string
  readonly surface: Surface
  readonly args: Values
  readonly result: Result
  readonly at: number
}

const kept = 50

const said = new WeakSet<Result>()

/** The last results, newest first. */
export const lastResultsAtom = atom<readonly PastResult[]>([])

const refusedRows = (rows: readonly RowOutcome[]) => rows.filter(row => !row.ok)
/** What was said of the refused rows, each message once. */
const messagesOf = (rows: readonly RowOutcome[] = []) => [...new Set(refusedRows(rows).map(row => row.message))]

function faultText(faults: Faults): string {
  return [...new Set(Object.values(faults))].map(fault => text(`fault.${fault}`)).join('\n')
}

function sayOk(command: Command, result: Result & { status: 'ok' }) {
  if (result.message) return notify({ kind: 'success', text: text(result.message, result.values) })
  if (command.risk === 'read' || command.permission === 'public') return
  const title = titleOf(command)
  const count = result.rows?.length ?? 0
  notify({
    kind: 'success',
    text: count > 1 ? text('result.okRows', { title, count }) : text('result.ok', { title }),
  })
}

/** Tells the person; a script reads the result itself. */
function say(command: Command, result: Result) {
  const title = titleOf(command)
  switch (result.status) {
    case 'ok':
      return sayOk(command, result)
    case 'partial': {
      const bad = refusedRows(result.rows).length
      const values = { title, ok: result.rows.length - bad, failed: bad }
      return notify({
        kind: 'warning',
        text: text('result.partial', values),
        details: messagesOf(result.rows).join('\n'),
      })
    }
    case 'failed': {
      if (result.isShown) return
      const messages = messagesOf(result.rows)
      // One message stands in the sentence; several stand below it, so that none is said twice.
      if (messages.length > 1) {
        const failed = text('result.failedRows', { title, count: refusedRows(result.rows ?? []).length })
        return notify({ kind: 'error', text: failed, details: messages.join('\n') })
      }
      return notify({ kind: 'error', text: text('result.failed', { title, message: result.message }) })
    }
    case 'invalid':
      return notify({ kind: 'warning', text: text('result.invalid', { title }), details: faultText(result.faults) })
    case 'denied':
      return notify({ kind: 'warning', text: text(result.message ?? `reason.${result.reason}`) })
  }
}

/** Remembers a result and says it; hands it on. */
export function record(id: string, surface: Surface, args: Values, result: Result, command?: Command): Result {
  store.set(lastResultsAtom, before => [{ id, surface, args, result, at: Date.now() }, ...before].slice(0, kept))
  // A built-in that handed on to a page's own command brings back a result that has been said already.
  if (command && surface !== 'script' && !said.has(result)) {
    say(command, result)
    if (result.status === 'ok' || result.status === 'partial') recordUse(id)
  }
  said.add(result)
  return result
}
