import { useRef, useState } from 'react'
import type { FieldErrors } from '#contract/schema/answer.ts'
import { isEmpty } from '#contract/schema/field.ts'
import { warehousePage } from '../../commands/warehouse/warehouseCommands.ts'
import { sentOf, valuesOf } from '../../data/drafts/draft.ts'
import { checked, draftNow } from '../../data/drafts/draftOutcomes.ts'
import { discardDraft } from '../../data/drafts/drafts.ts'
import { type LineRows, lineKey, linesOf } from '../../data/drafts/lineKeys.ts'
import type { EditAction } from '../../data/drafts/undoSteps.ts'
import { text as say } from '../../data/language.ts'
import { navigate } from '../../data/location.ts'
import { notify } from '../../data/notifications.ts'
import { mendEntry, putInOutbox } from '../../data/outbox/outbox.ts'
import type { RowValues } from '../../data/records/row.ts'
import { useDocument } from '../../tables/document/useDocument.ts'
import { Field } from '../../tables/form/Field.tsx'
import { goOn } from '../../tables/form/formFocus.ts'
import { changed, without } from '../../tables/form/lineRows.ts'
import { ScanRefusalBanner } from '../../tables/form/ScanRefusalBanner.tsx'
import { isScanned } from '../../tables/form/scannedLine.ts'
import { useLineScan } from '../../tables/form/useLineScan.ts'
import controls from '../../ui/controls.module.css'
import { useText } from '../../ui/useText.ts'
import { useAge } from './NetworkLine.tsx'
import { ScanField } from './ScanField.tsx'
import { TaskHead } from './TaskHead.tsx'
import { type DocumentTask, postsNow, subjectsOf, titleOf } from './tasks.ts'
import { beginWork, READ_AT, useWork } from './useWork.ts'
import styles from './Warehouse.module.css'
import { WorkLine } from './WorkLine.tsx'

const noLines: LineRows = []

/** Lines that are sent: of a pick list those confirmed. */
const takenOf = ({ picks }: DocumentTask, rows: LineRows) => (picks ? rows.filter(isScanned) : rows)

export function TaskFlow({ task, entry }: { task: DocumentTask; entry: number | undefined }) {
  const text = useText()
  const { entity, name, first } = task
  const line = entity.lines.lines
  const { id, mended } = useWork(entity, entry)
  const { values, fieldErrors, message, edit } = useDocument(entity, String(id))
  // A scan before the proposals are there would be lost with them.
  const [isPreparing, setPreparing] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const rows = useRef<LineRows>(noLines)
  rows.current = values ? linesOf(values, 'lines') : noLines
  const put = (next: LineRows, doing: EditAction = { kind: 'typed' }) => {
    rows.current = next
    edit({ lines: next }, doing)
  }
  const enter = (index: number, field: string) => {
    requestAnimationFrame(() => {
      const card = frame.current?.querySelector(`[data-work-line="${index}"]`)
      card?.scrollIntoView({ block: 'nearest' })
      card?.querySelector<HTMLElement>(`[data-field="${field}"] :is(input, textarea)`)?.focus()
    })
  }
  const refusal = useLineScan({
    parent: entity,
    line: line ?? entity,
    record: values ?? {},
    rows,
    isReadOnly: !values || isPreparing,
    put,
    enter,
  })
  const age = useAge(typeof values?.[READ_AT] === 'number' ? values[READ_AT] : null)
  if (!values || !line) return <p className={styles.words}>{text('warehouse.preparing')}</p>

  const isChosen = first === undefined || (!isEmpty(values[first]) && !isPreparing)
  const choose = (patch: RowValues) => {
    const isFirst = first !== undefined && first in patch && !isEmpty(patch[first]) && entry === undefined
    edit(patch, { kind: 'typed' })
    if (!isFirst) return
    setPreparing(true)
    const given = { [first]: patch[first], [`${first}$label`]: patch[`${first}$label`] }
    void beginWork(entity, id, given).finally(() => setPreparing(false))
  }
  const taken = takenOf(task, rows.current)
  return (
    <div className={styles.flow} ref={frame}>
      <TaskHead name={name} isMended={mended !== undefined} />
      {typeof values[READ_AT] === 'number' ? (
        <p className={styles.stale} data-stale>
          {text('warehouse.proposedThen', { age })}
        </p>
      ) : null}
      <HeadFields task={task} row={values} fieldErrors={fieldErrors} isChosen={isChosen} onChange={choose} />
      {isChosen ? (
        <>
          <ScanField hint={text(`warehouse.scan.${name}`)} />
          {refusal ? <ScanRefusalBanner refusal={refusal} /> : null}
          <ol className={styles.lines} aria-label={text(`${entity.name}.lines`)}>
            {rows.current.map((row, index) => (
              <WorkLine
                key={lineKey(row, index)}
                task={task}
                line={line}
                row={row}
                index={index}
                fieldErrors={fieldErrors}
                onChange={changes => put(changed(line, rows.current, changes))}
                onRemove={rowId => put(without(rows.current, [rowId]), { kind: 'rowsRemoved' })}
              />
            ))}
          </ol>
          {task.picks && rows.current.length === 0 ? (
            <p className={styles.words}>{text('warehouse.nothingLeft')}</p>
          ) : null}
          {message ? (
            <p className={styles.refusal} role="alert">
              {message}
            </p>
          ) : null}
          <Confirm task={task} entry={entry} id={id} count={taken.length} onRefused={() => enterFault(frame.current)} />
        </>
      ) : null}
    </div>
  )
}

interface HeadFieldsProps {
  readonly task: DocumentTask
  readonly row: RowValues
  readonly fieldErrors: FieldErrors
  /** Until then only the field that prepares the others. */
  readonly isChosen: boolean
  onChange(patch: RowValues): void
}

function HeadFields({ task: { entity, head, first }, row, fieldErrors, isChosen, onChange }: HeadFieldsProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter goes from field to field
    <div className={styles.head} onKeyDown={goOn}>
      {head
        .filter(name => isChosen || name === first)
        .map(name => {
          const field = entity.fields[name]
          return field ? (
            <Field
              key={name}
              prefix={entity.name}
              name={name}
              field={field}
              row={row}
              error={fieldErrors[name]}
              isReadOnly={false}
              onChange={onChange}
            />
          ) : null
        })}
    </div>
  )
}

function enterFault(frame: HTMLElement | null): void {
  requestAnimationFrame(() => frame?.querySelector<HTMLElement>('[data-fault] :is(input, textarea)')?.focus())
}

interface ConfirmProps {
  readonly task: DocumentTask
  readonly entry: number | undefined
  readonly id: number | string
  readonly count: number
  onRefused(): void
}

/** Checks as a form does, then hands the document to the outbox. */
function Confirm({ task, entry, id, count, onRefused }: ConfirmProps) {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const { entity, name } = task
  const confirm = async () => {
    const draft = draftNow(entity.name, id)
    if (!draft || isBusy || count === 0) return
    const taken = takenOf(task, linesOf(valuesOf(draft), 'lines'))
    const whole = { ...draft, patch: { ...draft.patch, lines: taken } }
    const submit = postsNow(task)
    if (checked(entity.name, [whole], submit).length > 0) return onRefused()
    setBusy(true)
    try {
      const row = sentOf(whole)
      const work = {
        ...{ task: name, entity: entity.name, submit },
        ...{ row, subjects: subjectsOf(row), title: titleOf(row) },
      }
      if (entry === undefined) await putInOutbox(work)
      else if (!(await mendEntry(entry, work)))
        return notify({ kind: 'warning', text: () => say('warehouse.mendedElsewhere') })
      discardDraft(entity.name, id)
      navigate(warehousePage)
    } catch {
      notify({ kind: 'error', text: () => say('warehouse.broken') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.foot}>
      <button
        type="button"
        className={controls.danger}
        data-drop
        onClick={() => {
          discardDraft(entity.name, id)
          navigate(warehousePage)
        }}
      >
        {text('warehouse.drop')}
      </button>
      <button
        type="button"
        className={controls.primary}
        data-confirm
        aria-disabled={count === 0 || isBusy || undefined}
        onClick={() => void confirm()}
      >
        {text(`warehouse.confirm.${name}`, { count })}
      </button>
    </div>
  )
}
