import styles from './Cells.module.css'
import { toneOf } from './tone.ts'

/** A state as a small coloured tag; the text says it too, so colour is never alone. */
export function Tag({ code, children }: { readonly code: string; readonly children: string }) {
  return (
    <span className={styles.tag} data-tone={toneOf(code)}>
      {children}
    </span>
  )
}
