import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Entity } from '#contract/schema/entity.ts'
import type { HistoryEntry } from '#contract/system/recordHistory.ts'
import { recordAddress } from '../../commands/core/recordLinks.ts'
import { intlAtom } from '../../data/language.ts'
import { loadHistory } from '../../data/records/auditHistory.ts'
import type { Row } from '../../data/records/row.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { showInstant } from '../../fields/days.ts'
import { Tag } from '../../fields/Tag.tsx'
import controls from '../../ui/controls.module.css'
import { PageLink } from '../../ui/PageLink.tsx'
import { useNow } from '../../ui/useNow.ts'
import { useText } from '../../ui/useText.ts'
import styles from './AuditHistory.module.css'
import { Changes } from './Changes.tsx'

interface Shown {
  readonly entries: readonly HistoryEntry[]
  readonly hasMore: boolean
  readonly error?: string
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Entries of a record, loaded anew with each of its versions. */
function useHistory(entity: Entity, row: Row) {
  const { id } = row
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    let isLeft = false
    const put = (next: Shown) => !isLeft && setShown(next)
    loadHistory(entity.name, row.id).then(
      ({ rows, more }) => put({ entries: rows, hasMore: more }),
      error => put({ entries: [], hasMore: false, error: messageOf(error) }),
    )
    return () => {
      isLeft = true
    }
  }, [entity, row])
  const loadMore = async () => {
    try {
      const { rows, more } = await loadHistory(entity.name, id, shown?.entries.at(-1)?.id)
      setShown(before => ({ entries: [...(before?.entries ?? []), ...rows], hasMore: more }))
    } catch (error) {
      setShown(before => ({ entries: [], hasMore: false, ...before, error: messageOf(error) }))
    }
  }
  return { shown, loadMore }
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

function Moment({ at }: { at: string }) {
  const { formatRelativeTime } = useAtomValue(intlAtom)
  const now = useNow()
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000)
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? ['second', Number.POSITIVE_INFINITY]
  return (
    <time className={styles.moment} dateTime={at} title={at}>
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
  if (address === undefined) return <span className={styles.person}>{by.label}</span>
  return (
    <PageLink className={styles.person} href={address}>
      {by.label}
    </PageLink>
  )
}

interface AuditHistoryProps {
  entity: Entity
  row: Row
}

/** Changes of a record, newest first. */
export function AuditHistory({ entity, row }: AuditHistoryProps) {
  const text = useText()
  const { shown, loadMore } = useHistory(entity, row)
  if (!shown) return <p className={styles.note}>{text('tables.loading')}</p>
  const { entries, hasMore, error } = shown
  return (
    <section className={styles.history} aria-label={text('history.title')}>
      {error === undefined ? null : (
        <p className={styles.note} role="alert">
          {text('history.failed', { message: error })}
        </p>
      )}
      {entries.length === 0 && error === undefined ? <p className={styles.note}>{text('history.empty')}</p> : null}
      <ol className={styles.entries}>
        {entries.map(entry => (
          <li key={entry.id} className={styles.entry} data-history={entry.action}>
            <div className={styles.head}>
              <Person by={entry.by} />
              <Tag code={entry.action} enumeration="AuditAction">
                {text(`AuditAction.${entry.action}`)}
              </Tag>
              <Moment at={entry.at} />
            </div>
            {entry.reason ? <p className={styles.reason}>{text('history.reason', { reason: entry.reason })}</p> : null}
            <Changes entity={entity} row={row} entry={entry} />
          </li>
        ))}
      </ol>
      {hasMore ? (
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
