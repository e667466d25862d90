import styles from './Cells.module.css'
import type { Tone } from './tone.ts'

interface TagProps {
  readonly tone: Tone
  readonly children: string
}

/** State tag; the text carries the meaning too, never colour alone. */
export function Tag({ tone, children }: TagProps) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  )
}
