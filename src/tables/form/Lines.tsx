import { type CSSProperties, type FocusEvent, useMemo, useRef } from 'react'
import type { FieldErrors } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { isMarkedRequired } from '#contract/schema/validate.ts'
import { findCommand } from '../../commands/core/registry.ts'
import { execute } from '../../commands/gate/execute.ts'
import { keysOf } from '../../commands/keys/keyBindings.ts'
import { clock } from '../../data/clock.ts'
import { isBlankLine } from '../../data/drafts/draft.ts'
import { type LineRows, lineKey } from '../../data/drafts/lineKeys.ts'
import type { EditAction } from '../../data/drafts/undoSteps.ts'
import type { RowValues } from '../../data/records/row.ts'
import { sequence } from '../../data/store.ts'
import { errorsBelow, errorText } from '../../fields/errorText.ts'
import type { GridSource } from '../../grid/state/source.ts'
import { Grid } from '../../grid/view/Grid.tsx'
import controls from '../../ui/controls.module.css'
import { Icon } from '../../ui/icons/icons.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { enterFault } from '../../ui/keyboard/keyboard.ts'
import { usePhone } from '../../ui/usePhone.ts'
import { useText } from '../../ui/useText.ts'
import { isOpen, lineColumnsOf } from '../columns/columns.ts'
import { gridHistory } from '../columns/gridHistory.ts'
import { focusDrawn } from './formFocus.ts'
import { LineCards } from './LineCards.tsx'
import styles from './Lines.module.css'
import { changed, inserted, type LineChange, without } from './lineRows.ts'
import { ScanRefusalBanner } from './ScanRefusalBanner.tsx'
import { fillChosenPallets } from './scannedPallet.ts'
import { useLineScan } from './useLineScan.ts'

interface LinesProps {
  /** Entity of the record, for message prefix and grid name. */
  parent: Entity
  name: string
  line: Entity
  /** Record that the lines belong to. */
  record: RowValues
  rows: LineRows
  fieldErrors: FieldErrors
  isReadOnly: boolean
  autoFocus?: boolean
  /** Record address: scope of the undo history. */
  place: string
  onChange(rows: LineRows, doing?: EditAction): void
}

const nextVersion = sequence()

function keyFor(id: string): string {
  const command = findCommand(id)
  return (command && keysOf(command)[0]?.seq) ?? ''
}

function lineSource({ line, name, rows, fieldErrors, isReadOnly }: LinesProps): GridSource {
  const hasError = (index: number) => Object.keys(errorsBelow(fieldErrors, `${name}.${index}.`)).length > 0
  return {
    count: rows.length,
    version: nextVersion(),
    rowId: index => {
      const row = rows[index]
      return row && lineKey(row, index)
    },
    row: index => rows[index],
    state: index => (hasError(index) ? 'error' : typeof rows[index]?.id === 'number' ? 'clean' : 'new'),
    fieldError: (index, columnId) => fieldErrors[`${name}.${index}.${columnId}`],
    fieldErrors: index => errorsBelow(fieldErrors, `${name}.${index}.`),
    editable: (index, columnId) => {
      const field = line.fields[columnId]
      return !isReadOnly && field !== undefined && isOpen(field, typeof rows[index]?.id === 'number')
    },
    ensure: () => undefined,
  }
}

export function Lines(props: LinesProps) {
  const { parent, name, line, record, rows, fieldErrors, isReadOnly, autoFocus, place, onChange } = props
  const text = useText()
  const isPhone = usePhone()
  const columns = useMemo(() => {
    const all = lineColumnsOf(line, text)
    return isReadOnly
      ? all
      : all.map(column => ({ ...column, required: column.field ? isMarkedRequired(column.field, {}) : false }))
  }, [line, text, isReadOnly])
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are all the source answers from
  const source = useMemo(() => lineSource(props), [line, name, rows, fieldErrors, isReadOnly])
  // Batched changes before the next render must build on each other.
  const latest = useRef(rows)
  latest.current = rows
  const put = (next: LineRows, doing?: EditAction) => {
    latest.current = next
    onChange(next, doing)
  }
  const commit = (changes: readonly LineChange[], doing: EditAction) => {
    const before = latest.current
    put(changed(line, before, changes), doing)
    void fillChosenPallets({ parent, line, moment: clock() }, before, latest, put)
  }
  const insert = (count: number, before = latest.current.length, doing: EditAction = { kind: 'rowsAdded' }) => {
    put(inserted(line, latest.current, count, before, clock()), doing)
    return before
  }
  const title = text(`${parent.name}.${name}`)
  const fieldError = fieldErrors[name]
  const run = (command: string) => void execute(command, {}, { surface: 'button' })
  const frame = useRef<HTMLDivElement>(null)
  /** Whether the grid began its only line when it was entered. */
  const isBegun = useRef(false)
  const blank = isReadOnly ? 0 : rows.filter(row => isBlankLine(line, row)).length
  const section = useRef<HTMLElement>(null)
  /** Focus makes this grid the command target. */
  const enter = () => {
    const cell = frame.current?.querySelector<HTMLElement>('[data-active] [data-active]')
    const grid = frame.current?.querySelector<HTMLElement>('[role="grid"]')
    ;(cell?.querySelector<HTMLElement>('input, textarea') ?? cell ?? grid)?.focus()
  }
  const enterCard = async (index: number, field?: string) => {
    const card = () => section.current?.querySelector<HTMLElement>(`[data-line-card="${index}"]`)
    const place = field === undefined ? '[data-field]' : `[data-field="${CSS.escape(field)}"]`
    const first = () => card()?.querySelector<HTMLElement>(`${place} :is(input, textarea)`) ?? null
    card()?.querySelector('details')?.setAttribute('open', '')
    if (section.current) await focusDrawn(section.current, first)
    card()?.scrollIntoView({ block: 'start' })
  }
  const enterField = (index: number, field: string) => {
    const grid = frame.current?.querySelector<HTMLElement>('[role=grid]')
    if (grid) void enterFault(grid, `${index}`, field)
    else void enterCard(index, field)
  }
  const refusal = useLineScan({ parent, line, record, rows: latest, isReadOnly, put, enter: enterField })
  /** Empty grids begin a line on entry. */
  const add = () => {
    if (isPhone) {
      void enterCard(insert(1))
      return
    }
    const isBare = latest.current.length === 0
    enter()
    if (!isBare) run('grid.insertBelow')
    isBegun.current = false
  }
  const remove = () => {
    enter()
    run('grid.deleteRow')
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const isBare = latest.current.length === 0 && event.target.getAttribute('role') === 'grid'
    if (!isBare || isReadOnly) return
    run('grid.insertBelow')
    isBegun.current = true
  }
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    const to = event.relatedTarget
    if (
      isReadOnly ||
      !(to instanceof Element) ||
      frame.current?.contains(to) ||
      to.closest('[role=menu], [role=dialog]')
    )
      return
    const [first, ...others] = latest.current
    // Automatically begun lines are no undo step.
    if (isBegun.current && first && others.length === 0 && isBlankLine(line, first)) put([])
  }
  return (
    <section ref={section} className={styles.lines} aria-label={title} data-detail={name}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <span className={styles.count}>
          {text('tables.lineCount', { count: rows.length - blank })}
          {blank > 0 && rows.length > blank ? ` · ${text('lines.blank', { count: blank })}` : ''}
        </span>
        {fieldError ? <span className={styles.fault}>{errorText(text, fieldError)}</span> : null}
        {isReadOnly ? null : (
          <span className={styles.tools}>
            <button type="button" className={controls.quiet} tabIndex={-1} onClick={add}>
              <Icon name="plus" size={14} />
              {text('tables.addLine')}
              <KeyCaps keys={keyFor('grid.insertBelow')} />
            </button>
            {isPhone ? null : (
              <button
                type="button"
                className={controls.quiet}
                tabIndex={-1}
                aria-disabled={rows.length === 0 || undefined}
                onClick={remove}
              >
                <Icon name="trash" size={14} />
                {text('tables.removeLine')}
                <KeyCaps keys={keyFor('grid.deleteRow')} />
              </button>
            )}
          </span>
        )}
      </header>
      {refusal ? <ScanRefusalBanner refusal={refusal} /> : null}
      {isPhone ? (
        <LineCards
          line={line}
          label={title}
          columns={columns}
          rows={rows}
          source={source}
          isReadOnly={isReadOnly}
          onChange={changes => commit(changes, { kind: 'typed' })}
          onRemove={id => put(without(latest.current, [id]), { kind: 'rowsRemoved' })}
        />
      ) : (
        /* biome-ignore lint/a11y/noStaticElementInteractions: the grid inside has the keyboard; only its coming and going is seen */
        <div
          ref={frame}
          className={styles.grid}
          onFocus={onFocus}
          onBlur={onBlur}
          style={{ '--rows': Math.max(rows.length, 3) } as CSSProperties}
        >
          <Grid
            name={`${parent.name}.${name}`}
            label={title}
            columns={columns}
            source={source}
            autoFocus={autoFocus ?? false}
            {...(isReadOnly
              ? {}
              : {
                  onCommit: commit,
                  onInsert: insert,
                  onRemove: (ids, doing) => put(without(latest.current, ids), doing),
                  history: gridHistory(parent, place, name),
                })}
            empty={<p className={styles.empty}>{text('tables.emptyLines')}</p>}
          />
        </div>
      )}
    </section>
  )
}
