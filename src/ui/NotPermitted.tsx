import { useLayoutEffect, useRef } from 'react'
import { refusals } from '#contract/schema/answer.ts'
import { CallError } from '../data/api/transport.ts'
import { plural } from '../data/entityNames.ts'
import { Button } from './Button.tsx'
import controls from './controls.module.css'
import { PageLink } from './PageLink.tsx'
import styles from './Screen.module.css'
import { useText } from './useText.ts'

const isRefusal = (error: unknown, { status }: { readonly status: number }): boolean =>
  error instanceof CallError && error.status === status

/** Permission refusal check: retrying is pointless. */
export const isNotPermitted = (error: unknown): boolean => isRefusal(error, refusals.notPermitted)

export const isNotFound = (error: unknown): boolean => isRefusal(error, refusals.notFound)

interface AbsentProps {
  readonly words: string
  /** List of the missing record. */
  readonly list?: string
}

/** Page or record that cannot be shown, with the ways on. */
export function Absent({ words, list }: AbsentProps) {
  const text = useText()
  const frame = useRef<HTMLElement>(null)
  // Fallback focus target.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (!activeElement || activeElement.contains(frame.current)) frame.current?.focus()
  }, [])
  return (
    <section className={styles.absent} role="alert" tabIndex={-1} ref={frame} data-absent>
      <p>{words}</p>
      <p className={styles.ways}>
        {list === undefined ? null : (
          <PageLink className={controls.button} href={`/${list}`}>
            {text('absent.list')}
          </PageLink>
        )}
        <PageLink className={controls.button} href="/index">
          {text('shell.home')}
        </PageLink>
        <Button command="palette.open" label={text('absent.search')} icon="search" />
      </p>
    </section>
  )
}

export function NotPermitted({ page }: { page: string }) {
  const text = useText()
  return <Absent words={text('tables.notPermitted', { title: plural(page) })} />
}
