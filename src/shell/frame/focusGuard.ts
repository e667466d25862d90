/** The keyboard is never nobody's: whatever had it and is gone, the next key finds where it belongs. */
import { lastResultsAtom } from '../../commands/gate/resultLog.ts'
import { locationAtom } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'
import { takeUpFocus } from './regions.ts'

/** Frames after something happened in which the keyboard may be lost: screens come, windows close, rows go. */
const patience = 40
/** Frames in which whoever drew it away gives it on by himself. */
const grace = 2

const isLost = () => {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || !activeElement.checkVisibility()
}

/** Watches over the keyboard while the frame is on screen; the returned function ends it. */
export function guardFocus(): () => void {
  let left = 0
  let lost = 0
  let next = 0
  const look = () => {
    next = 0
    lost = isLost() ? lost + 1 : 0
    if (lost > grace && document.hasFocus()) takeUpFocus()
    left -= 1
    if (left > 0) next = requestAnimationFrame(look)
  }
  const watch = () => {
    left = patience
    if (next === 0) next = requestAnimationFrame(look)
  }
  // Before a key means anything it is somebody's.
  const onKey = () => {
    if (isLost()) takeUpFocus()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null) watch()
  }
  const ends = [store.sub(lastResultsAtom, watch), store.sub(locationAtom, watch)]
  window.addEventListener('keydown', onKey, true)
  window.addEventListener('focus', watch)
  document.addEventListener('focusout', onBlur)
  watch()
  return () => {
    for (const end of ends) end()
    cancelAnimationFrame(next)
    window.removeEventListener('keydown', onKey, true)
    window.removeEventListener('focus', watch)
    document.removeEventListener('focusout', onBlur)
  }
}
