/** Focus guard: restores lost focus for the next key. */
import { lastResultsAtom } from '../../commands/gate/resultLog.ts'
import { locationAtom } from '../../data/location.ts'
import { store } from '../../data/store.ts'
import { takeUpFocus } from './regions.ts'

/** Frames to watch after an event: screens, dialogs and rows change late. */
const maxFrames = 40
/** Frames granted to components restoring focus themselves. */
const grace = 2

const isLost = () => {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || !activeElement.checkVisibility()
}

/** Navigation takes the focus from messages. */
function leaveMessages(): void {
  if (!document.activeElement?.closest('[data-region=notifications]')) return
  const main = document.querySelector<HTMLElement>('[data-region=main]')
  main?.focus()
  main?.blur()
}

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
    left = maxFrames
    if (next === 0) next = requestAnimationFrame(look)
  }
  const arrive = () => {
    leaveMessages()
    watch()
  }
  // Focus is restored before the key is handled.
  const onKey = () => {
    if (isLost()) takeUpFocus()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null) watch()
  }
  const ends = [store.sub(lastResultsAtom, watch), store.sub(locationAtom, arrive)]
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
