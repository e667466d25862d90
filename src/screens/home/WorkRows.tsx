import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { entityNamed } from '#contract/index.ts'
import { timeLeft } from '#contract/recall/deadlines.ts'
import { titleOfRow } from '#contract/rowTitle.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { HomeCounter } from '#contract/system/home.ts'
import { mendingStep } from '../../commands/entity/nextStep.ts'
import { plural, withinSentence } from '../../data/entityNames.ts'
import { reportError } from '../../data/errors.ts'
import { localeAtom } from '../../data/language.ts'
import { listRecords } from '../../data/records/records.ts'
import type { Row } from '../../data/records/row.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { homeRowsAtom, keepHomeRows } from '../../data/settings/homeRows.ts'
import { loginNow } from '../../data/settings/ofPerson.ts'
import { cells } from '../../fields/index.ts'
import { unitBeside } from '../../fields/quantities.ts'
import { quantitySourcesOf } from '../../fields/units.ts'
import { addressOfList } from '../../tables/filter/query.ts'
import controls from '../../ui/controls.module.css'
import { PageLink } from '../../ui/PageLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useText } from '../../ui/useText.ts'
import { counterId, counterTitle } from './home.ts'
import { StepButton } from './StepButton.tsx'
import type { SetFailures } from './useReadings.ts'
import styles from './WorkRows.module.css'
import { type RowsShown, rowsShown } from './work.ts'

interface WorkRowsProps {
  readonly counter: HomeCounter
  readonly now: string
  readonly maxRows: number
  /** Called after a step: other counters may have changed. */
  readonly onStep: () => void
  /** Its last reading failed: nothing is awaited. */
  readonly hasFailed: boolean
  readonly onFailure: SetFailures
}

/** Rows of a counter, each with the step that it waits for. */
export function WorkRows({ counter, now, maxRows, onStep, hasFailed, onFailure }: WorkRowsProps) {
  const text = useText()
  const shown = rowsShown[counter.key]
  const entity = entityNamed(counter.entity)
  const rows = useRows(counter, shown, maxRows, onFailure)
  const group = useRef<HTMLElement>(null)
  const focusAfter = useFocusAmong(group, rows)
  if (!shown || !entity) return null
  const { key, document } = counterTitle(counter)
  const address = addressOfList(counter.entity, counter.where)
  return (
    <section className={styles.group} ref={group} data-work={counterId(counter)}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <PageLink href={address} data-tone={counter.tone}>
            {text(key, document ? { document: withinSentence(plural(document)) } : {})}
            <span className={styles.count}>{counter.count}</span>
          </PageLink>
        </h3>
        {rows && counter.count > rows.length ? (
          <PageLink className={styles.more} href={address}>
            {text('home.allRows', { count: counter.count })}
          </PageLink>
        ) : null}
      </div>
      {rows ? (
        <ul hidden={rows.length === 0}>
          {rows.map((row, at) => (
            <WorkRow
              key={row.id}
              entity={entity}
              row={row}
              shown={shown}
              now={now}
              onStep={() => {
                focusAfter(at)
                onStep()
              }}
            />
          ))}
        </ul>
      ) : hasFailed ? null : (
        <AwaitedRows count={Math.min(counter.count, maxRows)} />
      )}
    </section>
  )
}

/** Room in px of a row with its line. */
const rowRoom = 41

function AwaitedRows({ count }: { count: number }) {
  return (
    <div className={styles.awaited} style={{ blockSize: count * rowRoom + 1 }} aria-hidden="true">
      <Skeleton shape="rows" />
    </div>
  )
}

/** First rows of a counter; those last read stay meanwhile. */
function useRows(counter: HomeCounter, shown: RowsShown | undefined, maxRows: number, onFailure: SetFailures) {
  const rows = useAtomValue(homeRowsAtom)?.[counterId(counter)] ?? null
  useEffect(() => {
    if (!shown) return undefined
    const of = loginNow()
    const reading = new AbortController()
    const query = { page: 1, size: maxRows, sort: shown.sort, where: counter.where }
    listRecords(counter.entity, query, reading.signal).then(
      page => reading.signal.aborted || keepHomeRows(of, counterId(counter), page.rows),
      error => {
        if (reading.signal.aborted) return
        reportError(error, counter.entity)
        onFailure(now => ({ ...now, [counterId(counter)]: error }))
      },
    )
    return () => reading.abort()
  }, [counter, shown, maxRows, onFailure])
  return rows
}

/** Focus of the next row when one is gone. */
function useFocusAmong(group: React.RefObject<HTMLElement | null>, rows: readonly Row[] | null) {
  const place = useRef(-1)
  const isStepped = useRef(false)
  const links = useCallback(() => [...(group.current?.querySelectorAll<HTMLElement>('li a[href]') ?? [])], [group])
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the rows
  useLayoutEffect(() => {
    if (!isStepped.current || document.activeElement !== document.body) return
    isStepped.current = false
    const left = links()
    const next = left[place.current] ?? left.at(-1) ?? group.current?.querySelector<HTMLElement>('a[href]')
    next?.focus()
  }, [rows, links])
  return (at: number) => {
    place.current = at
    isStepped.current = true
  }
}

interface WorkRowProps {
  readonly entity: Entity
  readonly row: Row
  readonly shown: RowsShown
  readonly now: string
  readonly onStep: () => void
}

function WorkRow({ entity, row, shown, now, onStep }: WorkRowProps) {
  const text = useText()
  const grants = useAtomValue(grantsAtom)
  const step = shown.hasStep ? mendingStep(entity, row) : undefined
  const path = `/${entity.name}/${row.id}`
  const isLed = shown.goTo && grants.has(shown.goTo.page)
  const to = isLed ? { title: shown.goTo.title, href: shown.goTo.path(row) } : { title: 'palette.open', href: path }
  const title = titleOfRow(entity, row, text)
  return (
    <li className={styles.row}>
      <PageLink className={styles.name} href={path} data-link="record">
        {title}
      </PageLink>
      <span className={styles.facts}>
        <Facts entity={entity} row={row} names={shown.facts} />
        {shown.since ? <Waiting since={row[shown.since]} now={now} /> : null}
      </span>
      {step ? (
        <StepButton step={step} title={title} onStep={onStep} />
      ) : (
        <PageLink className={controls.button} href={to.href} aria-label={`${text(to.title)} ${title}`} data-link="step">
          {text(to.title)}
        </PageLink>
      )}
    </li>
  )
}

function Facts({
  entity,
  row,
  names,
}: {
  readonly entity: Entity
  readonly row: Row
  readonly names: readonly string[]
}) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  return names.map(name => {
    const [field, value] = [entity.fields[name], row[name]]
    if (!field || value === null || value === undefined || value === '') return null
    const unit = unitBeside(name, entity.fields, quantitySourcesOf(entity.fields, name), row)
    return (
      <span key={name} data-fact={name}>
        {field.kind === 'date' ? `${text(`${entity.name}.${name}`)} ` : ''}
        {cells[field.kind].show(value, row, field, locale, name)}
        {unit ? ` ${unit}` : ''}
      </span>
    )
  })
}

function Waiting({ since, now }: { readonly since: unknown; readonly now: string }) {
  const text = useText()
  if (typeof since !== 'string') return null
  const { unit, ...parts } = timeLeft(since, now)
  return <span className={styles.since}>{text('home.waiting', { time: text(`timeLeft.${unit}`, parts) })}</span>
}
