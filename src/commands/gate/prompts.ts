/** Prompts of commands as state, displayed by the shell. */
import { atom, type PrimitiveAtom } from 'jotai'
import type { FieldErrors } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Fields } from '#contract/schema/field.ts'
import type { ImportCounts } from '#contract/schema/transfer.ts'
import { memoized } from '../../data/memo.ts'
import type { RowValues } from '../../data/records/row.ts'
import { sequence, store, storeLocal } from '../../data/store.ts'
import type { Arguments, Command, Question, RowsNeeded } from '../core/command.ts'

export interface ConfirmationRequest extends Question {
  readonly command: Command
  readonly args: Arguments
}

export interface ArgumentRequest {
  readonly by: 'palette' | 'dialog'
  readonly command: Command
  readonly rows?: RowsNeeded | undefined
  readonly fields: Fields
  readonly values: Arguments
  /** Record that they are about, where no selection has it. */
  readonly row?: RowValues
  readonly fieldErrors: FieldErrors
  readonly confirmation: Question | null
}

const nextKey = sequence()
/** State of a prompt ends with its request. */
export const requestKey = memoized((_request: ArgumentRequest) => nextKey())

export interface ImportRequest {
  readonly entity: Entity
}

export const confirmationAtom: PrimitiveAtom<ConfirmationRequest | null> = atom<ConfirmationRequest | null>(null)
export const argumentAtom: PrimitiveAtom<ArgumentRequest | null> = atom<ArgumentRequest | null>(null)
export const importAtom: PrimitiveAtom<ImportRequest | null> = atom<ImportRequest | null>(null)

/** Initial palette state: a query, or selection commands only. */
export interface PaletteRequest {
  readonly query: string
  readonly mode: 'all' | 'selection'
}
export const paletteRequestAtom = atom<PaletteRequest | null>(null)

/** Open question: what waits for its answer is not at work. */
export const isAskingAtom = atom(get =>
  [confirmationAtom, argumentAtom, importAtom].some(asked => get<unknown>(asked) !== null),
)

/** Command whose failure the palette shows in place, keeping its prompts open. */
export const saidInPlaceAtom = atom<string | null>(null)

export function questions<Q, A>(shown: PrimitiveAtom<Q | null>, refusal: A) {
  const open = storeLocal((): { answer: ((given: A) => void) | null } => ({ answer: null }))
  const close = (given: A) => {
    const { answer } = open()
    open().answer = null
    store.set(shown, null)
    answer?.(given)
  }
  const ask = (question: Q, signal: AbortSignal): Promise<A> => {
    // Stacked dialogs are unanswerable: a second prompt is refused.
    if (open().answer || signal.aborted) return Promise.resolve(refusal)
    return new Promise<A>(settle => {
      const abort = () => close(refusal)
      open().answer = given => {
        signal.removeEventListener('abort', abort)
        settle(given)
      }
      signal.addEventListener('abort', abort)
      store.set(shown, question)
    })
  }
  return { ask, close }
}

const confirmations = questions<ConfirmationRequest, Arguments | null>(confirmationAtom, null)
const argumentsAsked = questions<ArgumentRequest, Arguments | null>(argumentAtom, null)
const importsAsked = questions<ImportRequest, ImportCounts | null>(importAtom, null)

/** Arguments that the answer adds; null when refused. */
export const askConfirmation = confirmations.ask
export const answerConfirmation = confirmations.close
export const askArguments = argumentsAsked.ask
export const answerArguments = argumentsAsked.close
export const askImport = importsAsked.ask
export const answerImport = importsAsked.close
