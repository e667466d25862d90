import { type RefObject, useRef } from 'react'
import { locationAtom } from '../../data/location.ts'
import { store, storeLocal } from '../../data/store.ts'

interface Left {
  readonly element: HTMLElement
  readonly from: number | null
  readonly to: number | null
  readonly range: Range | null
  readonly address: string
}

const latest = storeLocal(() => ({ left: null as Left | null }))

function caretOf(element: HTMLElement): Pick<Left, 'from' | 'to'> {
  // Non-text inputs throw on `selectionStart`.
  const hasCaret =
    element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text')
  return hasCaret ? { from: element.selectionStart, to: element.selectionEnd } : { from: null, to: null }
}

function leaving(): Left | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  // Dialogs of a palette's command return where the palette began.
  if (element.closest('[data-palette]')) return latest().left
  const selection = element.isContentEditable ? document.getSelection() : null
  const left = {
    element,
    address: store.get(locationAtom),
    range: selection && selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : null,
    ...caretOf(element),
  }
  latest().left = left
  return left
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

const isOfFormerPage = ({ element, address }: Left) =>
  element.closest('[data-region=notifications]') !== null && address !== store.get(locationAtom)

/** @param frame dialog that may unmount with the focus inside */
export function useReturnFocus(isOpen: boolean, frame?: RefObject<HTMLElement | null>): () => HTMLElement | boolean {
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
      activeElement !== null &&
      activeElement !== document.body &&
      !frame?.current?.contains(activeElement) &&
      !activeElement.closest('[role=dialog][data-closed]')
    if (isTaken) return false
    if (!before?.element.isConnected) return true
    if (isOfFormerPage(before)) return false
    // Base UI's late focus return selects the text; the caret follows.
    queueMicrotask(() =>
      queueMicrotask(() => {
        if (document.activeElement === before.element) putBack(before)
      }),
    )
    if (before.element.tabIndex >= 0) return before.element
    // Base UI would focus the first link inside.
    queueMicrotask(() => before.element.focus({ preventScroll: true }))
    return false
  }
}
