import styles from './KeyCaps.module.css'
import { capsOf } from './keyboard/keyNames.ts'

/** Shortcut caps, hidden from assistive technology, which uses aria-keyshortcuts. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={styles.keys} aria-hidden="true">
      {capsOf(keys).map((stroke, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the strokes of a sequence keep their places, and may repeat
        <span className={styles.stroke} key={at}>
          {stroke.map(cap => (
            <kbd className={styles.cap} key={cap}>
              {cap}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  )
}
