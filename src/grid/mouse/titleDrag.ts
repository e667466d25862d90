/** Header mouse input: click sorts, drag moves the column. */
import type { PointerEvent } from 'react'
import { isMod } from '../../commands/keys/keyBindings.ts'
import { arrangeColumns } from '../commands/columnCommands.ts'
import type { GridState } from '../state/gridState.ts'
import { droppedAt } from '../state/layout.ts'

/** Drag threshold in pixels. */
const slack = 5
/** Scroll zone at the edge and scroll step per frame, in pixels. */
const edge = 40
const step = 12

interface Title {
  readonly at: number
  readonly left: number
  readonly right: number
  readonly isPinned: boolean
}

/** Rendered titles, pinned ones first: they overlay the others. */
function titlesOf(grid: GridState): readonly Title[] {
  const drawn = [...(grid.root?.querySelectorAll<HTMLElement>('[role=columnheader][data-column-id]') ?? [])]
  const all = drawn.map(title => {
    const { left, right } = title.getBoundingClientRect()
    const at = grid.columns.findIndex(({ id }) => id === title.dataset.columnId)
    return { at, left, right, isPinned: title.dataset.pinned !== undefined }
  })
  return [...all.filter(({ isPinned }) => isPinned), ...all.filter(({ isPinned }) => !isPinned)]
}

export function dropPlace(titles: readonly Title[], x: number): { readonly place: number; readonly line: number } {
  const over = titles.find(({ left, right }) => x >= left && x < right)
  const last = titles.toSorted((a, b) => b.right - a.right)[0]
  const title = over ?? last
  if (!title) return { place: 0, line: 0 }
  const isBehind = !over || x > (title.left + title.right) / 2
  return { place: title.at + (isBehind ? 1 : 0), line: isBehind ? title.right : title.left }
}

class Drag {
  readonly #grid: GridState
  readonly #id: string
  readonly #title: HTMLElement
  readonly #mark: HTMLElement | null
  #x: number
  #frame = 0

  constructor(grid: GridState, id: string, title: HTMLElement, x: number) {
    this.#grid = grid
    this.#id = id
    this.#title = title
    this.#x = x
    this.#mark = grid.root?.querySelector<HTMLElement>('[data-drop-mark]') ?? null
    title.dataset.dragged = ''
    this.#follow()
  }

  move(x: number) {
    this.#x = x
  }

  /** Frame loop: keeps scrolling at an edge and updates the marker. */
  readonly #follow = () => {
    const { root } = this.#grid
    if (!root) return
    const { left, right } = root.getBoundingClientRect()
    const titles = titlesOf(this.#grid)
    const ends = titles.filter(({ isPinned }) => isPinned)
    const first = Math.max(left, ...ends.filter(({ right: to }) => to < (left + right) / 2).map(({ right: to }) => to))
    const last = Math.min(right, ...ends.filter(({ left: at }) => at > (left + right) / 2).map(({ left: at }) => at))
    // Pinned titles are a drop target, hence no scrolling there.
    if (this.#x > last - edge && this.#x < last) root.scrollLeft += step
    else if (this.#x < first + edge && this.#x > first) root.scrollLeft -= step
    const { line } = dropPlace(titles, this.#x)
    if (this.#mark) {
      this.#mark.hidden = false
      this.#mark.style.blockSize = `${root.clientHeight}px`
      this.#mark.style.insetInlineStart = `${line - left + root.scrollLeft}px`
    }
    this.#frame = requestAnimationFrame(this.#follow)
  }

  end(isDropped: boolean) {
    cancelAnimationFrame(this.#frame)
    delete this.#title.dataset.dragged
    if (this.#mark) this.#mark.hidden = true
    if (!isDropped) return
    // Current position: a quick release may precede the next frame.
    const { place } = dropPlace(titlesOf(this.#grid), this.#x)
    arrangeColumns(this.#grid, (all, layout) => droppedAt(all, layout, this.#id, place))
  }
}

/** Handles a title press; Ctrl belongs to cell selection. */
export function titlePressed(grid: GridState, event: PointerEvent): void {
  const { target } = event
  if (event.button !== 0 || isMod(event) || !(target instanceof Element) || target.closest('[data-resize]')) return
  const title = target.closest<HTMLElement>('[data-column-id]')
  const id = title?.dataset.columnId
  if (!title || id === undefined) return
  const from = event.clientX
  let drag: Drag | null = null
  const listening = new AbortController()
  const { signal } = listening
  const stop = (isDropped: boolean) => {
    listening.abort()
    drag?.end(isDropped)
  }
  const onMove = ({ clientX, pointerType }: globalThis.PointerEvent) => {
    if (!drag && pointerType !== 'touch' && Math.abs(clientX - from) > slack) drag = new Drag(grid, id, title, clientX)
    drag?.move(clientX)
  }
  const onUp = ({ clientX, shiftKey, ctrlKey, metaKey }: globalThis.PointerEvent) => {
    drag?.move(clientX)
    if (!drag && !ctrlKey && !metaKey) grid.toggleSort(id, shiftKey)
    stop(true)
  }
  const onKey = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape') return
    pressed.preventDefault()
    pressed.stopPropagation()
    stop(false)
  }
  document.addEventListener('pointermove', onMove, { signal })
  document.addEventListener('pointerup', onUp, { signal })
  document.addEventListener('pointercancel', () => stop(false), { signal })
  document.addEventListener('keydown', onKey, { signal, capture: true })
}
