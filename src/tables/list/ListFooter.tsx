import type { Entity } from '../../contract/schema/entity.ts'
import { Button } from '../Button.tsx'
import { faultText } from '../faultText.ts'
import styles from '../Screen.module.css'
import { useText } from '../useText.ts'
import { isFaulty } from './listSource.ts'
import type { List } from './useList.ts'

/** How many rows there are, what waits to be saved, and why the row of the cursor could not be. */
export function ListFooter({ entity, list }: { entity: Entity; list: List }) {
  const text = useText()
  const { window, drafts, view } = list
  const total = window.total()
  const failed = [...drafts.values()].filter(isFaulty).length
  const active = view.active === undefined ? undefined : drafts.get(view.active)
  const [path, fault] = Object.entries(active?.faults ?? {})[0] ?? []
  const title = path && entity.fields[path] ? text(`${entity.name}.${path}`) : path
  const said = active?.message || (fault ? `${title}: ${faultText(text, fault)}` : '')
  return (
    <div className={styles.footer}>
      {total === null ? null : <span>{text('tables.total', { count: total })}</span>}
      {drafts.size > 0 ? <span className={styles.unsaved}>{text('tables.drafts', { count: drafts.size })}</span> : null}
      {failed > 0 ? <span className={styles.faulty}>{text('tables.failedRows', { count: failed })}</span> : null}
      {drafts.size > 0 ? (
        <span className={styles.parts}>
          {view.part !== 'all' ? <Button command="list.all" look="quiet" /> : null}
          {view.part !== 'unsaved' ? <Button command="list.unsavedOnly" look="quiet" /> : null}
          {failed > 0 && view.part !== 'faulty' ? <Button command="list.faultyOnly" look="quiet" /> : null}
        </span>
      ) : null}
      <span className={styles.said} role="status">
        {said}
      </span>
    </div>
  )
}
