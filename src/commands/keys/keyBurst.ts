/** Timed keys → scanned text. Pure. */

export interface TimedKey {
  readonly type: string
  /** Undefined in events of the browser's autofill. */
  readonly key: string | undefined
  readonly code: string
  /** Time of the event, in ms. */
  readonly timeStamp: number
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly repeat: boolean
  readonly isComposing: boolean
  readonly keyCode: number
}

export interface KeyBurst {
  readonly text: string
  /** First and latest key. */
  readonly began: number
  readonly at: number
  readonly numpad: string
}

export const noBurst: KeyBurst = { text: '', began: -1, at: Number.NEGATIVE_INFINITY, numpad: '' }

/** Between Bluetooth readers and people. */
const maxGapMs = 50

/** Shorter texts are no codes. */
export const minLength = 6

const modifiers = new Set(['Shift', 'Alt', 'Control', 'AltGraph', 'CapsLock', 'NumLock'])
const endings = new Set(['Enter', 'Tab'])

/** FNC1, sent as Ctrl+]. */
const groupSeparator = '\u001d'

function characterOf({ key, code, ctrlKey, altKey, metaKey }: TimedKey): string | null {
  if (metaKey || key === undefined) return null
  if (ctrlKey && !altKey) return key === ']' || code === 'BracketRight' ? groupSeparator : null
  return key.length === 1 && ctrlKey === altKey ? key : null
}

export function burstAfter(before: KeyBurst, event: TimedKey): { readonly burst: KeyBurst; readonly ended?: string } {
  const { type, key, code, timeStamp: at, altKey } = event
  const isFast = at - before.at <= maxGapMs
  const going = isFast ? before : { ...noBurst, began: at }
  if (type === 'keyup') {
    if (key !== 'Alt' || before.numpad === '' || !isFast) return { burst: before }
    const character = String.fromCharCode(Number(before.numpad))
    return { burst: { ...before, text: before.text + character, numpad: '', at } }
  }
  // Input methods hide the keys they take.
  if (key === undefined || event.repeat || event.isComposing || event.keyCode === 229) return { burst: noBurst }
  if (modifiers.has(key)) return { burst: isFast ? { ...before, at } : { ...noBurst, began: at, at } }
  const digit = altKey ? /^Numpad(\d)$/.exec(code)?.[1] : undefined
  if (digit !== undefined) return { burst: { ...going, at, numpad: going.numpad + digit } }
  const isEnd = endings.has(key) && !event.ctrlKey && !altKey && !event.metaKey
  if (isEnd)
    return isFast && before.text.length >= minLength ? { burst: noBurst, ended: before.text } : { burst: noBurst }
  const character = characterOf(event)
  return { burst: character === null ? noBurst : { ...going, text: going.text + character, at } }
}
