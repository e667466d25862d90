import { useLayoutEffect, useRef } from 'react'
import { refusals } from '../contract/schema/answer.ts'
import { CallError } from '../data/api/api.ts'
import styles from './Screen.module.css'
import { useText } from './useText.ts'

/** Did the server refuse for want of a right? Asking again would not help. */
export const isNotPermitted = (error: unknown): boolean =>
  error instanceof CallError && error.status === refusals.notPermitted.status

/** Stands in place of a page or record that the person may not see. */
export function NotPermitted({ page }: { page: string }) {
  const text = useText()
  const said = useRef<HTMLParagraphElement>(null)
  // The keyboard must be somewhere when nothing else on the screen takes it.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) said.current?.focus()
  }, [])
  return (
    <p className={styles.notPermitted} role="alert" tabIndex={-1} ref={said}>
      {text('tables.notPermitted', { title: text(page) })}
    </p>
  )
}
