import { useAtomValue } from 'jotai'
import { type CSSProperties, type KeyboardEvent, type UIEvent, useEffect, useState } from 'react'
import { entityNamed } from '#contract/index.ts'
import { type Entity, stateOf } from '#contract/schema/entity.ts'
import { localeAtom } from '../../data/language.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { fieldOf, type GridColumn } from '../../grid/state/column.ts'
import type { GridProps } from '../../grid/state/source.ts'
import { Grid } from '../../grid/view/Grid.tsx'
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

/** List of a phone: a record is a card of two lines, opened by a tap. */
function Cards(props: CardsProps) {
  const { source, error, empty, footer, label } = props
  const [first, setFirst] = useState(0)
  const from = Math.max(0, Math.min(first, source.count - 1) - overscan)
  const to = Math.min(source.count - 1, first + maxInSight + overscan)
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may be a query whose rows are not loaded
  useEffect(() => source.ensure(from, to), [source.version, from, to])
  const follow = (event: UIEvent) => setFirst(Math.floor(event.currentTarget.scrollTop / cardHeight))
  return (
    <div className={styles.frame} data-cards={props.name}>
      {error}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows go between the links, which Tab reaches as well */}
      <div className={styles.scroller} onScroll={follow} onKeyDown={moveOn}>
        {source.count === 0 && !error ? <div className={styles.empty}>{empty}</div> : null}
        <ul className={styles.list} aria-label={label} style={{ blockSize: source.count * cardHeight }}>
          {indexes.map(index => (
            <Card key={source.rowId(index) ?? index} {...props} index={index} />
          ))}
        </ul>
      </div>
      <div className={styles.foot}>{footer}</div>
    </div>
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

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '' && value !== false

function Card(props: CardsProps & { readonly index: number }) {
  const { of: entity, columns, source, selection = none, index, addressOf, onSelection } = props
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
  const isChecked = id !== undefined && selection.has(id)
  const check = () => {
    if (id === undefined) return
    onSelection?.(new Set(isChecked ? [...selection].filter(other => other !== id) : [...selection, id]))
  }
  const address = addressOf?.(index)
  return (
    <li
      className={styles.card}
      style={{ '--top': `${index * cardHeight}px`, blockSize: cardHeight } as CSSProperties}
      data-row-id={id}
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
              <span key={column.id}>{shown(column, row)}</span>
            ))}
          </span>
        </PageLink>
      ) : (
        <span className={styles.skeleton} />
      )}
    </li>
  )
}
