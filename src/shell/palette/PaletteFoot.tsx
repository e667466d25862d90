import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './Palette.module.css'
import type { Pane } from './state/pane.ts'

const mostBeside = 3

/** Result count (live) and key hints. */
export function PaletteFoot({ pane }: { pane: Pane }) {
  const text = useText()
  return (
    <footer className={styles.foot}>
      <span aria-live="polite">{pane.count}</span>
      {pane.items.length > 1 && pane.notes.length <= mostBeside ? (
        <span className={styles.footKey}>
          <KeyCaps keys="up" />
          <KeyCaps keys="down" /> {text('palette.move')}
        </span>
      ) : null}
      {pane.notes.map(({ keys, text: note }) => (
        <span className={styles.footKey} key={keys}>
          <KeyCaps keys={keys} /> {note}
        </span>
      ))}
    </footer>
  )
}
