import { useMemo, useState } from 'react'
import { errorText } from '../../../fields/errorText.ts'
import controls from '../../../ui/controls.module.css'
import { useText } from '../../../ui/useText.ts'
import type { PasteRequest } from '../pasteDialogs.ts'
import { type Planned, pasteCounts } from '../planning.ts'
import styles from './Clipboard.module.css'

const outcomes = ['ok', 'coerced', 'failed', 'skipped'] as const

/** Initial row limit: more than a screen, few enough to render instantly. */
const atFirst = 25
const step = 100

const isDoubtful = ({ reading: { outcome } }: Planned) => outcome === 'coerced' || outcome === 'failed'

interface PastePreviewProps {
  readonly request: PasteRequest
  readonly cells: readonly Planned[]
  /** Stored records to change, unless the warning already counts them. */
  readonly records: number
}

export function PastePreview({ request, cells, records }: PastePreviewProps) {
  const { columns, count } = request
  const text = useText()
  const counts = useMemo(() => pasteCounts(cells), [cells])
  const rows = useMemo(() => [...Map.groupBy(cells, ({ row }) => row)], [cells])
  const shown = useMemo(() => [...new Set(cells.map(({ column }) => column))].sort((a, b) => a - b), [cells])
  const hasDoubtful = counts.coerced + counts.failed > 0
  const [onlyDoubtful, setOnlyDoubtful] = useState(hasDoubtful && rows.length > step)
  const [most, setMost] = useState(hasDoubtful && rows.length <= step ? step : atFirst)
  const chosen = onlyDoubtful ? rows.filter(([, row]) => row.some(isDoubtful)) : rows
  const caption = text('paste.title', { label: request.label })
  return (
    <section className={styles.preview} aria-label={caption}>
      <div className={styles.counts}>
        {records > 0 ? (
          <span className={styles.count} data-outcome="failed">
            {text('paste.overwrite', { count: records })}
          </span>
        ) : null}
        {outcomes
          .filter(outcome => counts[outcome] > 0)
          .map(outcome => (
            <span key={outcome} className={styles.count} data-outcome={outcome}>
              {text(`paste.${outcome}`, { count: counts[outcome] })}
            </span>
          ))}
        {hasDoubtful ? (
          <label className={styles.only}>
            <input type="checkbox" checked={onlyDoubtful} onChange={event => setOnlyDoubtful(event.target.checked)} />
            {text('paste.onlyDoubtful')}
          </label>
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroller} tabIndex={0} aria-label={caption}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.number}>
                {text('paste.row')}
              </th>
              {shown.map(at => (
                <th key={at} scope="col">
                  {columns[at]?.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chosen.slice(0, most).map(([row, of]) => (
              <tr key={row}>
                <th scope="row" className={styles.number}>
                  {row < count ? row + 1 : text('paste.newRow', { number: row - count + 1 })}
                </th>
                {shown.map(at => (
                  <Cell key={at} request={request} cell={of.find(({ column }) => column === at)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {chosen.length > most ? (
          <button type="button" className={controls.quiet} onClick={() => setMost(most + step)}>
            {text('paste.more', { count: chosen.length - most })}
          </button>
        ) : null}
      </section>
    </section>
  )
}

function Cell({ request, cell }: { request: PasteRequest; cell: Planned | undefined }) {
  const text = useText()
  if (!cell) return <td />
  const { reading, given } = cell
  const before = request.before(cell)
  const after = request.after(cell)
  const isFailed = reading.outcome === 'failed'
  const isChanged = reading.outcome !== 'skipped' && before !== after && before !== ''
  return (
    <td data-outcome={reading.outcome} aria-invalid={isFailed || undefined}>
      <span className={styles.value}>
        {reading.outcome === 'skipped' ? given : after || (given || before ? text('paste.empty') : '')}
      </span>
      {isChanged ? <small className={styles.was}>{text('paste.was', { value: before })}</small> : null}
      {reading.outcome === 'coerced' ? (
        <small className={styles.note}>
          {text('paste.given', { value: given })} · {text(`paste.note.${reading.note}`)}
        </small>
      ) : null}
      {isFailed ? (
        <small className={styles.fault}>
          {errorText(text, reading.fieldError)}
          {reading.candidates ? ` ${text('paste.candidates', { names: reading.candidates.join(' · ') })}` : ''}
        </small>
      ) : null}
      {reading.outcome === 'skipped' ? (
        <small className={styles.was}>{text(`paste.skip.${reading.reason}`)}</small>
      ) : null}
    </td>
  )
}
