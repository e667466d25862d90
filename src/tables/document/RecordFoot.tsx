import { shippedText } from '#contract/messages/shippedNames.ts'
import { momentHint } from '../../data/plantClock.ts'
import type { Row } from '../../data/records/row.ts'
import { showInstant } from '../../fields/days.ts'
import { useText } from '../../ui/useText.ts'
import styles from './Record.module.css'

/** Author and last editor of a stored record. */
export function RecordFoot({ row }: { row: Row }) {
  const text = useText()
  if (!row.createdAt) return null
  const named = (label: unknown) =>
    typeof label === 'string' ? shippedText('user', label, text) : text('history.system')
  const created = { who: named(row.createdBy$label), when: showInstant(row.createdAt) }
  const changed = { who: named(row.updatedBy$label), when: showInstant(row.updatedAt) }
  const isChanged = created.who !== changed.who || created.when !== changed.when
  return (
    <footer className={styles.foot} data-record-foot>
      <span title={momentHint(String(row.createdAt))}>{text('history.created', created)}</span>
      {isChanged ? <span title={momentHint(String(row.updatedAt))}>{text('history.changed', changed)}</span> : null}
    </footer>
  )
}
