/** Highlight of cells changed by other users. */
import { type Arrivals, arrivalsAtom } from '../../data/realtime/liveUpdates.ts'
import { store } from '../../data/store.ts'

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

export function pointOutChanges(entity: string): () => void {
  return store.sub(arrivalsAtom, () => {
    const arrivals = store.get(arrivalsAtom)
    if (arrivals.entity !== entity) return
    // Render first: the row may have just scrolled in.
    requestAnimationFrame(() => {
      for (const grid of document.querySelectorAll(`[data-grid="${entity}"]`)) show(arrivals, grid)
    })
  })
}
