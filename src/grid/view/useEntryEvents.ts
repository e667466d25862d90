import { type RefObject, useLayoutEffect } from 'react'
import { text } from '../../data/api/messages.ts'
import { store } from '../../data/store.ts'
import { isRefused } from '../../fields/typing.ts'
import { fieldOf, type GridColumn } from '../state/column.ts'
import { type GridState, modeOf } from '../state/gridState.ts'
import { setMode } from '../state/moving.ts'

type Input = HTMLInputElement | HTMLTextAreaElement

/** Turns input and composition into edit mode and updates the list search. `typed` is omitted without a list. */
export function useEntryEvents(
  grid: GridState,
  column: GridColumn,
  input: RefObject<Input | null>,
  typed: ((text: string) => void) | null,
): void {
  useLayoutEffect(() => {
    const element = input.current
    if (!element) return
    // Native events: React's `onBeforeInput` differs and fires too late.
    const begin = () => {
      if (modeOf(grid) === 'navigate') setMode(grid, 'replace')
    }
    const before = (event: Event) => {
      if (!(event instanceof InputEvent) || !isRefused(fieldOf(column), event)) return begin()
      event.preventDefault()
      store.set(grid.saidAtom, text('grid.onlyNumbers'))
    }
    const composing = (event: Event) => {
      grid.composing = event.type === 'compositionstart'
      if (grid.composing) begin()
      else typed?.(element.value)
    }
    const changed = (event: Event) => {
      begin()
      if (!(event instanceof InputEvent && event.isComposing)) typed?.(element.value)
    }
    element.addEventListener('beforeinput', before)
    element.addEventListener('compositionstart', composing)
    element.addEventListener('compositionend', composing)
    element.addEventListener('input', changed)
    return () => {
      grid.composing = false
      element.removeEventListener('beforeinput', before)
      element.removeEventListener('compositionstart', composing)
      element.removeEventListener('compositionend', composing)
      element.removeEventListener('input', changed)
    }
  }, [grid, column, input, typed])
}
