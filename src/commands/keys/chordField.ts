/** While a sequence is begun, its letters are no text: the field with the focus takes none, and no input method begins a word. */
import type { Atom } from 'jotai'
import { store } from '../../data/store.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

// What is read-only by itself is not meant: it has no input method, and stays as it is.
const writable = 'input:read-write, textarea:read-write'

/** The field that would begin a word now. A formatted text has none: what it is made of is its editor's alone. */
function fieldWithFocus(): Field | null {
  const active = document.activeElement
  return active?.matches(writable) ? (active as Field) : null
}

/**
 * Makes the field with the focus read-only as long as something is pending: a browser takes the input method away from
 * such a field, so that the next letter arrives as a key instead of beginning a word. It is given back as it was when
 * nothing is pending any more or the focus leaves it; the returned function ends it.
 */
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
  // Before the fields hear of it themselves: what they do when they are left is done on a field as it was.
  document.addEventListener('focusout', giveBack, true)
  document.addEventListener('focusin', follow, true)
  return () => {
    end()
    document.removeEventListener('focusout', giveBack, true)
    document.removeEventListener('focusin', follow, true)
    giveBack()
  }
}
