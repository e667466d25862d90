/** Key event → candidate strokes for any layout. Pure. */

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

/** Alternatives of Chinese punctuation keys beside full-width forms. */
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
const unfinished = new Set(['Process', 'Unidentified'])

const isPunctuation = (key: string) => /^[!-/:-@[-`{-~]$/.test(key)

/** Full-width to ASCII. NFKC would turn ² into a digit. */
const narrow = (key: string) =>
  key.replace(/^[！-～]$/, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).replace(/^\u3000$/, ' ')

/** Character of the physical key on a US layout. */
const placeOf = (code: string): string | undefined =>
  /^(?:Key([A-Z])|Digit(\d))$/.exec(code)?.slice(1).join('').toLowerCase() ?? punctuationByCode[code]

const isSilent = ({ key }: KeyLike) => !key || key === 'Dead'

/** Events of input methods: never shortcuts. */
export function isIgnored(event: KeyLike, os?: Os): boolean {
  // First keydown of a composition has isComposing: false; code 229 reveals it.
  if (event.isComposing || event.keyCode === 229 || unfinished.has(event.key)) return true
  // Dead keys with Ctrl or Alt: shortcuts; Chrome's autofill has no code.
  if (isSilent(event)) return !(isHeld(event) && placeOf(event.code)) || isAltGraph(event, os)
  if (modifierKeys.has(event.key) || isAltGraph(event, os)) return true
  // Windows enters characters by number with Alt and the keypad.
  return event.altKey && /^Numpad\d$/.test(event.code)
}

// AltGr is Ctrl+Alt on Windows; Firefox reports Option as both.
const isAltGraph = (event: KeyLike, os?: Os) => os !== 'mac' && (event.getModifierState?.('AltGraph') ?? false)

const isHeld = ({ ctrlKey, altKey, metaKey }: KeyLike) => ctrlKey || altKey || metaKey

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

/** Candidate strokes, likeliest first; empty for non-shortcuts. */
export function strokesOf(event: KeyLike, os: Os): readonly string[] {
  if (isIgnored(event, os)) return []
  const shifted = prefix(event, os, true)
  const plain = prefix(event, os, false)
  const place = placeOf(event.code)
  // Option changes every character: on a Mac only the physical key counts.
  if (place && (isSilent(event) || (os === 'mac' && event.altKey))) return [shifted + place]
  const key = twins[event.key] ?? narrow(event.key)
  if (/^[a-z]$/i.test(key)) return [shifted + key.toLowerCase()]
  if (key === ' ' || key.length > 1) return [shifted + (named[key] ?? key.toLowerCase())]
  const strokes: string[] = []
  if (isPunctuation(key)) strokes.push(plain + key)
  // French keyboards need Shift for digits.
  else if (/^\d$/.test(key)) strokes.push(shifted + key, plain + key)
  // ASCII wins; only digits, and punctuation with modifiers, match physically.
  const isByPlace =
    /^\P{ASCII}/u.test(key) || /^Digit/.test(event.code) || (isHeld(event) && punctuationByCode[event.code])
  if (place && isByPlace) strokes.push(shifted + place)
  return [...new Set(strokes)]
}

const order = ['mod', 'ctrl', 'alt', 'shift', 'meta']

function canonical(stroke: string, os: Os): string {
  // Plus sign equals the separator.
  const parts = stroke.endsWith('++') ? [...stroke.slice(0, -2).split('+'), '+'] : stroke.split('+')
  const key = parts.at(-1) ?? ''
  const held = parts.slice(0, -1).map(part => (part === 'ctrl' && os === 'other' ? 'mod' : part))
  return [...held.sort((a, b) => order.indexOf(a) - order.indexOf(b)), key].join('+')
}

/** Parses `Alt+g p` into comparable strokes. */
export function sequenceOf(seq: string, os: Os): readonly string[] {
  return seq
    .toLowerCase()
    .split(' ')
    .map(stroke => canonical(stroke, os))
}

export function isPrintable(stroke: string): boolean {
  const key = stroke.replace(/^shift\+/, '')
  return key.length === 1 || key === 'space'
}

/** Timeout of a pending sequence, in ms. */
export const chordTimeoutMs = 1500

export const maxStrokes = 3

export function isSequence(seq: string): boolean {
  const strokes = seq.split(' ')
  return (
    strokes.length <= maxStrokes &&
    strokes.every(stroke => /^((mod|ctrl|alt|shift|meta)\+)*(\S|[a-z]\w+)$/.test(stroke))
  )
}

/** Editing keys: reserved for text fields, even with modifiers. */
const editing =
  /^(mod|ctrl|alt|shift|\+)*(mod\+[acvxyz]|up|down|left|right|home|end|backspace|delete|enter|tab|escape|pageup|pagedown|insert|space)$/

/** Shortcuts that take nothing from typing. */
export function worksInText(stroke: string): boolean {
  return !isPrintable(stroke) && !editing.test(stroke)
}
