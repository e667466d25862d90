/** While Alt is held the buttons show letters, and a letter presses its button. What the letters are the shell says. */
import { atom } from 'jotai'
import { store } from '../../data/store.ts'
import { currentOs } from './keyBindings.ts'
import { isIgnored, type Os, strokesOf } from './keyStroke.ts'
import { beginsWith } from './keyTipLetters.ts'

/** Something on screen with the strokes that press it. */
export interface AccessCode {
  readonly code: readonly string[]
  press(): void
}

export interface Access {
  /** Strokes of a longer code so far. */
  readonly pressed: readonly string[]
  /** Shown as long as a key is held, rather than by command until it is used. */
  readonly isHeld: boolean
}

/** The letters are shown; null while they are not. */
export const accessAtom = atom<Access | null>(null)
/** What can be pressed, written by the shell while the letters are shown. */
export const accessCodesAtom = atom<readonly AccessCode[]>([])

/** So long the key is held until the letters come: whoever is quick means a shortcut. */
export const accessDelay = 350

/** The modifier that is held: Option writes characters on a Mac. */
export const holderOf = (os: Os) => (os === 'mac' ? 'ctrl' : 'alt')

let timer: ReturnType<typeof setTimeout> | undefined
/** When the key went down, by the clock of its event. */
let heldSince = 0

/** Takes the letters away, and those that were about to come. */
export function hideAccess(): void {
  clearTimeout(timer)
  timer = undefined
  if (store.get(accessAtom)) store.set(accessAtom, null)
}

/** Shows them until one is pressed, for whoever cannot hold a key. */
export function showAccess(): void {
  store.set(accessAtom, { pressed: [], isHeld: false })
}

const isHolder = (event: KeyboardEvent, os: Os) => event.key === (os === 'mac' ? 'Control' : 'Alt')

/** Nothing is remembered of keys: every event says itself whether the key is still held. */
const isHolding = (event: KeyboardEvent | PointerEvent, os: Os) => (os === 'mac' ? event.ctrlKey : event.altKey)

function isAlone(event: KeyboardEvent, os: Os): boolean {
  const others = [event.metaKey, event.shiftKey, os === 'mac' ? event.altKey : event.ctrlKey]
  return !others.includes(true) && !event.isComposing && event.keyCode !== 229 && !event.getModifierState('AltGraph')
}

/** What a key means for the letters that are shown, without the key that is held; undefined where it means nothing. */
function strokeAmong(event: KeyboardEvent, isHeld: boolean, os: Os): string | undefined {
  if (isIgnored(event)) return undefined
  const held = isHeld ? `${holderOf(os)}+` : ''
  const strokes = strokesOf(event, os).filter(stroke => stroke.startsWith(held))
  return strokes.map(stroke => stroke.slice(held.length)).find(stroke => /^(shift\+)?[a-z0-9]$/.test(stroke))
}

/** A letter while they are shown: presses what it stands on. True when it was one of them. */
function chosen(event: KeyboardEvent, { pressed, isHeld }: Access, os: Os): boolean {
  const stroke = strokeAmong(event, isHeld, os)
  if (stroke === undefined) return false
  const now = [...pressed, stroke]
  const fitting = store.get(accessCodesAtom).filter(({ code }) => beginsWith(code, now))
  const whole = fitting.find(({ code }) => code.length === now.length)
  if (!whole && fitting.length === 0) return false
  if (whole) {
    hideAccess()
    whole.press()
  } else store.set(accessAtom, { pressed: now, isHeld })
  return true
}

/** A key went down: true when it was for the letters and for nothing else. */
export function accessKeyDown(event: KeyboardEvent, os: Os = currentOs()): boolean {
  const shown = store.get(accessAtom)
  if (isHolder(event, os) && isAlone(event, os)) {
    if (!shown && !event.repeat) {
      clearTimeout(timer)
      heldSince = event.timeStamp
      timer = setTimeout(() => store.set(accessAtom, { pressed: [], isHeld: true }), accessDelay)
    }
    return shown !== null
  }
  if (!shown) {
    hideAccess()
    return false
  }
  // Released where nobody told us, e.g. in another window; or pressed at once, and only we were slow to see it.
  if (shown.isHeld && (!isHolding(event, os) || event.timeStamp - heldSince < accessDelay)) {
    hideAccess()
    return false
  }
  if (chosen(event, shown, os)) return true
  const isEnd = event.key === 'Escape' || (!shown.isHeld && event.key.length === 1)
  // Shift alone may be on its way to a shortcut; anything else takes the letters away and means what it always means.
  if (!['Shift', 'Meta'].includes(event.key)) hideAccess()
  return isEnd
}

/** A key went up: true when that took the letters away, so that the browser does not open its menu for it. */
export function accessKeyUp(event: KeyboardEvent, os: Os = currentOs()): boolean {
  if (isHolding(event, os)) return false
  const wasShown = store.get(accessAtom)?.isHeld ?? false
  if (wasShown || store.get(accessAtom) === null) hideAccess()
  return wasShown
}

/** The mouse is used, the window is left: whatever was held counts no more. The returned function ends it. */
export function followRelease(os: Os = currentOs()): () => void {
  const onMove = (event: PointerEvent) => {
    if (store.get(accessAtom)?.isHeld && !isHolding(event, os)) hideAccess()
  }
  window.addEventListener('blur', hideAccess)
  document.addEventListener('visibilitychange', hideAccess)
  document.addEventListener('pointerdown', hideAccess, true)
  document.addEventListener('pointermove', onMove)
  return () => {
    hideAccess()
    window.removeEventListener('blur', hideAccess)
    document.removeEventListener('visibilitychange', hideAccess)
    document.removeEventListener('pointerdown', hideAccess, true)
    document.removeEventListener('pointermove', onMove)
  }
}
