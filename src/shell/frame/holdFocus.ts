/** Time in ms in which a former closing's focus return may arrive. */
const settleMs = 500

/** Keeps focus in a just opened dialog against late returns, until a pointer press. Returns the disposer. */
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
