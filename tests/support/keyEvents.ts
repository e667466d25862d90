/** Key events as a browser gives them, made of what a person presses on a keyboard of some country. */
import type { KeyLike } from '../../src/commands/keys/keyStroke.ts'
import { dead, type Layout, places } from './keyLayouts.ts'

export type Modifier = 'ctrl' | 'alt' | 'shift' | 'meta' | 'altGraph'

/** One key by its place, and what is held with it. */
export interface Press {
  readonly code: string
  readonly held: readonly Modifier[]
}

/** Keys that are the same on every keyboard: what a stroke calls them, and how the browser does. */
const namedKeys: Readonly<Record<string, readonly [key: string, code: string]>> = {
  up: ['ArrowUp', 'ArrowUp'],
  down: ['ArrowDown', 'ArrowDown'],
  left: ['ArrowLeft', 'ArrowLeft'],
  right: ['ArrowRight', 'ArrowRight'],
  home: ['Home', 'Home'],
  end: ['End', 'End'],
  pageup: ['PageUp', 'PageUp'],
  pagedown: ['PageDown', 'PageDown'],
  enter: ['Enter', 'Enter'],
  escape: ['Escape', 'Escape'],
  tab: ['Tab', 'Tab'],
  space: [' ', 'Space'],
  delete: ['Delete', 'Delete'],
  backspace: ['Backspace', 'Backspace'],
  insert: ['Insert', 'Insert'],
  menu: ['ContextMenu', 'ContextMenu'],
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`f${index + 1}`, [`F${index + 1}`, `F${index + 1}`]]),
  ),
}

const keyOfCode = new Map(Object.values(namedKeys).map(([key, code]) => [code, key]))

const american = "`1234567890-= qwertyuiop[]\\ asdfghjkl;' zxcvbnm,./".split(' ')
/** The place of a character on an American keyboard, by which a key goes where its own layout does not have it. */
const americanPlace = new Map(
  american.flatMap((row, at) => [...row].map((key, index) => [key, places[at]?.[index] ?? ''])),
)

const placeAt = new Map(places.flatMap((row, at) => row.map((code, index) => [code, [at, index] as const])))

/** What the key produces with these modifiers, as `event.key` says it; empty where it produces nothing. */
export function keyOf(layout: Layout, { code, held }: Press): string {
  const named = keyOfCode.get(code)
  if (named !== undefined) return named
  const [row, index] = placeAt.get(code) ?? [0, 0]
  const isThird = held.includes(layout.os === 'mac' ? 'alt' : 'altGraph')
  const isShifted = held.includes('shift')
  const level = isThird ? (isShifted ? layout.fourth : layout.third) : isShifted ? layout.shift : layout.plain
  const key = level?.[row]?.[index] ?? ' '
  return key === dead ? 'Dead' : key.trim()
}

/** The event of a press. */
export function eventOf(layout: Layout, press: Press, rest: Partial<KeyLike> = {}): KeyLike {
  const { held } = press
  return {
    key: keyOf(layout, press),
    code: press.code,
    ctrlKey: held.includes('ctrl'),
    altKey: held.includes('alt'),
    shiftKey: held.includes('shift'),
    metaKey: held.includes('meta'),
    getModifierState: name => name === 'AltGraph' && held.includes('altGraph'),
    ...rest,
  }
}

/** What ideographic punctuation stands for, beside the full-width forms of ASCII. */
const ideographicTwins: Readonly<Record<string, string>> = { '、': '/', '。': '.', '【': '[', '】': ']', '·': '`' }

/** What a person reads a key cap as: ideographic punctuation is the punctuation it stands for. */
export const readAs = (layout: Layout, key: string): string =>
  (layout.isIdeographic ? ideographicTwins[key] : undefined) ??
  key.replace(/^[！-～]$/, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

/** The key whose cap shows this, and whether Shift is needed for it. */
function capOf(layout: Layout, key: string): { readonly code: string; readonly isShifted: boolean } | undefined {
  for (const isShifted of [false, true]) {
    const held: readonly Modifier[] = isShifted ? ['shift'] : []
    const code = places.flat().find(place => readAs(layout, keyOf(layout, { code: place, held })) === key)
    if (code) return { code, isShifted }
  }
  return undefined
}

const modifierOf = (name: string, { os }: Layout): Modifier =>
  name === 'mod' ? (os === 'mac' ? 'meta' : 'ctrl') : (name as Modifier)

/**
 * How somebody with this keyboard presses a stroke they read in the key sheet: by the cap where there is one, by its
 * place where the keyboard has other letters, or where Option changes them all. Null where they cannot.
 */
export function pressOf(layout: Layout, stroke: string): Press | null {
  const plus = stroke.endsWith('++') ? [...stroke.slice(0, -2).split('+'), '+'] : null
  const parts = stroke === '+' ? [stroke] : (plus ?? stroke.split('+'))
  const key = parts.at(-1) ?? ''
  const held = parts.slice(0, -1).map(name => modifierOf(name, layout))
  const named = namedKeys[key]
  if (named) return { code: named[1], held }
  const place = americanPlace.get(key)
  const isByPlace = layout.os === 'mac' && held.includes('alt')
  const isHeld = held.some(modifier => modifier !== 'shift')
  // With a modifier the digits are taken as they stand in their row, whatever needs Shift there.
  if (place && (isByPlace || (/\d/.test(key) && isHeld))) return { code: place, held }
  const cap = capOf(layout, key)
  // Shift with the key of a punctuation mark writes another one, which only its place tells from that.
  const isMoved = held.includes('shift') && cap?.code !== place && !/[a-z]/.test(key)
  if (cap && !cap.isShifted) return isMoved ? null : { code: cap.code, held }
  if (cap && !held.includes('shift')) return { code: cap.code, held: [...held, 'shift'] }
  if (!place || cap) return null
  // What the keyboard does not have goes by its place; where that writes other punctuation or an accent, it is that.
  const there = keyOf(layout, { code: place, held })
  const isOther = there === '' || there === 'Dead' || (/[a-z]/.test(key) && /^\p{ASCII}$/u.test(there))
  return isHeld || !isOther ? { code: place, held } : null
}
