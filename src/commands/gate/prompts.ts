/** Questions a command has for the person: whether to go on, and with what. Kept as state; the shell shows it and answers. */
import { atom, type PrimitiveAtom } from 'jotai'
import type { Faults } from '../../contract/schema/answer.ts'
import type { Entity } from '../../contract/schema/entity.ts'
import type { Fields, Values } from '../../contract/schema/field.ts'
import type { ImportCounts } from '../../contract/schema/transfer.ts'
import { store } from '../../data/store.ts'
import type { Command, Question, RowsNeeded } from '../core/command.ts'

export interface ConfirmationRequest extends Question {
  readonly command: Command
  readonly args: Values
}

export interface ArgumentRequest {
  /** Who asks: the palette one step after the other, or a form. */
  readonly by: 'palette' | 'dialog'
  readonly command: Command
  /** The rows that are wanted first, answered as `ids`. */
  readonly rows?: RowsNeeded | undefined
  readonly fields: Fields
  readonly values: Values
  readonly faults: Faults
  /** What is confirmed by filling them in, where the command wants a confirmation. */
  readonly confirmation: Question | null
}

/** A file is wanted from which rows of this entity are imported. */
export interface ImportRequest {
  readonly entity: Entity
}

export const confirmationAtom: PrimitiveAtom<ConfirmationRequest | null> = atom<ConfirmationRequest | null>(null)
export const argumentAtom: PrimitiveAtom<ArgumentRequest | null> = atom<ArgumentRequest | null>(null)
export const importAtom: PrimitiveAtom<ImportRequest | null> = atom<ImportRequest | null>(null)

/** How the palette is to open: with a text, or with nothing but what acts on the selection. */
export interface PaletteRequest {
  readonly query: string
  readonly mode: 'all' | 'selection'
}
export const paletteRequestAtom = atom<PaletteRequest | null>(null)

/** The command whose failure is said where it was asked for: the palette keeps its questions open for that. */
export const saidInPlaceAtom = atom<string | null>(null)

/** One kind of question: at most one of it is open, and it is answered once. */
export function questions<Q, A>(shown: PrimitiveAtom<Q | null>, refusal: A) {
  let answer: ((given: A) => void) | null = null
  const close = (given: A) => {
    const waiting = answer
    answer = null
    store.set(shown, null)
    waiting?.(given)
  }
  const ask = (question: Q, signal: AbortSignal): Promise<A> => {
    // A second question while one is open is refused: two dialogs on top of each other answer nothing well.
    if (answer || signal.aborted) return Promise.resolve(refusal)
    return new Promise<A>(settle => {
      const giveUp = () => close(refusal)
      answer = given => {
        signal.removeEventListener('abort', giveUp)
        settle(given)
      }
      signal.addEventListener('abort', giveUp)
      store.set(shown, question)
    })
  }
  return { ask, close }
}

const confirmations = questions<ConfirmationRequest, boolean>(confirmationAtom, false)
const argumentsAsked = questions<ArgumentRequest, Values | null>(argumentAtom, null)
const importsAsked = questions<ImportRequest, ImportCounts | null>(importAtom, null)

export const askConfirmation = confirmations.ask
/** The shell's answer to the confirmation that is open. */
export const answerConfirmation = confirmations.close
export const askArguments = argumentsAsked.ask
/** The shell's answer to the arguments that are asked for; null calls it off. */
export const answerArguments = argumentsAsked.close
export const askImport = importsAsked.ask
/** What the import that was asked for came to; null where it was called off. */
export const answerImport = importsAsked.close
