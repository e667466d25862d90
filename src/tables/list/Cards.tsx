import { useAtomValue } from 'jotai'
import { type CSSProperties, type KeyboardEvent, useCallback, useEffect, useState } from 'react'
import { type Entity, stateOf } from '#contract/schema/entity.ts'
import { localeAtom } from '../../data/language.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import { moneyMark } from '../../fields/units.ts'
import { fieldOf, type GridColumn } from '../../grid/state/column.ts'
import type { GridProps } from '../../grid/state/source.ts'
import { useScrollScaling } from '../../grid/view/useScrollScaling.ts'
import { DialIcon } from '../../ui/DialLink.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import skeleton from '../../ui/Skeleton.module.css'
import { useSlow } from '../../ui/Skeleton.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './Cards.module.css'

/** Height of a card in pixels, in a list. */
const listHeight = 68
const overscan = 6
/** Cards of the tallest phone. */
const maxInSight = 20
const loadingCards = 6
const listDetails = 3
const none: ReadonlySet<RowId> = new Set()

interface CardsProps extends GridProps {
  /** Entity, whose state stands at the end of the title. */
  readonly of: Pick<Entity, 'name' | 'state'>
  readonly cardHeight?: number
  readonly maxDetails?: number
  callOf?(row: RowValues): { readonly phone: string; readonly name: string } | undefined
}

/** List of a phone: records as cards, opened by a tap. */
export function Cards(props: CardsProps) {
  const { source, error, empty, footer, loading } = props
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const keepScroller = useCallback((element: HTMLDivElement | null) => {
    if (element) setScroller(element)
  }, [])
  return (
    <div className={styles.frame} data-cards={props.name}>
      {error}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows go between the links, which Tab reaches as well */}
      <div ref={keepScroller} className={styles.scroller} onKeyDown={moveOn} aria-busy={loading || undefined}>
        {loading ? <LoadingCards {...props} /> : null}
        {source.count === 0 && !error && !loading ? <div className={styles.empty}>{empty}</div> : null}
        {scroller ? <CardList {...props} scroller={scroller} /> : null}
      </div>
      {footer ? <div className={styles.foot}>{footer}</div> : null}
    </div>
  )
}

const bar = `${styles.skeleton} ${skeleton.breathing}`

function LoadingCards({ cardHeight = listHeight }: CardsProps) {
  const isSlow = useSlow()
  if (!isSlow) return null
  return (
    <ul className={styles.list} aria-hidden="true">
      {Array.from({ length: loadingCards }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are alike
        <li key={at} className={styles.card} style={placeOf(at * cardHeight, cardHeight)}>
          <span className={styles.open}>
            <i className={bar} />
            <i className={bar} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const placeOf = (top: number, cardHeight: number) => ({ '--top': `${top}px`, blockSize: cardHeight }) as CSSProperties

function CardList({ scroller, ...props }: CardsProps & { readonly scroller: HTMLElement }) {
  const { source, label, cardHeight = listHeight } = props
  const { base, rows } = useScrollScaling(scroller, source.count, cardHeight, 0)
  const [scrolled, setScrolled] = useState(0)
  useEffect(() => {
    const follow = () => setScrolled(Math.floor(scroller.scrollTop / cardHeight))
    scroller.addEventListener('scroll', follow, { passive: true })
    return () => scroller.removeEventListener('scroll', follow)
  }, [scroller, cardHeight])
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
  const { of: entity, columns, source, selection = none, index, top, onSelection } = props
  const { cardHeight = listHeight, maxDetails = listDetails, addressOf, onActive, callOf } = props
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
  const call = row && callOf?.(row)
  const isTitled = details.filter(isAmount).length > 1
  const isChecked = id !== undefined && selection.has(id)
  const check = () => {
    if (id === undefined) return
    onSelection?.(new Set(isChecked ? [...selection].filter(other => other !== id) : [...selection, id]))
  }
  const address = addressOf?.(index)
  const content = row ? (
    <>
      <span className={styles.line}>
        <strong className={styles.title}>
          {titles.map(column => (
            <span key={column.id}>{shown(column, row)}</span>
          ))}
          {titles.length === 0 ? text('tables.newRecord') : null}
        </strong>
        {state ? <span className={styles.state}>{shown(state, row)}</span> : null}
      </span>
      <span className={styles.details} data-lines={cardHeight > listHeight ? 2 : undefined}>
        {details.map(column => (
          <span key={column.id} data-detail={column.id} data-amount={isAmount(column) || undefined}>
            {isTitled && isAmount(column) ? <span className={styles.label}>{column.title}</span> : null}{' '}
            <b data-money={moneyMark(column.field, row[column.id])}>{shown(column, row)}</b> {column.unitIn?.(row)}
          </span>
        ))}
      </span>
    </>
  ) : null
  return (
    <li
      className={styles.card}
      style={placeOf(top, cardHeight)}
      data-row-id={id}
      data-index={index}
      data-state={source.state(index)}
      data-checked={isChecked || undefined}
    >
      {onSelection ? (
        <label className={styles.check}>
          <input type="checkbox" checked={isChecked} aria-label={text('grid.row')} onChange={check} />
        </label>
      ) : null}
      {content === null ? (
        <span className={bar} />
      ) : address === undefined ? (
        <div className={styles.open}>{content}</div>
      ) : (
        <PageLink className={styles.open} href={address} onFocus={() => onActive?.(index, id)} data-open-card="">
          {content}
        </PageLink>
      )}
      {call ? <DialIcon {...call} /> : null}
    </li>
  )
}
