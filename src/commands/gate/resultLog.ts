/** Results of commands: logged, and notified to the user. */
import { atom } from 'jotai'
import type { FieldErrors } from '#contract/schema/answer.ts'
import { wordsOfRefusal } from '../../data/api/localizedMessage.ts'
import { draftsOf } from '../../data/drafts/draftStore.ts'
import { text } from '../../data/language.ts'
import { notify, type Subject, withdraw } from '../../data/notifications.ts'
import type { RowId, RowOutcome } from '../../data/records/row.ts'
import { sequence, store, storeLocal } from '../../data/store.ts'
import type { Arguments, Command, Invocation, Result, Surface } from '../core/command.ts'
import { contextAtom } from '../core/context.ts'
import { recordUse } from '../core/recents.ts'
import { targetOf } from '../core/target.ts'
import { commandTitle, titleOfOne } from '../core/titles.ts'
import { saidInPlaceAtom } from './prompts.ts'

export interface PastResult {
  readonly id: string
  readonly surface: Surface
  readonly args: Arguments
  readonly result: Result
  readonly at: number
}

const maxResults = 50

const said = storeLocal(() => new WeakSet<Result>())

export const lastResultsAtom = atom<readonly PastResult[]>([])

export interface UndoOffer extends Invocation {
  /** Sequence number; detects an outdated undo offer. */
  readonly number: number
  /** Command that is undone. */
  readonly of?: Command | undefined
}

/** Undo of the last change; reset by any further change. */
export const undoAtom = atom<UndoOffer | null>(null)

const nextUndo = sequence()

/** Stores the undo; a change without one blocks older undos. */
function rememberUndo(result: Result, command: Command | undefined): void {
  if (result.status !== 'ok' && result.status !== 'partial') return
  const number = nextUndo()
  if (result.undo) store.set(undoAtom, { ...result.undo, number, of: command })
  else if (command && command.risk !== 'read') store.set(undoAtom, null)
}

const offerOf = ({ undo }: { readonly undo?: Invocation }) =>
  undo ? { offer: { id: 'command.undo', args: { number: store.get(undoAtom)?.number } } } : {}

const offersOf = ({ offers }: { readonly offers?: readonly Invocation[] }) => (offers ? { offers } : {})

const refusedRows = (rows: readonly RowOutcome[]) => rows.filter(row => !row.ok)

const messagesOf = (rows: readonly RowOutcome[] = []): readonly (() => string)[] =>
  [...new Map(refusedRows(rows).map(row => [row.message, row])).values()].map(wordsOfRefusal)

const lines = (words: readonly (() => string)[]) => () => words.map(say => say()).join('\n')

function errorText(fieldErrors: FieldErrors): string {
  return [...new Set(Object.values(fieldErrors))].map(fieldError => text(`fault.${fieldError}`)).join('\n')
}

const titleOf = (command: Command, rows: readonly RowOutcome[] = []) =>
  command.rows && rows.length <= 1 ? titleOfOne(command) : commandTitle(command)

export type Done = Result & { readonly status: 'ok' }

type SentenceOf = typeof import('./resultSentences.ts').sentenceOf

const sentences = storeLocal(() => ({ of: null as SentenceOf | null }))

/** Injects the sentences: they load with the frame, after sign-in. */
export function provideSentences(of: SentenceOf): void {
  sentences().of = of
}

function doneText(command: Command, result: Done): string {
  const sentence = sentences().of?.(command, result)
  if (sentence) return sentence
  const count = result.rows?.length ?? 0
  return text(count > 1 ? 'result.okRows' : 'result.ok', { title: titleOf(command, result.rows), count })
}

function sayOk(command: Command, result: Result & { status: 'ok' }, about: Subject) {
  const offer = offerOf(result)
  const { message, values } = result
  if (message) return notify({ kind: 'success', text: () => text(message, values), about, ...offer })
  if (command.risk === 'read' || command.permission === 'public') return
  notify({ kind: 'success', text: () => doneText(command, result), about, ...offer })
}

function sayFailed(command: Command, result: Result & { status: 'failed' }, about: Subject) {
  if (result.isShown) return
  const title = () => titleOf(command, result.rows)
  const messages = messagesOf(result.rows)
  const offers = offersOf(result)
  // Single message goes inline, several go to details: avoids duplicates.
  if (messages.length > 1) {
    const count = refusedRows(result.rows ?? []).length
    const failed = () => text('result.failedRows', { title: title(), count })
    return notify({ kind: 'error', text: failed, details: lines(messages), about, ...offers })
  }
  const message = wordsOfRefusal({ ...result, status: result.code })
  const failed = () => text('result.failed', { title: title(), message: message() })
  notify({ kind: 'error', text: failed, about, ...offers })
}

/** Notifies the user; scripts read the result itself. */
function say(command: Command, args: Arguments, result: Result) {
  const isTrouble = result.status === 'failed' || result.status === 'invalid' || result.status === 'denied'
  if (isTrouble && store.get(saidInPlaceAtom) === command.id) return
  const title = () => commandTitle(command)
  const about = subjectOf(command, args, result)
  switch (result.status) {
    case 'ok':
      return sayOk(command, result, about)
    case 'partial': {
      const failed = refusedRows(result.rows).length
      const counts = { ok: result.rows.length - failed, failed }
      return notify({
        kind: 'warning',
        text: () => text(result.message ?? 'result.partial', { title: title(), ...counts }),
        details: lines(messagesOf(result.rows)),
        about,
        ...offersOf(result),
        ...offerOf(result),
      })
    }
    case 'failed':
      return sayFailed(command, result, about)
    case 'invalid': {
      const invalid = () => text('result.invalid', { title: title() })
      return notify({ kind: 'warning', text: invalid, details: () => errorText(result.faults), about })
    }
    case 'denied':
      return notify({ kind: 'warning', text: () => text(result.message ?? `reason.${result.reason}`) })
  }
}

export function record(id: string, surface: Surface, args: Arguments, result: Result, command?: Command): Result {
  store.set(lastResultsAtom, before => [{ id, surface, args, result, at: Date.now() }, ...before].slice(0, maxResults))
  // Forwarded results were logged before.
  if (!said().has(result)) rememberUndo(result, command)
  const settled = settledBy(command, args, result)
  if (settled) withdraw(settled)
  // Forwarded page commands were notified already.
  if (command && surface !== 'script' && !said().has(result)) {
    say(command, args, result)
    if (result.status === 'ok' || result.status === 'partial') recordUse(id)
  }
  said().add(result)
  return result
}

// Subjects of results: success withdraws earlier failures of its records.

const entityOf = ({ rows, entity }: Command) => rows?.entity.name ?? entity

const rowsOf = (result: Result): readonly RowOutcome[] => ('rows' in result ? (result.rows ?? []) : [])

/** Target records; the open record for commands without rows. */
function targetsOf(command: Command, entity: string, args: Arguments): readonly RowId[] {
  const context = store.get(contextAtom)
  if (command.rows) return targetOf(entity, context, args).ids
  return context.record?.entity === entity ? [context.record.id] : []
}

/** Drafts with errors: cause of a failed save without rows. */
const invalidIn = (entity: string): readonly RowId[] =>
  [...store.get(draftsOf(entity)).values()].filter(({ state }) => state !== 'dirty').map(({ id }) => id)

function subjectOf(command: Command, args: Arguments, result: Result): Subject {
  const entity = entityOf(command)
  if (entity === undefined) return { command: command.id }
  const refused = rowsOf(result).filter(({ ok }) => !ok)
  const targets = refused.length > 0 ? refused.map(({ id }) => id) : targetsOf(command, entity, args)
  return { command: command.id, entity, ids: targets.length > 0 || command.rows ? targets : invalidIn(entity) }
}

function settledBy(command: Command | undefined, args: Arguments, result: Result): Subject | undefined {
  if (!command || (result.status !== 'ok' && result.status !== 'partial')) return undefined
  const entity = entityOf(command)
  const isWhole = result.status === 'ok'
  // Read commands settle only their own failures, not the rows'.
  if (entity === undefined || command.risk === 'read') return isWhole ? { command: command.id } : undefined
  const rows = rowsOf(result)
  const done = rows.filter(({ ok }) => ok).map(({ id }) => id)
  const targets = rows.length === 0 ? targetsOf(command, entity, args) : []
  return { ...(isWhole ? { command: command.id } : {}), entity, ids: [...done, ...targets] }
}
