import { useLayoutEffect, useRef } from 'react'
import { refusals } from '#contract/schema/answer.ts'
import { CallError } from '../data/api/transport.ts'
import { plural } from '../data/entityNames.ts'
import styles from './Screen.module.css'
import { useText } from './useText.ts'

/** Permission refusal check: retrying is pointless. */
export const isNotPermitted = (error: unknown): boolean =>
  error instanceof CallError && error.status === refusals.notPermitted.status

export function NotPermitted({ page }: { page: string }) {
  const text = useText()
  const said = useRef<HTMLParagraphElement>(null)
  // Fallback focus target.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) said.current?.focus()
  }, [])
  return (
    <p className={styles.notPermitted} role="alert" tabIndex={-1} ref={said}>
      {text('tables.notPermitted', { title: plural(page) })}
    </p>
  )
}
