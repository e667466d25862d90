import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import type { RowWindow } from '../../data/records/rows.ts'
import { Button } from '../../ui/Button.tsx'
import { keepKeyboard } from '../../ui/keyboard/keyboard.ts'
import { useText } from '../../ui/useText.ts'
import { pointOutChanges } from './changedCells.ts'
import styles from './PendingChangesBar.module.css'

/** Pending external changes, applied on request. */
export function PendingChangesBar({ window }: { window: RowWindow }) {
  const text = useText()
  const self = useRef<HTMLSpanElement>(null)
  const { added, gone, more } = useAtomValue(window.newsAtom)
  const { entity } = window.query
  const isNothing = added.size === 0 && gone.size === 0 && !more
  const wasSomething = useRef(false)
  useEffect(() => pointOutChanges(entity), [entity])
  useEffect(() => {
    // The button unmounts with the changes; focus must survive.
    if (isNothing && wasSomething.current) void keepKeyboard(self.current?.closest('[data-list]') ?? null)
    wasSomething.current = !isNothing
  }, [isNothing])
  return (
    <span ref={self} className={styles.news} role="status" data-news>
      {added.size > 0 ? <span>{text('news.added', { count: added.size })}</span> : null}
      {gone.size > 0 ? <span>{text('news.gone', { count: gone.size })}</span> : null}
      {more && added.size === 0 && gone.size === 0 ? <span>{text('news.more')}</span> : null}
      {isNothing ? null : <Button command="list.refresh" look="quiet" label={text('tables.refresh')} />}
    </span>
  )
}
