import { useAtomValue } from 'jotai'
import { contextAtom } from '../commands/context.ts'
import type { FoundRecord } from '../commands/recordSearch.ts'
import { reasonAgainst } from '../commands/refusal.ts'
import { findCommand } from '../commands/registry.ts'
import type { Hit } from '../commands/search.ts'
import { entityNamed } from '../contract/index.ts'
import { iconOf, keyHere } from '../tables/commandLook.ts'
import { Icon } from '../tables/icons.tsx'
import { KeyCaps } from '../tables/KeyCaps.tsx'
import { useText } from '../tables/useText.ts'
import styles from './Palette.module.css'

interface RowProps {
  slot: number
  total: number
}

/** A command: its title, where it belongs, what was found, why it cannot run, its key. */
export function CommandRow({ hit: { entry, reason: matched }, slot, total, ...rest }: RowProps & { hit: Hit }) {
  const text = useText()
  const command = findCommand(entry.id)
  const reason = command && reasonAgainst(command, 'palette')
  const { page } = useAtomValue(contextAtom)
  const key = command && keyHere(command, page)
  return (
    <div
      {...rest}
      className={styles.row}
      id={`palette-option-${slot}`}
      data-command={entry.id}
      data-enabled={reason === undefined}
      role="option"
      tabIndex={-1}
      aria-posinset={slot + 1}
      aria-setsize={total}
    >
      <span className={styles.icon}>
        <Icon name={command && iconOf(command)} />
      </span>
      <span className={styles.title}>{entry.title}</span>
      <span className={styles.subtitle}>{text(entry.group)}</span>
      {matched ? <span className={styles.matched}>{text('palette.matched', { text: matched })}</span> : null}
      <span className={styles.space} />
      {reason ? <span className={styles.reason}>{text(reason)}</span> : null}
      {key ? <KeyCaps keys={key} /> : null}
    </div>
  )
}

/** A record: its number or name, what it is, and what tells it apart. */
export function RecordRow({ record, slot, total, ...rest }: RowProps & { record: FoundRecord }) {
  const text = useText()
  return (
    <div
      {...rest}
      className={styles.row}
      id={`palette-option-${slot}`}
      data-record={record.path}
      role="option"
      tabIndex={-1}
      aria-posinset={slot + 1}
      aria-setsize={total}
    >
      <span className={styles.icon}>
        <Icon name={entityNamed(record.entity)?.icon} />
      </span>
      <span className={styles.title}>{record.title}</span>
      <span className={styles.subtitle}>{text(record.entity)}</span>
      <span className={styles.space} />
      <span className={styles.reason}>{record.detail}</span>
    </div>
  )
}
