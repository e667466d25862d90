import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { entityNamed } from '#contract/index.ts'
import { shippedText } from '#contract/messages/shippedNames.ts'
import { type Entity, stateOf } from '#contract/schema/entity.ts'
import { permits } from '#contract/schema/permission.ts'
import type { HistoryEntry, RecordHistory } from '#contract/system/recordHistory.ts'
import { recordAddress } from '../../commands/core/recordLinks.ts'
import { wordsOf } from '../../data/api/localizedMessage.ts'
import { mayRecover } from '../../data/api/transport.ts'
import { intlAtom } from '../../data/language.ts'
import { dayOf, momentHint } from '../../data/plantClock.ts'
import { onRecovery } from '../../data/realtime/recovery.ts'
import { loadHistory, withNewest, withOlder } from '../../data/records/auditHistory.ts'
import type { Row } from '../../data/records/row.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { showInstant } from '../../fields/days.ts'
import { Tag } from '../../fields/Tag.tsx'
import { literalInWords } from '../../fields/textCells.ts'
import { toneOf } from '../../fields/tone.ts'
import controls from '../../ui/controls.module.css'
import { PageLink } from '../../ui/PageLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useNow } from '../../ui/useNow.ts'
import { useText } from '../../ui/useText.ts'
import { addressOfList } from '../filter/query.ts'
import form from '../form/Form.module.css'
import styles from './AuditHistory.module.css'
import { Changes } from './Changes.tsx'

const nothing: RecordHistory = { rows: [], more: false }

function useHistory(entity: Entity, row: Row) {
  const { id } = row
  const [known, setKnown] = useState<RecordHistory | null>(null)
  const [error, setError] = useState<unknown>(null)
  const isLoading = useRef(false)
  useEffect(() => {
    let isLeft = false
    const put = (page: RecordHistory) => {
      if (isLeft) return
      setKnown(before => withNewest(before, page))
      setError(null)
    }
    loadHistory(entity.name, row.id).then(put, failure => !isLeft && setError(failure))
    return () => {
      isLeft = true
    }
  }, [entity, row])
  const loadMore = async () => {
    if (isLoading.current) return
    isLoading.current = true
    try {
      const from = known?.rows.at(-1)?.id
      const page = await loadHistory(entity.name, id, from)
      setKnown(before => withOlder(before ?? nothing, page, from))
      setError(null)
    } catch (failure) {
      setError(failure)
    } finally {
      isLoading.current = false
    }
  }
  const isUnanswered = known === null && mayRecover(error)
  useEffect(() => (isUnanswered ? onRecovery(() => void loadMore()) : undefined))
  return { known, error, loadMore }
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

function Moment({ at, now }: { at: string; now: number }) {
  const { formatRelativeTime } = useAtomValue(intlAtom)
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000)
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? ['second', Number.POSITIVE_INFINITY]
  return (
    <time className={styles.moment} dateTime={at} title={momentHint(at)}>
      {formatRelativeTime(-Math.floor(seconds / size), unit, { numeric: 'auto' })}
      <small>{showInstant(at)}</small>
    </time>
  )
}

function Person({ by }: Pick<HistoryEntry, 'by'>) {
  const text = useText()
  const grants = useAtomValue(grantsAtom)
  if (!by) return <span className={styles.person}>{text('history.system')}</span>
  const address = recordAddress(grants, 'user', by.id)
  const name = shippedText('user', by.label, text)
  if (address === undefined) return <span className={styles.person}>{name}</span>
  return (
    <PageLink className={styles.person} href={address}>
      {name}
    </PageLink>
  )
}

function Day({ of, after }: { of: HistoryEntry; after: HistoryEntry | undefined }) {
  const day = dayOf(new Date(of.at))
  return after && dayOf(new Date(after.at)) === day ? null : <h3 className={styles.day}>{day}</h3>
}

function StateLog({ entity, id }: { entity: Entity; id: number }) {
  const text = useText()
  const grants = useAtomValue(grantsAtom)
  const state = entity.fields[stateOf(entity)]?.enumeration
  const log = entity.related?.find(({ entity: name }) => {
    const of = entityNamed(name)
    return of?.appendOnly && Object.values(of.fields).some(({ enumeration }) => enumeration && enumeration === state)
  })
  if (!log || !permits(grants, { menu: log.entity })) return null
  return (
    <PageLink className={form.link} href={addressOfList(log.entity, [{ field: log.by, op: 'eq', value: id }])}>
      {text('history.statesIn', { log: text(log.entity) })}
    </PageLink>
  )
}

interface AuditHistoryProps {
  entity: Entity
  row: Row
}

export function AuditHistory({ entity, row }: AuditHistoryProps) {
  const text = useText()
  const now = useNow()
  const { known, error, loadMore } = useHistory(entity, row)
  if (!known && error === null) return <Skeleton shape="rows" />
  const { rows, more } = known ?? nothing
  return (
    <section className={styles.history} aria-label={text('history.title')}>
      {error === null ? null : (
        <p className={styles.note} role="alert">
          {text('history.failed', { message: wordsOf(error)() })}
        </p>
      )}
      {rows.length === 0 && error === null ? <p className={styles.note}>{text('history.empty')}</p> : null}
      <StateLog entity={entity} id={row.id} />
      <ol className={styles.entries}>
        {rows.map((entry, at) => (
          <li key={entry.id} className={styles.entry} data-history={entry.action}>
            <Day of={entry} after={rows[at - 1]} />
            <div className={styles.head}>
              <Person by={entry.by} />
              <Tag tone={toneOf(entry.action, 'AuditAction')}>{text(`AuditAction.${entry.action}`)}</Tag>
              <Moment at={entry.at} now={now} />
            </div>
            {entry.printed ? <p className={styles.reason}>{literalInWords(entry.printed, entity.name)}</p> : null}
            {entry.reason ? <p className={styles.reason}>{text('history.reason', { reason: entry.reason })}</p> : null}
            <Changes entity={entity} row={row} entry={entry} />
          </li>
        ))}
      </ol>
      {more ? (
        <button
          type="button"
          className={`${controls.button} ${styles.more}`}
          data-history-more
          onClick={() => void loadMore()}
        >
          {text('history.more')}
        </button>
      ) : null}
    </section>
  )
}
