import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react'
import type { Locale } from '../../contract/messages/locales.ts'
import type { Values } from '../../contract/schema/field.ts'
import { whileEditing } from '../cells/editing.ts'
import { OptionList } from '../cells/OptionList.tsx'
import { searchOf } from '../cells/searchOf.ts'
import { useChoices } from '../cells/useChoices.ts'
import { fieldOf, type GridColumn } from './column.ts'
import { enter, finishEdit } from './entering.ts'
import { takeFocus } from './focus.ts'
import styles from './Grid.module.css'
import type { GridState, Mode } from './gridState.ts'
import { cursorOf, modeOf } from './gridState.ts'
import { setMode } from './moving.ts'
import { textOf } from './transfer.ts'

interface Props {
  readonly grid: GridState
  readonly column: GridColumn
  readonly row: Values
  readonly mode: Mode
  readonly locale: Locale
  readonly fault: string | undefined
}

/** A text of several lines opens downwards, or upwards where below there is no room. */
function place(element: HTMLTextAreaElement, grid: GridState): void {
  const room = grid.root?.getBoundingClientRect()
  const { bottom } = element.parentElement?.getBoundingClientRect() ?? { bottom: 0 }
  element.toggleAttribute('data-up', room !== undefined && bottom + tall > room.bottom && bottom - tall > room.top)
}

/** What `Grid.module.css` gives it beyond its row. */
const tall = 76

/**
 * The input of the active cell. It has the keyboard before anything is typed, so that the first letter of an input
 * method begins its composition here and 库 arrives whole: a hidden input that is filled or focused on the first key
 * comes too late for that. While navigating it is empty and unseen; the first input makes it the editor.
 */
export function CellInput({ grid, column, row, mode, locale, fault }: Props) {
  const input = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const calendar = useRef<HTMLInputElement>(null)
  const listId = useId()
  const began = useRef('')
  const latest = useRef({ row, mode })
  latest.current = { row, mode }
  const { kind } = column
  const isLong = fieldOf(column).kind === 'longText'
  const search = useMemo(() => searchOf(column.field, () => latest.current.row, locale), [column.field, locale])
  const choices = useChoices(search, kind.editor === 'reference' ? 'reference' : 'option', row[column.id])
  const { typed, pick, close, step, read, moved } = choices

  useLayoutEffect(() => takeFocus(grid, input.current), [grid])

  // The mode alone decides what stands in the input; a row that arrives meanwhile does not touch what is typed.
  useLayoutEffect(() => {
    const element = input.current
    if (!element) return
    if (element instanceof HTMLTextAreaElement && mode !== 'navigate') place(element, grid)
    if (mode === 'navigate') {
      element.value = ''
      began.current = ''
    } else if (mode === 'edit' && element.value === '') {
      began.current = textOf(column, latest.current.row)
      element.value = began.current
      if (search) {
        element.select()
        pick()
      }
    }
  }, [grid, mode, column, search, pick])

  useLayoutEffect(() => {
    const element = input.current
    if (!element) return
    // The browser's own events: React's `onBeforeInput` is another one, and comes too late.
    const begin = () => {
      if (modeOf(grid) === 'navigate') setMode(grid, 'replace')
    }
    const composing = (event: Event) => {
      grid.composing = event.type === 'compositionstart'
      if (grid.composing) begin()
      else if (search) typed(element.value)
    }
    const changed = (event: Event) => {
      begin()
      if (search && !(event instanceof InputEvent && event.isComposing)) typed(element.value)
    }
    element.addEventListener('beforeinput', begin)
    element.addEventListener('compositionstart', composing)
    element.addEventListener('compositionend', composing)
    element.addEventListener('input', changed)
    return () => {
      grid.composing = false
      element.removeEventListener('beforeinput', begin)
      element.removeEventListener('compositionstart', composing)
      element.removeEventListener('compositionend', composing)
      element.removeEventListener('input', changed)
    }
  }, [grid, search, typed])

  useLayoutEffect(() => {
    const editor = {
      text: () => input.current?.value ?? '',
      read: () => {
        const text = input.current?.value ?? ''
        if (latest.current.mode === 'edit' && text === began.current && !moved()) return null
        if (search && (moved() || text.trim() !== '')) return read(text)
        return text.trim() === '' ? { value: kind.clear } : kind.parse(text, fieldOf(column))
      },
      step,
      close,
      pick: () => {
        if (search) pick()
        else calendar.current?.showPicker()
      },
    }
    grid.editor = editor
    return () => {
      if (grid.editor === editor) grid.editor = null
    }
  }, [grid, column, kind, search, moved, read, step, close, pick])

  useEffect(() => (mode === 'navigate' ? undefined : whileEditing(() => finishEdit(grid))), [grid, mode])

  // While editing the arrows are the caret's, except that an open list takes up and down.
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by !== 0 && mode === 'edit' && !event.nativeEvent.isComposing && step(by)) event.preventDefault()
  }
  const choose = (index: number) => {
    const parsed = choices.at(index)
    close()
    setMode(grid, 'navigate')
    if ('value' in parsed) enter(grid, [{ ...cursorOf(grid), value: parsed.value, label: parsed.label }])
  }
  const combobox = search
    ? {
        role: 'combobox',
        'aria-expanded': choices.list.open,
        'aria-controls': listId,
        'aria-autocomplete': 'list' as const,
        ...(choices.list.active >= 0 ? { 'aria-activedescendant': `${listId}-${choices.list.active}` } : {}),
      }
    : {}
  const shared = {
    ref: useCallback((element: HTMLInputElement | HTMLTextAreaElement | null) => {
      input.current = element
    }, []),
    className: styles.input,
    'data-mode': mode,
    'aria-label': `${column.title}, ${textOf(column, row)}`,
    'aria-invalid': fault !== undefined || undefined,
    spellCheck: false,
    onKeyDown,
  }
  return (
    <>
      {isLong ? (
        <textarea {...shared} />
      ) : (
        <input
          {...shared}
          data-align={column.align ?? kind.align}
          inputMode={kind.inputMode}
          autoComplete="off"
          {...combobox}
        />
      )}
      {kind.editor === 'date' && (
        <input
          ref={calendar}
          type="date"
          tabIndex={-1}
          aria-hidden="true"
          className={styles.calendar}
          onChange={event => {
            if (event.target.value) enter(grid, [{ ...cursorOf(grid), value: event.target.value }])
          }}
        />
      )}
      {choices.list.open && mode !== 'navigate' && (
        <OptionList id={listId} list={choices.list} anchor={input.current?.parentElement ?? null} onChoose={choose} />
      )}
    </>
  )
}
