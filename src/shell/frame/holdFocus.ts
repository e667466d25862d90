/** Time in ms in which a former closing's focus return may arrive. */
const settleMs = 500

const isInDialog = (element: Element | null) => element?.closest('[role=dialog]') != null

/** Keeps the keyboard in an open dialog: late returns of focus, and focus that fell to the body. Returns the disposer. */
export function holdFocus(takeBack: () => void): () => void {
  const end = new AbortController()
  const settled = new AbortController()
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && !isInDialog(target)) takeBack()
  }
  // Falling to the body fires no `focusin`: the next key brings focus back.
  const onKey = () => {
    if (!isInDialog(document.activeElement)) takeBack()
  }
  document.addEventListener('focusin', onFocus, { signal: settled.signal })
  window.addEventListener('pointerdown', () => settled.abort(), { capture: true, signal: settled.signal })
  window.addEventListener('keydown', onKey, { capture: true, signal: end.signal })
  const timer = setTimeout(() => settled.abort(), settleMs)
  return () => {
    clearTimeout(timer)
    settled.abort()
    end.abort()
  }
}
