/** Milliseconds in which the focus return of a closing before may still arrive. */
const settleMs = 500

/**
 * Takes focus back that leaves a dialog right after it opened: reopened at once, it would lose the keyboard to the
 * return of its last closing. A press of the pointer ends it. Returns the end.
 */
export function holdFocus(takeBack: () => void): () => void {
  const end = new AbortController()
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && !target.closest('[role=dialog]')) takeBack()
  }
  document.addEventListener('focusin', onFocus, { signal: end.signal })
  window.addEventListener('pointerdown', () => end.abort(), { capture: true, signal: end.signal })
  const timer = setTimeout(() => end.abort(), settleMs)
  return () => {
    clearTimeout(timer)
    end.abort()
  }
}
