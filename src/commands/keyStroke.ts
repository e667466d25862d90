/** From a key event to the strokes it may mean, whatever the layout: pure, remembers nothing between events. */

/** What is read of a keyboard event. */
export interface KeyLike {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly metaKey: boolean
  readonly repeat?: boolean
  readonly isComposing?: boolean
  readonly keyCode?: number
  getModifierState?(name: string): boolean
}

export type Os = 'mac' | 'other'

const named: Readonly<Record<string, string>> = {
  ' ': 'space',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Esc: 'escape',
  Del: 'delete',
  ContextMenu: 'menu',
}

const punctuationByCode: Readonly<Record<string, string>> = {
  Backquote: '`',
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  Comma: ',',
  Period: '.',
  Slash: '/',
}

/** What Chinese punctuation keys produce and NFKC does not fold. */
const twins: Readonly<Record<string, string>> = {
  '、': '/',
  '。': '.',
  '【': '[',
  '】': ']',
  '《': '<',
  '》': '>',
  '·': '`',
}

const modifierKeys = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock', 'Fn', 'OS'])
const unfinished = new Set(['Process', 'Dead', 'Unidentified', ''])

const isPunctuation = (key: string) => /^[!-/:-@[-`{-~]$/.test(key)

/** Is this key the input method's, a character's or nobody's: never a shortcut? */
export function isIgnored(event: KeyLike): boolean {
  // The first keydown of a composition says isComposing: false, so the code 229 and the key count as well;
  // Chrome sends keydowns without a key on autofill.
  if (event.isComposing || event.keyCode === 229 || !event.key) return true
  if (unfinished.has(event.key)) {
    // macOS: Option with a letter that would begin an accent is still Option with that letter.
    return !(event.key === 'Dead' && event.altKey && /^Key[A-Z]$/.test(event.code) && !isAltGraph(event))
  }
  if (modifierKeys.has(event.key) || isAltGraph(event)) return true
  // Windows types characters by their number with Alt and the keypad.
  return event.altKey && /^Numpad\d$/.test(event.code)
}

// AltGr arrives as Ctrl+Alt on Windows: whoever types @ on a German keyboard means a character.
const isAltGraph = (event: KeyLike) => event.getModifierState?.('AltGraph') ?? false

function prefix(event: KeyLike, os: Os, withShift: boolean): string {
  const isMac = os === 'mac'
  const parts = [
    (isMac ? event.metaKey : event.ctrlKey) && 'mod',
    isMac && event.ctrlKey && 'ctrl',
    event.altKey && 'alt',
    withShift && event.shiftKey && 'shift',
    !isMac && event.metaKey && 'meta',
  ].filter(part => part !== false)
  return parts.map(part => `${part}+`).join('')
}

/** The strokes an event may mean, likeliest first; empty when it is no shortcut. */
export function strokesOf(event: KeyLike, os: Os): readonly string[] {
  if (isIgnored(event)) return []
  const shifted = prefix(event, os, true)
  const plain = prefix(event, os, false)
  const held = event.ctrlKey || event.altKey || event.metaKey
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase()
  const digit = /^Digit(\d)$/.exec(event.code)?.[1]
  const key = twins[event.key] ?? (event.key.length === 1 ? event.key.normalize('NFKC') : event.key)
  if (letter && event.altKey) return [shifted + letter]
  if (/^[a-z]$/i.test(key)) return [shifted + key.toLowerCase()]
  if (key === ' ' || key.length > 1) return [shifted + (named[key] ?? key.toLowerCase())]
  const strokes: string[] = []
  if (isPunctuation(key)) strokes.push(plain + key)
  else if (/^\d$/.test(key)) strokes.push(shifted + key)
  else if (letter) strokes.push(shifted + letter)
  if (held && digit) strokes.push(shifted + digit)
  const byCode = punctuationByCode[event.code]
  if (held && byCode) strokes.push(shifted + byCode)
  return [...new Set(strokes)]
}

const order = ['mod', 'ctrl', 'alt', 'shift', 'meta']

function canonical(stroke: string, os: Os): string {
  // The plus sign itself is the one key that looks like the separator.
  const parts = stroke.endsWith('++') ? [...stroke.slice(0, -2).split('+'), '+'] : stroke.split('+')
  const key = parts.at(-1) ?? ''
  const held = parts.slice(0, -1).map(part => (part === 'ctrl' && os === 'other' ? 'mod' : part))
  return [...held.sort((a, b) => order.indexOf(a) - order.indexOf(b)), key].join('+')
}

/** `Alt+g p` as the strokes it is compared by. */
export function sequenceOf(seq: string, os: Os): readonly string[] {
  return seq
    .toLowerCase()
    .split(' ')
    .map(stroke => canonical(stroke, os))
}

/** Would this stroke put a character into a text field? */
export function isPrintable(stroke: string): boolean {
  const key = stroke.replace(/^shift\+/, '')
  return key.length === 1 || key === 'space'
}
