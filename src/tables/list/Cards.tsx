import { useAtomValue } from 'jotai'
import { type CSSProperties, type KeyboardEvent, useCallback, useEffect, useState } from 'react'
import { entityNamed } from '#contract/index.ts'
import { type Entity, stateOf } from '#contract/schema/entity.ts'
import { localeAtom } from '../../data/language.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { moneyMark } from '../../fields/units.ts'
import { fieldOf, type GridColumn } from '../../grid/state/column.ts'
import type { GridProps } from '../../grid/state/source.ts'
import { Grid } from '../../grid/view/Grid.tsx'
import { useScrollScaling } from '../../grid/view/useScrollScaling.ts'
import { PageLink } from '../../ui/PageLink.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import { useText } from '../../ui/useText.ts'
import styles from './Cards.module.css'
import { activeAtom } from './view.ts'

/** Height of a card in pixels. */
const cardHeight = 68
const overscan = 6
/** Cards of the tallest phone. */
const maxInSight = 20
const maxDetails = 3
const none: ReadonlySet<RowId> = new Set()

interface CardsProps extends GridProps {
  readonly of: Entity
}

/** Rows of a list: a grid, or cards on a phone. */
export function ListRows(props: GridProps) {
  const entity = entityNamed(props.name)
  return usePhone() && entity && props.addressOf ? <Cards {...props} of={entity} /> : <Grid {...props} />
}

/** List of a phone: a card of two lines each. */
function Cards(props: CardsProps) {
  const { source, error, empty, footer } = props
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const keepScroller = useCallback((element: HTMLDivElement | null) => {
    if (element) setScroller(element)
  }, [])
  return (
    <div className={styles.frame} data-cards={props.name}>
      {error}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows go between the links, which Tab reaches as well */}
      <div ref={keepScroller} className={styles.scroller} onKeyDown={moveOn}>
        {source.count === 0 && !error ? <div className={styles.empty}>{empty}</div> : null}
        {scroller ? <CardList {...props} scroller={scroller} /> : null}
      </div>
      <div className={styles.foot}>{footer}</div>
    </div>
  )
}

function CardList({ scroller, ...props }: CardsProps & { readonly scroller: HTMLElement }) {
  const { source, label } = props
  const { base, rows } = useScrollScaling(scroller, source.count, cardHeight, 0)
  const [scrolled, setScrolled] = useState(0)
  useEffect(() => {
    const follow = () => setScrolled(Math.floor(scroller.scrollTop / cardHeight))
    scroller.addEventListener('scroll', follow, { passive: true })
    return () => scroller.removeEventListener('scroll', follow)
  }, [scroller])
  const first = base + scrolled
  const from = Math.max(base, Math.min(first, source.count - 1) - overscan)
  const to = Math.min(base + rows - 1, first + maxInSight + overscan)
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may be a query whose rows are not loaded
  useEffect(() => source.ensure(from, to), [source.version, from, to])
  return (
    <ul className={styles.list} aria-label={label} style={{ blockSize: rows * cardHeight }}>
      {indexes.map(index => (
        <Card key={source.rowId(index) ?? `at:${index}`} {...props} index={index} top={(index - base) * cardHeight} />
      ))}
    </ul>
  )
}

function moveOn(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  if (!(event.target instanceof Element)) return
  const next = event.target.closest('li')?.[step[event.key]]?.querySelector('a')
  if (!next) return
  event.preventDefault()
  next.focus()
}

const isAmount = ({ kind }: GridColumn) => kind.align === 'end'
const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '' && value !== false

function Card(props: CardsProps & { readonly index: number; readonly top: number }) {
  const { of: entity, columns, source, selection = none, index, top, addressOf, onSelection } = props
  const text = useText()
  const locale = useAtomValue(localeAtom)
  const row = source.row(index)
  const id = source.rowId(index)
  const shown = (column: GridColumn, values: RowValues) =>
    column.kind.show(values[column.id], values, fieldOf(column), locale, column.id)
  const state = columns.find(column => column.id === stateOf(entity) && column.kind.align !== 'end')
  const filled = columns.filter(column => row && isFilled(row[column.id]))
  const titles = filled.filter(column => column.isKey)
  const details = filled.filter(column => !column.hidden && !column.isKey && column !== state).slice(0, maxDetails)
  // Several numbers of one card need their titles.
  const isTitled = details.filter(isAmount).length > 1
  const isChecked = id !== undefined && selection.has(id)
  const check = () => {
    if (id === undefined) return
    onSelection?.(new Set(isChecked ? [...selection].filter(other => other !== id) : [...selection, id]))
  }
  const address = addressOf?.(index)
  return (
    <li
      className={styles.card}
      style={{ '--top': `${top}px`, blockSize: cardHeight } as CSSProperties}
      data-row-id={id}
      data-index={index}
      data-state={source.state(index)}
      data-checked={isChecked || undefined}
    >
      <label className={styles.check}>
        <input type="checkbox" checked={isChecked} aria-label={text('grid.row')} onChange={check} />
      </label>
      {row && address !== undefined ? (
        <PageLink
          className={styles.open}
          href={address}
          onFocus={() => store.set(activeAtom(entity.name), id)}
          data-open-card=""
        >
          <span className={styles.line}>
            <strong className={styles.title}>
              {titles.map(column => (
                <span key={column.id}>{shown(column, row)}</span>
              ))}
              {titles.length === 0 ? text('tables.newRecord') : null}
            </strong>
            {state ? <span className={styles.state}>{shown(state, row)}</span> : null}
          </span>
          <span className={styles.details}>
            {details.map(column => (
              <span key={column.id} data-detail={column.id}>
                {isTitled && isAmount(column) ? `${column.title} ` : null}
                <b data-money={moneyMark(column.field, row[column.id])}>{shown(column, row)}</b> {column.unitIn?.(row)}
              </span>
            ))}
          </span>
        </PageLink>
      ) : (
        <span className={styles.skeleton} />
      )}
    </li>
  )
}
