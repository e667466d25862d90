import { useState } from 'react'
import type { ImportedRow, ImportOutcome, ImportReport } from '#contract/schema/transfer.ts'
import controls from '../../ui/controls.module.css'
import { useText } from '../../ui/useText.ts'
import styles from './ImportDialog.module.css'

const outcomes: readonly ImportOutcome[] = ['created', 'updated', 'unchanged', 'faulty']

/** Render limit: readable and fast. */
const step = 200

export function ImportPreview({ entity, name, report }: { entity: string; name: string; report: ImportReport }) {
  const text = useText()
  const { columns, rows, counts, ignored, records } = report
  const [onlyFaulty, setOnlyFaulty] = useState(counts.faulty > 0)
  const [most, setMost] = useState(step)
  const chosen = onlyFaulty ? rows.filter(row => row.outcome === 'faulty') : rows
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
            <input type="checkbox" checked={onlyFaulty} onChange={event => setOnlyFaulty(event.target.checked)} />
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
        <p className={styles.ignored}>{text('transfer.ignored', { columns: ignored.join(', ') })}</p>
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
              <Row key={row.line} entity={entity} row={row} columns={columns} tellsFaults={counts.faulty > 0} />
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
  tellsFaults: boolean
}

function Row({ entity, row: { line, outcome, cells, faults }, columns, tellsFaults }: RowProps) {
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
      {tellsFaults ? (
        <td className={styles.faults}>
          {Object.entries(faults).map(([field, fault]) => (
            <div key={field}>{field === '' ? fault : text('transfer.fault', { column: named(field), fault })}</div>
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
