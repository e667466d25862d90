import { useAtomValue } from 'jotai'
import { FileDown, FileUp } from 'lucide'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import {
  type ImportedRow,
  type ImportOutcome,
  type ImportReport,
  importLimits,
  isNumbered,
  naturalKey,
  sheetLines,
} from '#contract/schema/transfer.ts'
import { registerHandler } from '../../commands/core/registry.ts'
import { importFile } from '../../commands/entity/entityImport.ts'
import { execute } from '../../commands/gate/execute.ts'
import { answerImport, type ImportRequest, importAtom } from '../../commands/gate/prompts.ts'
import { type LocalizedMessage, messageOf } from '../../data/api/localizedMessage.ts'
import { CallError } from '../../data/api/transport.ts'
import { listed, plural, withinSentence } from '../../data/entityNames.ts'
import { previewImport } from '../../data/records/transfer.ts'
import { useRevalidation } from '../../tables/form/useRevalidation.ts'
import controls from '../../ui/controls.module.css'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './ImportDialog.module.css'

/** Import dialog: file, row preview, then all-or-nothing import. */
export function ImportDialog() {
  const request = useAtomValue(importAtom)
  return request ? <ImportForm key={request.entity.name} request={request} /> : null
}

interface Looked {
  readonly file: File
  readonly report: ImportReport
}

const isReport = (data: unknown): data is ImportReport => typeof data === 'object' && data !== null && 'rows' in data

function ImportForm({ request: { entity } }: { request: ImportRequest }) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const go = useRef<HTMLButtonElement>(null)
  const [looked, setLooked] = useState<Looked | null>(null)
  const [busy, setBusy] = useState('')
  const [refusal, setRefusal] = useState<LocalizedMessage>()
  const [isOver, setOver] = useState(false)
  const title = text('transfer.title', { entity: withinSentence(plural(entity.name)) })
  const waiting = useRef(new AbortController())
  useEffect(() => () => waiting.current.abort(), [])

  async function asking(doing: string, work: () => Promise<void>) {
    setBusy(doing)
    setRefusal(undefined)
    try {
      await work()
    } catch (error) {
      if (waiting.current.signal.aborted) return
      if (!(error instanceof CallError)) throw error
      setRefusal(messageOf(error))
      if (looked && isReport(error.data)) setLooked({ file: looked.file, report: error.data })
    } finally {
      setBusy('')
    }
  }

  function look(file: File | undefined, isAgain = false) {
    if (!file || busy) return
    // Last report stays until replaced: the recheck may fail.
    if (!isAgain) setLooked(null)
    void asking(text('transfer.reading', { name: file.name }), async () => {
      if (file.size > importLimits.bytes) throw new CallError(413, text('error.tooLarge'), null, 413)
      setLooked({ file, report: await previewImport(entity.name, file, waiting.current.signal) })
    })
  }

  // Row errors come localized from the server.
  useRevalidation(() => look(looked?.file, true))

  const changing = looked ? looked.report.counts.created + looked.report.counts.updated : 0
  const faulty = looked?.report.counts.faulty ?? 0
  const isReady = looked !== null && !busy && faulty === 0 && changing > 0
  // Focus on the confirmation if valid, otherwise on the errors.
  useEffect(() => {
    if (looked) (looked.report.counts.faulty === 0 ? go : choose).current?.focus()
  }, [looked])

  const store = useRef(() => {})
  store.current = () => {
    if (!isReady) return
    void asking(text('transfer.storing'), async () => answerImport(await importFile(entity, looked.file)))
  }
  useEffect(() => registerHandler('dialog.accept', { run: () => store.current() }), [])

  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      look(event.dataTransfer.files[0])
    },
  }

  return (
    <DialogFrame
      open
      title={title}
      width={looked ? 1120 : 600}
      keepOnOutsideClick
      initialFocus={choose}
      onClose={() => answerImport(null)}
      footer={
        <>
          {looked ? (
            <button ref={choose} type="button" className={controls.quiet} onClick={() => input.current?.click()}>
              <Drawing of={FileUp} size={15} />
              {text('transfer.chooseOther')}
            </button>
          ) : null}
          <span className={styles.gap} />
          <button type="button" className={controls.button} onClick={() => answerImport(null)}>
            {text('shell.cancel')}
          </button>
          {looked ? (
            <button
              ref={go}
              type="button"
              className={controls.primary}
              data-answer="accept"
              aria-disabled={!isReady || undefined}
              aria-description={faulty > 0 ? text('transfer.mustFix', { count: faulty }) : undefined}
              onClick={() => store.current()}
            >
              {busy ? <span className={controls.spinner} /> : null}
              {faulty > 0
                ? text('button.import')
                : text(changing > 0 ? 'transfer.go' : 'transfer.nothing', { count: changing })}
            </button>
          ) : null}
        </>
      }
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text('transfer.choose')}
        accept=".xlsx,.csv,.txt"
        onChange={event => {
          look(event.target.files?.[0])
          // Reset allows choosing the same, corrected file.
          event.target.value = ''
        }}
      />
      <div className={styles.body} data-over={isOver || undefined} {...drop}>
        {looked ? (
          <ImportPreview entity={entity.name} name={looked.file.name} report={looked.report} />
        ) : (
          <>
            <p className={styles.intro}>
              {text(isNumbered(entity) ? 'transfer.introDocument' : 'transfer.intro', {
                key: naturalKey(entity)
                  .map(name => text(`${entity.name}.${name}`))
                  .join(' + '),
              })}
            </p>
            {sheetLines(entity) && isNumbered(entity) ? (
              <p className={styles.rules}>{text('transfer.introGroup', { group: text('transfer.group') })}</p>
            ) : null}
            {sheetLines(entity) ? <p className={styles.rules}>{text('transfer.introLines')}</p> : null}
            <p className={styles.rules}>{text('transfer.rules')}</p>
            <div className={styles.drop}>
              <button
                ref={choose}
                type="button"
                className={controls.primary}
                aria-disabled={busy !== '' || undefined}
                onClick={() => input.current?.click()}
              >
                <Drawing of={FileUp} size={15} />
                {text('transfer.choose')}
              </button>
              <span className={styles.hint}>{text('transfer.drop')}</span>
              <small className={styles.hint}>{text('transfer.limits', { rows: importLimits.rows })}</small>
            </div>
            <button
              type="button"
              className={controls.button}
              data-command={`${entity.name}.importTemplate`}
              onClick={() => void execute(`${entity.name}.importTemplate`)}
            >
              <Drawing of={FileDown} size={15} />
              {text('transfer.download')}
            </button>
          </>
        )}
        <p className={styles.busy} role="status">
          {busy ? <span className={controls.spinner} /> : null}
          {busy}
        </p>
        {refusal ? (
          <p className={styles.refusal} role="alert">
            {text(refusal.key, refusal.values)}
          </p>
        ) : null}
      </div>
    </DialogFrame>
  )
}

const outcomes: readonly ImportOutcome[] = ['created', 'updated', 'unchanged', 'faulty']

/** Render limit: readable and fast. */
const step = 200

function ImportPreview({ entity, name, report }: { entity: string; name: string; report: ImportReport }) {
  const text = useText()
  const { columns, rows, counts, ignored, records } = report
  const [onlyInvalid, setOnlyInvalid] = useState(counts.faulty > 0)
  const [most, setMost] = useState(step)
  const chosen = onlyInvalid ? rows.filter(row => row.outcome === 'faulty') : rows
  const caption = text('transfer.preview', { name })
  return (
    <section className={styles.preview} aria-label={caption}>
      <p className={styles.file}>
        {caption}
        {records === undefined ? null : ` · ${text('transfer.records', { count: records })}`}
      </p>
      <div className={styles.counts}>
        {outcomes.map(outcome => (
          <span
            key={outcome}
            className={styles.count}
            data-outcome={outcome}
            data-some={counts[outcome] > 0 || undefined}
          >
            {text('transfer.count', { outcome: text(`transfer.${outcome}`), count: counts[outcome] })}
          </span>
        ))}
        {counts.faulty > 0 ? (
          <label className={styles.only}>
            <input type="checkbox" checked={onlyInvalid} onChange={event => setOnlyInvalid(event.target.checked)} />
            {text('transfer.onlyFaulty')}
          </label>
        ) : null}
      </div>
      {counts.faulty > 0 ? (
        <p className={styles.mustFix} role="alert">
          {text('transfer.mustFix', { count: counts.faulty })}
        </p>
      ) : null}
      {ignored.length > 0 ? (
        <p className={styles.ignored}>{text('transfer.ignored', { columns: listed(ignored) })}</p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroller} tabIndex={0} aria-label={caption}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.number}>
                {text('transfer.line')}
              </th>
              <th scope="col">{text('transfer.outcome')}</th>
              {counts.faulty > 0 ? <th scope="col">{text('transfer.faults')}</th> : null}
              {columns.map(({ field, title }) => (
                <th key={field} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chosen.slice(0, most).map(row => (
              <Row key={row.line} entity={entity} row={row} columns={columns} tellsErrors={counts.faulty > 0} />
            ))}
          </tbody>
        </table>
        {chosen.length > most ? (
          <button type="button" className={controls.quiet} onClick={() => setMost(most + step)}>
            {text('transfer.more', { count: chosen.length - most })}
          </button>
        ) : null}
      </section>
    </section>
  )
}

interface RowProps {
  entity: string
  row: ImportedRow
  columns: ImportReport['columns']
  tellsErrors: boolean
}

function Row({ entity, row: { line, outcome, cells, faults }, columns, tellsErrors }: RowProps) {
  const text = useText()
  const named = (field: string) => columns.find(column => column.field === field)?.title ?? text(`${entity}.${field}`)
  return (
    <tr data-outcome={outcome} data-line={line}>
      <th scope="row" className={styles.number}>
        {line}
      </th>
      <td>
        <span className={styles.tag} data-outcome={outcome}>
          {text(`transfer.${outcome}`)}
        </span>
      </td>
      {tellsErrors ? (
        <td className={styles.faults}>
          {Object.entries(faults).map(([field, error]) => (
            <div key={field}>
              {field === '' ? error : text('transfer.fault', { column: named(field), fault: error })}
            </div>
          ))}
        </td>
      ) : null}
      {columns.map(({ field }, index) => (
        <td key={field} aria-invalid={faults[field] ? true : undefined} title={faults[field] ?? cells[index]}>
          {cells[index]}
        </td>
      ))}
    </tr>
  )
}
