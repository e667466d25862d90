/** Time in ms in which a former closing's focus return may arrive. */
const settleMs = 500

/** Outside, or on the field's own dialog when reopened at once. */
function isAstray(element: Element | null, field: HTMLElement): boolean {
  const dialog = element?.closest('[role=dialog]')
  return !dialog || (dialog === element && dialog.contains(field))
}

/** Focus stays in the dialog's field against late returns. */
export function holdFocus(field: HTMLElement): () => void {
  const end = new AbortController()
  const settled = new AbortController()
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && isAstray(target, field)) field.focus()
  }
  // Falls to the body fire no `focusin`: the next key restores focus.
  const onKey = () => {
    if (isAstray(document.activeElement, field)) field.focus()
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
