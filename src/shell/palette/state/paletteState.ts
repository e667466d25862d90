/** Palette state: search, prompt, or closed. */
import { type Atom, atom } from 'jotai'
import { type ArgumentRequest, argumentAtom, confirmationAtom, importAtom } from '../../../commands/gate/prompts.ts'
import { overlayAtom } from '../../frame/overlays.ts'
import type { Answers } from './steps.ts'
import type { StepTrouble } from './trouble.ts'

/** Selected command may prompt: the palette stays open meanwhile. */
export const startingAtom = atom(false)

export interface Submitted {
  readonly request: ArgumentRequest
  /** Palette visibility meanwhile; hidden when a dialog or page follows. */
  readonly isShown: boolean
}
export const submittedAtom = atom<Submitted | null>(null)

/** Error of a command being prompted again. */
export const errorAtom = atom<(StepTrouble & { readonly command: string }) | null>(null)

export const storedAnswersAtom = atom<ReadonlyMap<string, Answers>>(new Map<string, Answers>())

/** Last query, restored when stepping back from the first prompt. */
export const lastQueryAtom = atom('')

export type View =
  | { readonly kind: 'search' }
  | { readonly kind: 'steps'; readonly request: ArgumentRequest; readonly isBusy: boolean }

export const viewAtom: Atom<View | null> = atom(get => {
  // Dialogs take precedence: stacked overlays are unusable.
  if (get(confirmationAtom) || get(importAtom)) return null
  const asked = get(argumentAtom)
  if (asked) return asked.by === 'palette' ? { kind: 'steps', request: asked, isBusy: false } : null
  const submitted = get(submittedAtom)
  if (submitted?.isShown) return { kind: 'steps', request: submitted.request, isBusy: true }
  return get(overlayAtom) === 'palette' || get(startingAtom) ? { kind: 'search' } : null
})
