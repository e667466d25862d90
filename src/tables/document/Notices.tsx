import { showInstant } from '../../fields/days.ts'
import { Button } from '../../ui/Button.tsx'
import { isNotPermitted, NotPermitted } from '../../ui/NotPermitted.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './Record.module.css'
import type { Document } from './useDocument.ts'

/** Obstacles to saving: version conflict, errors, refusal, failed load. */
export function Notices({ document, isMissing }: { document: Document; isMissing: boolean }) {
  const text = useText()
  const { entity, isStale, contested, stored, faults, error, values } = document
  const message = document.message && text(document.message)
  const count = Object.keys(faults).length
  if (isMissing) return <p className={styles.notice}>{text('tables.notFound')}</p>
  if (isNotPermitted(error) && !values) return <NotPermitted page={entity.name} />
  if (error && !values)
    return (
      <div className={styles.notice} data-tone="danger" role="alert">
        <span>{text('tables.failed', { message: error.message })}</span>
        <Button command="list.refresh" label={text('tables.retry')} />
      </div>
    )
  if (isStale) {
    const who = stored?.updatedBy$label
    const when = showInstant(stored?.updatedAt)
    const fields = contested.map(name => text(`${entity.name}.${name}`)).join('、')
    const said = who ? text('tables.staleBy', { who: String(who), when }) : text('tables.stale')
    return (
      <div className={styles.notice} data-tone="warning" role="alert">
        <span>{[message || said, fields].filter(Boolean).join(' · ')}</span>
        <Button command="record.takeLatest" />
        <Button command="record.keepMine" />
      </div>
    )
  }
  if (message !== '' || count > 0)
    return (
      <p className={styles.notice} data-tone="danger" role="alert">
        {[message, count > 0 ? text('tables.faults', { count }) : ''].filter(Boolean).join(' · ')}
      </p>
    )
  return null
}
