import { useAtomValue, useAtomValueRawSync } from 'jotai'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { execute } from '../../commands/gate/execute.ts'
import { pinyinAtom } from '../../commands/search/pinyin.ts'
import { matchScore } from '../../commands/search/score.ts'
import { searchable, wordOf } from '../../commands/search/searchText.ts'
import { sounds } from '../../commands/search/sounds.ts'
import { store } from '../../data/store.ts'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import type { GridColumn } from '../state/column.ts'
import type { GridState } from '../state/gridState.ts'
import { besideOf, everyColumn, isHidden, laidOut } from '../state/layout.ts'
import { layoutAtom } from '../state/storedLayout.ts'
import styles from './ColumnChooser.module.css'

/** Column chooser with keyboard search. */
export function ColumnChooser({ grid }: { readonly grid: GridState }) {
  const isOpen = useAtomValueRawSync(grid.choosingAtom, { store })
  return isOpen ? <Chooser grid={grid} /> : null
}

function Chooser({ grid }: { readonly grid: GridState }) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [typed, setTyped] = useState('')
  const pinyin = useAtomValue(pinyinAtom)
  const { columns: all, name, layoutName = name } = grid.props
  const layout = useAtomValue(layoutAtom(layoutName))
  const soundOf = useMemo(() => sounds(pinyin), [pinyin])
  const every = everyColumn(all, layout)
  const shown = laidOut(all, layout)
  const word = typed.trim() === '' ? null : wordOf(typed)
  const found = word ? every.filter(({ title }) => matchScore(searchable(title, soundOf), word) !== null) : every

  const close = () => {
    store.set(grid.choosingAtom, false)
    requestAnimationFrame(() => grid.focusActive())
  }
  const goTo = (at: number) => {
    const boxes = list.current?.querySelectorAll<HTMLInputElement>('input') ?? []
    if (at < 0) input.current?.focus()
    else (boxes[at] ?? boxes[boxes.length - 1])?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const boxes: readonly Element[] = [...(list.current?.querySelectorAll('input') ?? [])]
    const at = document.activeElement ? boxes.indexOf(document.activeElement) : -1
    const column = found[at]
    if (!event.altKey) goTo(at + step)
    else if (column)
      void execute(step > 0 ? 'grid.columnRight' : 'grid.columnLeft', { column: column.id }, { surface: 'shortcut' })
  }
  return (
    <DialogFrame
      open
      title={text('command.grid.columnsChoose').replace('…', '')}
      width={460}
      onClose={close}
      initialFocus={input}
      footer={
        <>
          <Button command="grid.columnsShow" />
          <Button command="grid.columnsReset" />
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the boxes in it take the keys; it only moves the keyboard among them */}
      <div className={styles.chooser} onKeyDown={onKeyDown}>
        <input
          ref={input}
          type="search"
          className={controls.input}
          aria-label={text('grid.chooser.search')}
          placeholder={text('grid.chooser.search')}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <p className={styles.count} role="status">
          {text('grid.chooser.shown', { shown: shown.length, all: all.length })}
        </p>
        <ul ref={list} className={styles.list} aria-label={text('grid.chooser.columns')}>
          {found.map(column => (
            <Line key={column.id} column={column} isShown={!isHidden(column, layout)} shown={shown} />
          ))}
        </ul>
        {found.length === 0 ? <p className={styles.none}>{text('grid.nothingFound')}</p> : null}
        <p className={styles.help}>{text('grid.chooser.help')}</p>
      </div>
    </DialogFrame>
  )
}

interface LineProps {
  readonly column: GridColumn
  readonly isShown: boolean
  readonly shown: readonly GridColumn[]
}

function Line({ column, isShown, shown }: LineProps) {
  const text = useText()
  const { id, title, pinned } = column
  const run = (command: string) => void execute(command, { column: id }, { surface: 'button' })
  const tool = (command: string, icon: string, can: boolean, isOn?: boolean) => (
    <button
      type="button"
      className={controls.iconButton}
      tabIndex={-1}
      data-command={command}
      aria-label={text('grid.chooser.doTo', { what: text(`command.${command}`), column: title })}
      data-hint={text(`command.${command}`)}
      aria-disabled={!can || undefined}
      aria-pressed={isOn}
      onClick={() => can && run(command)}
    >
      <Icon name={icon} size={14} />
    </button>
  )
  return (
    <li className={styles.line} data-column-line={id}>
      <label className={styles.label}>
        <input
          type="checkbox"
          checked={isShown}
          // Last column stays: without columns a grid would look empty.
          aria-disabled={(isShown && shown.length === 1) || undefined}
          onChange={() => run(isShown ? 'grid.columnHide' : 'grid.columnShow')}
        />
        <span className={styles.title}>{title}</span>
      </label>
      <span className={styles.tools}>
        {tool('grid.columnPin', 'pin-start', isShown, pinned === 'start')}
        {tool('grid.columnPinEnd', 'pin-end', isShown, pinned === 'end')}
        {tool('grid.columnLeft', 'arrow-up', besideOf(shown, id, -1) !== undefined)}
        {tool('grid.columnRight', 'arrow-down', besideOf(shown, id, 1) !== undefined)}
      </span>
    </li>
  )
}
