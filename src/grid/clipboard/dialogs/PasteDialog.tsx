import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { registerHandler } from '../../../commands/core/registry.ts'
import controls from '../../../ui/controls.module.css'
import { DialogFrame } from '../../../ui/DialogFrame.tsx'
import { useText } from '../../../ui/useText.ts'
import { answerPaste, type PasteRequest, pasteRequestAtom } from '../pasteDialogs.ts'
import { pasteCounts } from '../planning.ts'
import styles from './Clipboard.module.css'
import { PastePreview } from './PastePreview.tsx'

/** Dialog width in pixels for the given number of columns. */
const widthFor = (columns: number) => Math.min(1120, 480 + (columns - 1) * 160)

type Into = 'rows' | 'new' | null

/** Preview of a paste before it applies. Enter pastes, Escape cancels. */
export function PasteDialog() {
  const request = useAtomValue(pasteRequestAtom)
  return request ? <PasteForm request={request} /> : null
}

function PasteForm({ request }: { request: PasteRequest }) {
  const { label, cells, count, canAdd, columnsBeyond, isGuarded, asNew } = request
  const text = useText()
  const go = useRef<HTMLButtonElement>(null)
  const [addRows, setAddRows] = useState(canAdd)
  const [into, setInto] = useState<Into>(isGuarded ? (asNew ? 'new' : null) : 'rows')
  const [withInvalid, setWithInvalid] = useState(true)
  const placed = useMemo(() => {
    if (into === 'new' && asNew) return asNew.cells
    return addRows ? cells : cells.filter(({ row }) => row < count)
  }, [cells, count, addRows, into, asNew])
  const rowsBelow = into === 'new' ? 0 : request.rowsBelow
  const failed = pasteCounts(placed).failed
  const coming =
    into === null
      ? 0
      : placed.filter(({ reading: { outcome } }) => outcome !== 'skipped' && (withInvalid || outcome !== 'failed'))
          .length
  const paste = useRef(() => {})
  paste.current = () => {
    if (coming > 0) answerPaste({ addRows, withInvalid, asNew: into === 'new' })
  }
  useEffect(() => registerHandler('dialog.accept', { run: () => paste.current() }), [])
  return (
    <DialogFrame
      open
      title={text('paste.title', { label })}
      width={widthFor(new Set(cells.map(({ column }) => column)).size)}
      keepOnOutsideClick
      initialFocus={go}
      onClose={() => answerPaste(null)}
      footer={
        <>
          <button type="button" className={controls.button} onClick={() => answerPaste(null)}>
            {text('shell.cancel')}
          </button>
          <button
            ref={go}
            type="button"
            className={controls.primary}
            data-answer="accept"
            aria-disabled={coming === 0 || undefined}
            onClick={() => paste.current()}
          >
            {coming > 0 ? text('paste.go', { count: coming }) : text(into === null ? 'paste.choose' : 'paste.nothing')}
          </button>
        </>
      }
    >
      <div className={styles.body}>
        {isGuarded ? <Overwriting request={request} into={into} onChange={setInto} /> : null}
        <PastePreview request={request} cells={placed} records={isGuarded ? 0 : request.records} />
        {columnsBeyond > 0 ? (
          <p className={styles.lost}>{text('paste.columnsLost', { count: columnsBeyond })}</p>
        ) : null}
        {rowsBelow > 0 && !canAdd ? (
          <p className={styles.lost}>{text('paste.rowsLost', { count: rowsBelow })}</p>
        ) : null}
        {rowsBelow > 0 && canAdd ? (
          <label className={styles.choice}>
            <input type="checkbox" checked={addRows} onChange={event => setAddRows(event.target.checked)} />
            {text('paste.addRows', { count: rowsBelow })}
          </label>
        ) : null}
        {failed > 0 ? (
          <fieldset className={styles.choices}>
            <legend className={styles.legend}>{text('paste.failed', { count: failed })}</legend>
            {[true, false].map(value => (
              <label key={String(value)} className={styles.choice}>
                <input
                  type="radio"
                  name="faulty"
                  checked={withInvalid === value}
                  onChange={() => setWithInvalid(value)}
                />
                {text(value ? 'paste.takeFaulty' : 'paste.leaveFaulty')}
              </label>
            ))}
          </fieldset>
        ) : null}
      </div>
    </DialogFrame>
  )
}

interface OverwritingProps {
  readonly request: PasteRequest
  readonly into: Into
  onChange(into: Into): void
}

/** Warning about unselected stored records; overwriting is never the default. */
function Overwriting({ request: { records, asNew }, into, onChange }: OverwritingProps) {
  const text = useText()
  const choice = (of: Into, label: string) => (
    <label className={styles.choice} data-danger={of === 'rows' || undefined}>
      <input type="radio" name="into" checked={into === of} onChange={() => onChange(of)} />
      {label}
    </label>
  )
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{text('paste.runsOver')}</legend>
      {asNew ? choice('new', text('paste.asNew', { count: asNew.rowsBelow })) : null}
      {choice('rows', text('paste.overwrite', { count: records }))}
    </fieldset>
  )
}
