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

/** What Chinese punctuation keys produce beside the full-width forms. */
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

/** Full-width forms as the ASCII they stand for. Not by NFKC: that makes a digit of ² and a letter of ª. */
const narrow = (key: string) =>
  key.replace(/^[！-～]$/, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).replace(/^\u3000$/, ' ')

/** What the key at this place produces in the United States, where it is one that writes. */
const placeOf = (code: string): string | undefined =>
  /^(?:Key([A-Z])|Digit(\d))$/.exec(code)?.slice(1).join('').toLowerCase() ?? punctuationByCode[code]

/** Does the key produce nothing, or only the beginning of a character? */
const isSilent = ({ key }: KeyLike) => !key || key === 'Dead'

/** Is this key the input method's, a character's or nobody's: never a shortcut? */
export function isIgnored(event: KeyLike, os?: Os): boolean {
  // The first keydown of a composition says isComposing: false, so the code 229 and the key count as well.
  if (event.isComposing || event.keyCode === 229 || unfinished.has(event.key)) return true
  // Nobody begins an accent with Ctrl or Alt held: Option+N on a Mac and Alt+[ on a French keyboard are shortcuts, and so
  // is a key that writes nothing there. What has neither key nor place is Chrome filling in a form.
  if (isSilent(event)) return !(isHeld(event) && placeOf(event.code)) || isAltGraph(event, os)
  if (modifierKeys.has(event.key) || isAltGraph(event, os)) return true
  // Windows types characters by their number with Alt and the keypad.
  return event.altKey && /^Numpad\d$/.test(event.code)
}

// AltGr arrives as Ctrl+Alt on Windows: whoever types @ on a German keyboard means a character. A Mac has no AltGr, only
// Option, which is Alt there; Firefox says both of it.
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

/** The strokes an event may mean, likeliest first; empty when it is no shortcut. */
export function strokesOf(event: KeyLike, os: Os): readonly string[] {
  if (isIgnored(event, os)) return []
  const shifted = prefix(event, os, true)
  const plain = prefix(event, os, false)
  const place = placeOf(event.code)
  // Option makes another character of every key, so on a Mac the place alone counts; an accent is no character at all.
  if (place && (isSilent(event) || (os === 'mac' && event.altKey))) return [shifted + place]
  const key = twins[event.key] ?? narrow(event.key)
  if (/^[a-z]$/i.test(key)) return [shifted + key.toLowerCase()]
  if (key === ' ' || key.length > 1) return [shifted + (named[key] ?? key.toLowerCase())]
  const strokes: string[] = []
  if (isPunctuation(key)) strokes.push(plain + key)
  // A French keyboard needs Shift for a digit.
  else if (/^\d$/.test(key)) strokes.push(shifted + key, plain + key)
  // What shows another character of ASCII is that: only digits, and punctuation with Ctrl or Alt, go by their place too.
  const isByPlace =
    /^\P{ASCII}/u.test(key) || /^Digit/.test(event.code) || (isHeld(event) && punctuationByCode[event.code])
  if (place && isByPlace) strokes.push(shifted + place)
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

/** How long a begun sequence waits for its next stroke, in milliseconds. */
export const patience = 1500

/** Most strokes of one sequence. */
export const mostStrokes = 3

/** Is this text a key sequence, as bindings are written? */
export function isSequence(seq: string): boolean {
  const strokes = seq.split(' ')
  return (
    strokes.length <= mostStrokes &&
    strokes.every(stroke => /^((mod|ctrl|alt|shift|meta)\+)*(\S|[a-z]\w+)$/.test(stroke))
  )
}

/** Keys that move or change what is typed: while typing they are the text's own, even with a modifier. */
const editing =
  /^(mod|ctrl|alt|shift|\+)*(mod\+[acvxyz]|up|down|left|right|home|end|backspace|delete|enter|tab|escape|pageup|pagedown|insert|space)$/

/** May this stroke be a shortcut while somebody types, without taking a character or an editing key from him? */
export function worksInText(stroke: string): boolean {
  return !isPrintable(stroke) && !editing.test(stroke)
}
