import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react'
import type { Locale } from '#contract/messages/locales.ts'
import type { Values } from '#contract/schema/field.ts'
import { whileEditing } from '../../commands/core/pendingEdit.ts'
import styles from '../../fields/Cells.module.css'
import { faultText } from '../../fields/faultText.ts'
import { NativeCalendar, showCalendar } from '../../fields/NativeCalendar.tsx'
import { createChoice } from '../../fields/options/creating.ts'
import { OptionList } from '../../fields/options/OptionList.tsx'
import { rememberChosen } from '../../fields/options/options.ts'
import { searchOf } from '../../fields/options/searchOf.ts'
import { useChoices } from '../../fields/options/useChoices.ts'
import { stepped } from '../../fields/typing.ts'
import { unitShown } from '../../fields/units.ts'
import { useText } from '../../ui/useText.ts'
import { textOf } from '../clipboard/cellTransfer.ts'
import { takeFocus } from '../commands/focus.ts'
import { fieldOf, type GridColumn } from '../state/column.ts'
import { commitEntry, finishEdit } from '../state/edit.ts'
import type { GridState, Mode } from '../state/gridState.ts'
import { cursorOf } from '../state/gridState.ts'
import { setMode } from '../state/moving.ts'
import { setCellWhenReady } from '../state/setCellWhenReady.ts'
import gridStyles from './Grid.module.css'
import { useEntryEvents } from './useEntryEvents.ts'

interface Props {
  readonly grid: GridState
  readonly column: GridColumn
  readonly row: Values
  readonly mode: Mode
  readonly locale: Locale
  readonly fault: string | undefined
}

/** Multiline text opens downwards, or upwards where space is short. */
function place(element: HTMLTextAreaElement, grid: GridState): void {
  const room = grid.root?.getBoundingClientRect()
  const { bottom } = element.parentElement?.getBoundingClientRect() ?? { bottom: 0 }
  element.toggleAttribute('data-up', room !== undefined && bottom + tall > room.bottom && bottom - tall > room.top)
}

/** Extra pixels, as in `Grid.module.css`. */
const tall = 76

/**
 * Input of the active cell, focused before typing so IME compositions start in it (库 arrives whole). A hidden input
 * focused on the first key would be too late.
 */
export function CellInput({ grid, column, row, mode, locale, fault }: Props) {
  const input = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const calendar = useRef<HTMLInputElement>(null)
  const text = useText()
  const id = useId()
  const began = useRef('')
  const latest = useRef({ row, mode, fault })
  latest.current = { row, mode, fault }
  const { kind } = column
  const field = fieldOf(column)
  const hasList = kind.editor === 'reference' || kind.editor === 'enumeration'
  const hasCalendar = kind.editor === 'date' || kind.editor === 'instant'
  const search = useMemo(
    () => (hasList ? searchOf(column.field, column.id, () => latest.current.row, locale) : null),
    [hasList, column, locale],
  )
  const choices = useChoices({
    search,
    fault: kind.editor === 'reference' ? 'reference' : 'option',
    current: row[column.id],
    onChosen: choice => rememberChosen(field, column.id, choice),
    onCreate: () => createChoice(field, setCellWhenReady(grid)),
  })
  const { typed, take, pick, close, step, read, moved } = choices

  useLayoutEffect(() => takeFocus(grid, input.current), [grid])

  // Mode alone sets the value: an arriving row must not overwrite typing.
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
        // Unresolved references search again: the text may be a prefix.
        if (latest.current.fault === undefined) pick()
        else typed(element.value)
      }
    }
  }, [grid, mode, column, search, pick, typed])

  useEntryEvents(grid, column, input, search ? typed : null)

  useLayoutEffect(() => {
    const editor = {
      text: () => input.current?.value ?? '',
      read: () => {
        const entered = input.current?.value ?? ''
        if (latest.current.mode === 'edit' && entered === began.current && !moved()) return null
        if (search && (moved() || entered.trim() !== '')) return read(entered)
        return entered.trim() === '' ? { value: kind.clear } : kind.parse(entered, fieldOf(column))
      },
      step,
      close,
      take: () => take(input.current?.value ?? ''),
      nudge: (by: number) => {
        const next = stepped(fieldOf(column), input.current?.value ?? '', by)
        if (next === null) return false
        input.current?.select()
        // `execCommand` keeps the step in the native undo stack.
        return document.execCommand('insertText', false, next)
      },
      pick: () => {
        if (search) pick()
        else showCalendar(calendar.current, latest.current.row[column.id])
      },
    }
    grid.editor = editor
    return () => {
      if (grid.editor === editor) grid.editor = null
    }
  }, [grid, column, kind, search, moved, read, step, close, take, pick])

  useEffect(() => (mode === 'navigate' ? undefined : whileEditing(() => finishEdit(grid))), [grid, mode])

  // Arrows belong to the caret, up and down to an open list.
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by !== 0 && mode === 'edit' && !event.nativeEvent.isComposing && !event.altKey && step(by))
      event.preventDefault()
  }
  const put = (parsed: ReturnType<typeof choices.at>) => {
    setMode(grid, 'navigate')
    if (parsed && 'value' in parsed)
      commitEntry(grid, [{ ...cursorOf(grid), value: parsed.value, label: parsed.label }])
  }
  const choose = (index: number) => {
    const parsed = choices.at(index)
    close()
    put(parsed)
  }
  const combobox = search
    ? {
        role: 'combobox',
        'aria-expanded': choices.list.open,
        'aria-controls': `${id}-list`,
        'aria-autocomplete': 'list' as const,
        ...(choices.list.active >= 0 ? { 'aria-activedescendant': `${id}-list-${choices.list.active}` } : {}),
      }
    : {}
  const unit = mode === 'navigate' ? '' : unitShown(field, row, column.unit)
  const shared = {
    ref: useCallback((element: HTMLInputElement | HTMLTextAreaElement | null) => {
      input.current = element
    }, []),
    className: gridStyles.input,
    'data-mode': mode,
    'aria-label': `${column.title}, ${textOf(column, row)}`,
    'aria-required': column.required,
    'aria-invalid': fault !== undefined || undefined,
    'aria-describedby': fault === undefined ? undefined : `${id}-fault`,
    spellCheck: false,
    onKeyDown,
  }
  return (
    <>
      {field.kind === 'longText' ? (
        <textarea {...shared} />
      ) : (
        <input
          {...shared}
          data-align={column.align ?? kind.align}
          data-unit={unit || undefined}
          inputMode={kind.inputMode}
          autoComplete="off"
          {...combobox}
        />
      )}
      {unit !== '' && (
        <span className={styles.unit} aria-hidden="true">
          {unit}
        </span>
      )}
      {fault !== undefined && (
        <span id={`${id}-fault`} hidden>
          {faultText(text, fault)}
        </span>
      )}
      {hasCalendar && (
        <NativeCalendar
          calendar={calendar}
          isMoment={kind.editor === 'instant'}
          onPick={picked => put(kind.parse(picked, field))}
        />
      )}
      {choices.list.open && mode !== 'navigate' && (
        <OptionList
          id={`${id}-list`}
          list={choices.list}
          anchor={input.current?.parentElement ?? null}
          onChoose={choose}
        />
      )}
    </>
  )
}
