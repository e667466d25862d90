/** Key tips: letters on buttons while Alt is held. */
import { atom } from 'jotai'
import { store, storeLocal } from '../../data/store.ts'
import { currentOs } from './keyBindings.ts'
import { isIgnored, type Os, strokesOf } from './keyStroke.ts'
import { beginsWith } from './keyTipLetters.ts'

export interface AccessCode {
  readonly code: readonly string[]
  press(): void
}

export interface Access {
  /** Prefix of a longer code. */
  readonly pressed: readonly string[]
  /** Visible while a key is held. */
  readonly isHeld: boolean
}

export const accessAtom = atom<Access | null>(null)
export const accessCodesAtom = atom<readonly AccessCode[]>([])

/** Delay in ms: quick presses are shortcuts. */
export const accessDelay = 350

/** Modifier of key tips: on a Mac Option writes characters. */
export const holderOf = (os: Os) => (os === 'mac' ? 'ctrl' : 'alt')

const holding = storeLocal(() => ({ timer: undefined as ReturnType<typeof setTimeout> | undefined, since: 0 }))

export function hideAccess(): void {
  clearTimeout(holding().timer)
  holding().timer = undefined
  if (store.get(accessAtom)) store.set(accessAtom, null)
}

/** Shows tips until one is used, without holding a key. */
export function showAccess(): void {
  store.set(accessAtom, { pressed: [], isHeld: false })
}

const isHolder = (event: KeyboardEvent, os: Os) => event.key === (os === 'mac' ? 'Control' : 'Alt')

/** Stateless: each event itself reports whether the key is held. */
const isHolding = (event: KeyboardEvent | PointerEvent, os: Os) => (os === 'mac' ? event.ctrlKey : event.altKey)

function isAlone(event: KeyboardEvent, os: Os): boolean {
  const others = [event.metaKey, event.shiftKey, os === 'mac' ? event.altKey : event.ctrlKey]
  return !others.includes(true) && !event.isComposing && event.keyCode !== 229 && !event.getModifierState('AltGraph')
}

function strokeAmong(event: KeyboardEvent, isHeld: boolean, os: Os): string | undefined {
  if (isIgnored(event)) return undefined
  const held = isHeld ? `${holderOf(os)}+` : ''
  const strokes = strokesOf(event, os).filter(stroke => stroke.startsWith(held))
  return strokes.map(stroke => stroke.slice(held.length)).find(stroke => /^(shift\+)?[a-z0-9]$/.test(stroke))
}

function chosen(event: KeyboardEvent, { pressed, isHeld }: Access, os: Os): boolean {
  const stroke = strokeAmong(event, isHeld, os)
  if (stroke === undefined) return false
  const now = [...pressed, stroke]
  const matching = store.get(accessCodesAtom).filter(({ code }) => beginsWith(code, now))
  const whole = matching.find(({ code }) => code.length === now.length)
  if (!whole && matching.length === 0) return false
  if (whole) {
    hideAccess()
    whole.press()
  } else store.set(accessAtom, { pressed: now, isHeld })
  return true
}

export function accessKeyDown(event: KeyboardEvent, os: Os = currentOs()): boolean {
  const shown = store.get(accessAtom)
  if (isHolder(event, os) && isAlone(event, os)) {
    if (!shown && !event.repeat) {
      clearTimeout(holding().timer)
      holding().since = event.timeStamp
      holding().timer = setTimeout(() => store.set(accessAtom, { pressed: [], isHeld: true }), accessDelay)
    }
    return shown !== null
  }
  if (!shown) {
    hideAccess()
    return false
  }
  // Missed keyup, e.g. in another window, or a quick shortcut handled late.
  if (shown.isHeld && (!isHolding(event, os) || event.timeStamp - holding().since < accessDelay)) {
    hideAccess()
    return false
  }
  if (chosen(event, shown, os)) return true
  const isEnd = event.key === 'Escape' || (!shown.isHeld && event.key.length === 1)
  // Shift may start a shortcut; other keys hide the tips.
  if (!['Shift', 'Meta'].includes(event.key)) hideAccess()
  return isEnd
}

/** Handles a keyup; true when tips closed, which suppresses the browser's menu. */
export function accessKeyUp(event: KeyboardEvent, os: Os = currentOs()): boolean {
  if (isHolding(event, os)) return false
  const wasShown = store.get(accessAtom)?.isHeld ?? false
  if (wasShown || store.get(accessAtom) === null) hideAccess()
  return wasShown
}

/** Cancels on mouse use or window blur; returns the disposer. */
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
