/** Keys typed while what they are meant for is still being drawn: kept, and given to it once it has the keyboard. */
import { contextAtom } from '../../commands/core/context.ts'
import { store } from '../../data/store.ts'

const passed = new Set(['Tab', 'Enter', 'Backspace'])

/** Typing, and going from field to field; commands and the keys of an input method are not kept. */
function isTyping({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !isComposing && (key.length === 1 || passed.has(key))
}

const drawn = () => new Promise(resolve => requestAnimationFrame(resolve))

async function give(event: KeyboardEvent): Promise<void> {
  const target = document.activeElement
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (event.key.length === 1 && isText) {
    // The browser's own entering tells whoever listens, as a key does.
    document.execCommand('insertText', false, event.key)
    return
  }
  const { key, code, shiftKey } = event
  target?.dispatchEvent(new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }))
  await drawn()
}

/** Runs what draws a place to type into, and types there what came meanwhile. Escape gives that up. */
export async function holdKeys<T>(work: () => Promise<T>): Promise<T> {
  const held: KeyboardEvent[] = []
  const hold = (event: KeyboardEvent) => {
    if (event.key === 'Escape') held.length = 0
    // What lies over the page is typed into all the same.
    if (!event.isTrusted || !isTyping(event) || store.get(contextAtom).overlay !== 'none') return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(event)
  }
  window.addEventListener('keydown', hold, true)
  try {
    const answer = await work()
    for (let event = held.shift(); event; event = held.shift()) await give(event)
    return answer
  } finally {
    window.removeEventListener('keydown', hold, true)
  }
}
