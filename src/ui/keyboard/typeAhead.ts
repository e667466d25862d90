/** Type-ahead buffer: replays keys typed before their target has focus. */
import { contextAtom } from '../../commands/core/context.ts'
import { store } from '../../data/store.ts'

const passed = new Set(['Tab', 'Enter', 'Backspace'])

/** Typing and field navigation only, neither commands nor IME keys. */
function isTyping({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !isComposing && (key.length === 1 || passed.has(key))
}

const drawn = () => new Promise(resolve => requestAnimationFrame(resolve))

async function give(event: KeyboardEvent): Promise<void> {
  const target = document.activeElement
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (event.key.length === 1 && isText) {
    // `execCommand` fires input events like a real key.
    document.execCommand('insertText', false, event.key)
    return
  }
  const { key, code, shiftKey } = event
  target?.dispatchEvent(new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }))
  await drawn()
}

/** Runs work that renders an input, then replays buffered keys. */
export async function holdKeys<T>(work: () => Promise<T>): Promise<T> {
  const held: KeyboardEvent[] = []
  const hold = (event: KeyboardEvent) => {
    if (event.key === 'Escape') held.length = 0
    // Overlays receive their own keys.
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
