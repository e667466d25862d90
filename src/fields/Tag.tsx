import styles from './Cells.module.css'
import { toneOf } from './tone.ts'

interface TagProps {
  readonly code: string
  readonly enumeration?: string | undefined
  readonly children: string
}

/** State tag; the text carries the meaning too, never colour alone. */
export function Tag({ code, enumeration, children }: TagProps) {
  return (
    <span className={styles.tag} data-tone={toneOf(code, enumeration)}>
      {children}
    </span>
  )
}
