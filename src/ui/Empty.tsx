import type { ReactNode } from 'react'
import styles from './Screen.module.css'

interface EmptyProps {
  readonly title: string
  /** Why, and what comes next. */
  readonly hint?: string | undefined
  /** Buttons of the next step. */
  readonly children?: ReactNode
}

/** Place without content: why, and the next step. */
export function Empty({ title, hint, children }: EmptyProps) {
  return (
    <div className={styles.empty} data-empty-state>
      <h2 className={styles.emptyTitle}>{title}</h2>
      {hint ? <p className={styles.about}>{hint}</p> : null}
      {children ? <div className={styles.ways}>{children}</div> : null}
    </div>
  )
}
