import { useRef } from 'react'

interface Left {
  readonly element: HTMLElement
  /** The caret of a field. */
  readonly from: number | null
  readonly to: number | null
  /** The caret of rich text. */
  readonly range: Range | null
}

function caretOf(element: HTMLElement): Pick<Left, 'from' | 'to'> {
  // Fields that hold no free text have no caret, and throw where they are asked for one.
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

/** Remembers what had the keyboard when a window opened, and gives it back with its caret when that closes. */
export function useReturnFocus(isOpen: boolean): () => HTMLElement | boolean {
  const left = useRef<Left | null>(null)
  const wasOpen = useRef(false)
  // While drawing: the window takes the keyboard right after.
  if (isOpen && !wasOpen.current) left.current = leaving()
  wasOpen.current = isOpen
  return () => {
    const before = left.current
    const { activeElement } = document
    // A page or another window that opened meanwhile may have put the keyboard where it wants it.
    const isTaken =
      activeElement !== null && activeElement !== document.body && !activeElement.closest('[role=dialog][data-closed]')
    if (isTaken) return false
    if (!before?.element.isConnected) return true
    // The window gives the focus back in the next microtask, and a field then selects its text: the caret comes after.
    queueMicrotask(() =>
      queueMicrotask(() => {
        if (document.activeElement === before.element) putBack(before)
      }),
    )
    return before.element
  }
}
