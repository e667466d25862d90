/** Focused field during a chord: read-only, so that no input method composes. */
import type { Atom } from 'jotai'
import { store } from '../../data/store.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

// Fields read-only by themselves have no input method and stay untouched.
const writable = 'input:read-write, textarea:read-write'

/** Returns the focused plain field; formatted text belongs to its editor. */
function fieldWithFocus(): Field | null {
  const active = document.activeElement
  return active?.matches(writable) ? (active as Field) : null
}

/** Makes the focused field read-only during a chord: browsers then detach the input method. Returns the disposer. */
export function followChord(pending: Atom<unknown>): () => void {
  let held: Field | null = null
  const giveBack = () => {
    if (held) held.readOnly = false
    held = null
  }
  const follow = () => {
    const isPending = store.get(pending) !== null
    if (isPending && held && held === document.activeElement) return
    giveBack()
    held = isPending ? fieldWithFocus() : null
    if (held) held.readOnly = true
  }
  const end = store.sub(pending, follow)
  // Capture phase: blur handlers of the field must see its original state.
  document.addEventListener('focusout', giveBack, true)
  document.addEventListener('focusin', follow, true)
  return () => {
    end()
    document.removeEventListener('focusout', giveBack, true)
    document.removeEventListener('focusin', follow, true)
    giveBack()
  }
}
