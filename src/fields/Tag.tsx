import styles from './Cells.module.css'
import { toneOf } from './tone.ts'

/** State tag; the text carries the meaning too, never colour alone. */
export function Tag({ code, children }: { readonly code: string; readonly children: string }) {
  return (
    <span className={styles.tag} data-tone={toneOf(code)}>
      {children}
    </span>
  )
}
