/** Key events as browsers send them, by national keyboard. */
import type { KeyLike } from '../../src/commands/keys/keyStroke.ts'
import { dead, type Layout, places } from './keyLayouts.ts'

export type Modifier = 'ctrl' | 'alt' | 'shift' | 'meta' | 'altGraph'

/** One key by its place, and what is held with it. */
export interface Press {
  readonly code: string
  readonly held: readonly Modifier[]
}

/** Keys common to all keyboards: name in strokes, and in the browser. */
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
/** Place of a character on a US keyboard, the fallback of a layout. */
const americanPlace = new Map(
  american.flatMap((row, at) => [...row].map((key, index) => [key, places[at]?.[index] ?? ''])),
)

const placeAt = new Map(places.flatMap((row, at) => row.map((code, index) => [code, [at, index] as const])))

/** `event.key` under these modifiers; empty when nothing is produced. */
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

/** Cap as a person reads it: ideographic punctuation counts as its ASCII. */
export const readAs = (layout: Layout, key: string): string =>
  (layout.isIdeographic ? ideographicTwins[key] : undefined) ??
  key.replace(/^[！-～]$/, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

/** Key with this cap, and whether it needs Shift. */
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

/** Press of a stroke read in the key sheet: by cap, else by place. Null when impossible. */
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
  // Digits with a modifier go by their row, whatever needs Shift.
  if (place && (isByPlace || (/\d/.test(key) && isHeld))) return { code: place, held }
  const cap = capOf(layout, key)
  // Shift with punctuation writes another character: only the place tells.
  const isMoved = held.includes('shift') && cap?.code !== place && !/[a-z]/.test(key)
  if (cap && !cap.isShifted) return isMoved ? null : { code: cap.code, held }
  if (cap && !held.includes('shift')) return { code: cap.code, held: [...held, 'shift'] }
  if (!place || cap) return null
  // Missing keys go by place; other punctuation or accents there count.
  const there = keyOf(layout, { code: place, held })
  const isOther = there === '' || there === 'Dead' || (/[a-z]/.test(key) && /^\p{ASCII}$/u.test(there))
  return isHeld || !isOther ? { code: place, held } : null
}
