/** What the palette shows just now: the search, a question, or nothing. */
import { type Atom, atom } from 'jotai'
import { type ArgumentRequest, argumentAtom, confirmationAtom, importAtom } from '../../../commands/gate/prompts.ts'
import { overlayAtom } from '../../frame/overlays.ts'
import type { Answers } from './steps.ts'
import type { StepTrouble } from './trouble.ts'

/** A command that was chosen and may ask: the palette waits for it rather than close and open again. */
export const startingAtom = atom(false)

/** Questions that were answered and whose command has not come back yet. */
export interface Submitted {
  readonly request: ArgumentRequest
  /** Does the palette stay over the page meanwhile? Not where a dialog follows, or another page. */
  readonly isShown: boolean
}
export const submittedAtom = atom<Submitted | null>(null)

/** What went wrong with a command that is asked for once more, by its id. */
export const faultAtom = atom<(StepTrouble & { readonly command: string }) | null>(null)

/** What was answered to questions that were called off, by command: for the next time in this session. */
export const keptAnswersAtom = atom<ReadonlyMap<string, Answers>>(new Map<string, Answers>())

/** The text the search was left with, for whoever steps back from the first question. */
export const lastQueryAtom = atom('')

export type View =
  | { readonly kind: 'search' }
  | { readonly kind: 'steps'; readonly request: ArgumentRequest; readonly isBusy: boolean }

export const viewAtom: Atom<View | null> = atom(get => {
  // A dialog has the word: two windows over each other answer nothing well.
  if (get(confirmationAtom) || get(importAtom)) return null
  const asked = get(argumentAtom)
  if (asked) return asked.by === 'palette' ? { kind: 'steps', request: asked, isBusy: false } : null
  const submitted = get(submittedAtom)
  if (submitted?.isShown) return { kind: 'steps', request: submitted.request, isBusy: true }
  return get(overlayAtom) === 'palette' || get(startingAtom) ? { kind: 'search' } : null
})
