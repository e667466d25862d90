import { useRef } from 'react'

interface Left {
  readonly element: HTMLElement
  readonly from: number | null
  readonly to: number | null
  readonly range: Range | null
}

function caretOf(element: HTMLElement): Pick<Left, 'from' | 'to'> {
  // Non-text inputs throw on `selectionStart`.
  const hasCaret =
    element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text')
  return hasCaret ? { from: element.selectionStart, to: element.selectionEnd } : { from: null, to: null }
}

function leaving(): Left | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const selection = element.isContentEditable ? document.getSelection() : null
  return {
    element,
    range: selection && selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : null,
    ...caretOf(element),
  }
}

function putBack({ element, from, to, range }: Left): void {
  if (range) {
    const selection = document.getSelection()
    selection?.removeAllRanges()
    selection?.addRange(range)
  } else if (from !== null && (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) {
    element.setSelectionRange(from, to)
  }
}

export function useReturnFocus(isOpen: boolean): () => HTMLElement | boolean {
  const left = useRef<Left | null>(null)
  const wasOpen = useRef(false)
  // During render: the dialog takes focus right after.
  if (isOpen && !wasOpen.current) left.current = leaving()
  wasOpen.current = isOpen
  return () => {
    const before = left.current
    const { activeElement } = document
    // Newer page or dialog has placed focus deliberately.
    const isTaken =
      activeElement !== null && activeElement !== document.body && !activeElement.closest('[role=dialog][data-closed]')
    if (isTaken) return false
    if (!before?.element.isConnected) return true
    // Base UI's late focus return selects the text; the caret follows.
    queueMicrotask(() =>
      queueMicrotask(() => {
        if (document.activeElement === before.element) putBack(before)
      }),
    )
    return before.element
  }
}
