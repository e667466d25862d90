import { useAtomValue } from 'jotai'
import type { Entity } from '#contract/schema/entity.ts'
import { isPersistedAtom } from '../../data/drafts/draftLog.ts'
import { maxRows, savingAtom } from '../../data/drafts/draftSaving.ts'
import { grouped } from '../../data/numerals.ts'
import type { RowValues } from '../../data/records/row.ts'
import { errorText } from '../../fields/errorText.ts'
import { Button } from '../../ui/Button.tsx'
import styles from '../../ui/Screen.module.css'
import { useText } from '../../ui/useText.ts'
import { draftCounts } from './listSource.ts'
import { PendingChangesBar } from './PendingChangesBar.tsx'
import type { List } from './useList.ts'
import { activeAtom } from './view.ts'

const tones = [
  ['changed', 'unsaved'],
  ['new', 'unsaved'],
  ['faulty', 'faulty'],
  ['conflicts', 'contested'],
] as const

/** List footer: row count, unsaved changes, errors, save progress. */
export function ListFooter({ entity, list }: { entity: Entity; list: List }) {
  const text = useText()
  const { window, drafts, view } = list
  const row = useAtomValue(activeAtom(entity.name))
  const saving = useAtomValue(savingAtom)
  const isMirrored = useAtomValue(isPersistedAtom)
  const total = window.total()
  const counts = draftCounts(drafts)
  const hasFailed = [...drafts.values()].some(({ failed }) => failed)
  const active = row === undefined ? undefined : drafts.get(row)
  const [path, fieldError] = Object.entries(active?.fieldErrors ?? {})[0] ?? []
  const title = path && entity.fields[path] ? text(`${entity.name}.${path}`) : path
  const said = active?.message ? text(active.message) : fieldError ? `${title}: ${errorText(text, fieldError)}` : ''
  return (
    <div className={styles.footer} data-form={entity.asForm || undefined}>
      {total === null || entity.asForm ? null : (
        <span>{text(window.hasMore() ? 'tables.totalOfMore' : 'tables.total', { count: total })}</span>
      )}
      <Sums entity={entity} sums={window.sums()} />
      <PendingChangesBar window={window} />
      {tones.map(([name, tone]) =>
        counts[name] > 0 ? (
          <span key={name} className={styles[tone]} data-count={name}>
            {text(`drafts.${name}`, { count: counts[name] })}
          </span>
        ) : null,
      )}
      {saving?.entity === entity.name && saving.total > maxRows ? (
        <span className={styles.saving} role="status">
          <progress value={saving.done} max={saving.total} />
          {text('drafts.progress', { done: saving.done, total: saving.total })}
          <Button command="list.stopSaving" look="quiet" />
        </span>
      ) : null}
      {drafts.size > 0 && !entity.asForm ? (
        <span className={styles.parts}>
          {view.part !== 'all' ? <Button command="list.all" look="quiet" /> : null}
          {view.part !== 'unsaved' ? <Button command="list.unsavedOnly" look="quiet" /> : null}
          {counts.faulty > 0 && view.part !== 'faulty' ? <Button command="list.faultyOnly" look="quiet" /> : null}
          {hasFailed ? <Button command="list.retryFailed" look="quiet" /> : null}
          {counts.conflicts > 0 && view.part !== 'conflicts' ? (
            <Button command="list.conflictsOnly" look="quiet" />
          ) : null}
        </span>
      ) : null}
      {drafts.size > 0 && !isMirrored ? <span className={styles.faulty}>{text('drafts.notKept')}</span> : null}
      <span className={styles.said} role="status">
        {said}
      </span>
    </div>
  )
}

function Sums({ entity, sums }: { entity: Entity; sums: RowValues | null }) {
  const text = useText()
  if (!sums) return null
  return (
    <span className={styles.sums}>
      {(entity.sums ?? []).map(name => (
        <span key={name} data-sum={name}>
          {text(`${entity.name}.${name}`)} {grouped(String(sums[name]))} kg
        </span>
      ))}
      {sums.unweighed === 0 ? null : <span>{text('gridTotal.unweighed', { count: Number(sums.unweighed) })}</span>}
    </span>
  )
}
