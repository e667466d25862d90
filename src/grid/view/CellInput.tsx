import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import type { Locale } from '#contract/messages/locales.ts'
import { whileEditing } from '../../commands/core/pendingEdit.ts'
import { text } from '../../data/language.ts'
import type { RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import styles from '../../fields/Cells.module.css'
import { errorText } from '../../fields/errorText.ts'
import { inputModeOf } from '../../fields/index.ts'
import { createChoice } from '../../fields/options/creating.ts'
import { OptionList } from '../../fields/options/OptionList.tsx'
import { rememberChosen } from '../../fields/options/options.ts'
import { searchOf } from '../../fields/options/searchOf.ts'
import { useChoices } from '../../fields/options/useChoices.ts'
import { isWritten, loadQuantityRules, quantityEcho, quantityRules } from '../../fields/quantities.ts'
import { takesCodes } from '../../fields/takesCodes.ts'
import { isNumeric, isRefused, stepped } from '../../fields/typing.ts'
import { unitShown } from '../../fields/units.ts'
import { useText } from '../../ui/useText.ts'
import { takeFocus } from '../commands/focus.ts'
import { fieldOf, type GridColumn, textOf } from '../state/column.ts'
import { commitEntry, finishEdit, positionOf } from '../state/edit.ts'
import { cursorOf, type GridState, type Mode, modeOf } from '../state/gridState.ts'
import { setMode } from '../state/moving.ts'
import gridStyles from './Grid.module.css'

interface Props {
  readonly grid: GridState
  readonly column: GridColumn
  readonly row: RowValues
  readonly mode: Mode
  readonly locale: Locale
  readonly fieldError: string | undefined
}

/** Multiline text opens downwards, or upwards where space is short. */
function place(element: HTMLTextAreaElement, grid: GridState): void {
  const room = grid.root?.getBoundingClientRect()
  const { bottom } = element.parentElement?.getBoundingClientRect() ?? { bottom: 0 }
  element.toggleAttribute('data-up', room !== undefined && bottom + tall > room.bottom && bottom - tall > room.top)
}

/** Extra pixels, as in `Grid.module.css`. */
const tall = 76

/** Input of the active cell, focused early: IME compositions start in it. */
export function CellInput({ grid, column, row, mode, locale, fieldError }: Props) {
  const input = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const text = useText()
  const id = useId()
  const began = useRef('')
  const latest = useRef({ row, mode, fieldError })
  latest.current = { row, mode, fieldError }
  const { kind } = column
  const field = fieldOf(column)
  const hasList = kind.editor === 'reference' || kind.editor === 'enumeration'
  const search = useMemo(
    () => (hasList ? searchOf(column.field, column.id, () => latest.current.row, locale) : null),
    [hasList, column, locale],
  )
  const choices = useChoices({
    search,
    fieldError: kind.editor === 'reference' ? 'reference' : 'option',
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
        if (latest.current.fieldError === undefined) pick()
        else typed(element.value)
      }
    }
  }, [grid, mode, column, search, pick, typed])

  const follow = useCallback(
    (entered: string) => (search ? typed(entered) : void readWritten(grid, column, latest.current.row, entered)),
    [grid, column, search, typed],
  )
  useEntryEvents(grid, column, input, follow)

  useLayoutEffect(() => {
    const editor = {
      text: () => input.current?.value ?? '',
      read: () => {
        const entered = input.current?.value ?? ''
        if (latest.current.mode === 'edit' && entered === began.current && !moved()) return null
        if (search && (moved() || entered.trim() !== '')) return read(entered)
        return entered.trim() === '' ? { value: kind.clear } : readWritten(grid, column, latest.current.row, entered)
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
        else store.set(grid.calendarAtom, true)
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
  const unit = mode === 'navigate' ? '' : unitShown(field, row, column.unit, row[column.id])
  const shared = {
    ref: useCallback((element: HTMLInputElement | HTMLTextAreaElement | null) => {
      input.current = element
    }, []),
    className: gridStyles.input,
    'data-mode': mode,
    'data-scan': (mode !== 'navigate' && takesCodes(column.id, field)) || undefined,
    'aria-label': `${column.title}, ${textOf(column, row)}`,
    'aria-required': column.required,
    'aria-invalid': fieldError !== undefined || undefined,
    'aria-describedby': fieldError === undefined ? undefined : `${id}-fault`,
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
          inputMode={inputModeOf(field)}
          autoComplete="off"
          {...combobox}
        />
      )}
      {unit !== '' && (
        <span className={styles.unit} aria-hidden="true">
          {unit}
        </span>
      )}
      {fieldError !== undefined && (
        <span id={`${id}-fault`} hidden>
          {errorText(text, fieldError)}
        </span>
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

function readWritten(grid: GridState, column: GridColumn, row: RowValues, entered: string) {
  const [field, { kind, quantity }] = [fieldOf(column), column]
  if (!isNumeric(field)) return kind.parse(entered, field)
  const read = () => {
    const rules = quantityRules(field, quantity, row)
    const parsed = kind.parse(entered, field, rules)
    store.set(grid.echoAtom, quantityEcho(entered, parsed, rules))
    return parsed
  }
  const loading = isWritten(entered) ? loadQuantityRules(quantity, row) : undefined
  return loading ? loading.then(read) : read()
}

type Input = HTMLInputElement | HTMLTextAreaElement

/** Input and composition begin edit mode. */
function useEntryEvents(
  grid: GridState,
  column: GridColumn,
  input: RefObject<Input | null>,
  typed: (text: string) => void,
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
      store.set(grid.announcementAtom, text('grid.onlyNumbers'))
      store.set(grid.echoAtom, text('grid.onlyNumbers'))
    }
    const composing = (event: Event) => {
      grid.composing = event.type === 'compositionstart'
      if (grid.composing) begin()
      else typed(element.value)
    }
    const changed = (event: Event) => {
      begin()
      if (!(event instanceof InputEvent && event.isComposing)) typed(element.value)
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

/** Sets a record into its cell on arrival, wherever it moved. */
function setCellWhenReady(grid: GridState): (value: number, label: string) => void {
  const cursor = cursorOf(grid)
  const rowId = grid.rowId ?? grid.props.source.rowId(cursor.row)
  const columnId = grid.columns[cursor.column]?.id
  return (value, label) => {
    const row = rowId === undefined ? -1 : positionOf(grid, rowId)
    const column = grid.columns.findIndex(({ id }) => id === columnId)
    if (row >= 0 && column >= 0) commitEntry(grid, [{ row, column, value, label }])
  }
}
