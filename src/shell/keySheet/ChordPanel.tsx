import { useAtomValue } from 'jotai'
import { findCommand } from '../../commands/core/registry.ts'
import { commandTitle } from '../../commands/core/titles.ts'
import { pendingChordAtom } from '../../commands/keys/keys.ts'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './ChordPanel.module.css'

/** Chord panel: possible continuations after the first stroke. */
export function ChordPanel() {
  const text = useText()
  const pending = useAtomValue(pendingChordAtom)
  return (
    <div role="status" aria-live="polite">
      {pending ? (
        <div className={styles.panel}>
          <div className={styles.head}>
            <KeyCaps keys={pending.strokes.join(' ')} />
            <span>{text('keys.pending')}</span>
          </div>
          <ul className={styles.list}>
            {pending.next.map(({ stroke, command: id }) => {
              const command = findCommand(id)
              return command ? (
                <li className={styles.row} key={`${stroke} ${id}`}>
                  <KeyCaps keys={stroke} />
                  <span className={styles.title}>{commandTitle(command)}</span>
                </li>
              ) : null
            })}
          </ul>
        </div>
      ) : null}
    </div>
  )
}
