import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { type Arrivals, arrivalsAtom } from '../../data/realtime/liveUpdates.ts'
import type { RowWindow } from '../../data/records/rowWindow.ts'
import { store } from '../../data/store.ts'
import { Button } from '../../ui/Button.tsx'
import { keepKeyboard } from '../../ui/keyboard/keyboard.ts'
import { useText } from '../../ui/useText.ts'
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

const shownMs = 1_800

/** Color animation; with reduced motion a static, temporary mark. */
function pointOut(cell: Element): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const colour = { backgroundColor: 'var(--success-soft)' }
  const frames = isStill
    ? [colour, colour]
    : [
        { ...colour, offset: 0 },
        { ...colour, offset: 0.4 },
      ]
  cell.animate(frames, { duration: shownMs, easing: 'ease-out' })
}

function show({ cells }: Arrivals, grid: Element): void {
  for (const { id, fields } of cells) {
    const row = grid.querySelector(`[data-row-id="${id}"]`)
    for (const cell of row?.querySelectorAll('[data-column-id]') ?? [])
      if (fields.includes(cell.getAttribute('data-column-id') ?? '')) pointOut(cell)
  }
}

/** Highlight of cells changed by other users. */
function pointOutChanges(entity: string): () => void {
  return store.sub(arrivalsAtom, () => {
    const arrivals = store.get(arrivalsAtom)
    if (arrivals.entity !== entity) return
    // Render first: the row may have just scrolled in.
    requestAnimationFrame(() => {
      for (const grid of document.querySelectorAll(`[data-grid="${entity}"]`)) show(arrivals, grid)
    })
  })
}
