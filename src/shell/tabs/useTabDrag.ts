import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { execute } from '../../commands/gate/execute.ts'
import { tabsAtom } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'

/** Drag threshold in pixels. */
const SLACK = 6

interface Held {
  readonly url: string
  readonly from: number
  readonly isDragged: boolean
}

const tabsOf = (strip: Element) => [...strip.querySelectorAll<HTMLElement>('[data-tab-url]')]

export function placeFor(middles: readonly number[], at: number, x: number): number {
  const right = middles.findLastIndex((middle, place) => place > at && x > middle)
  if (right > at) return right
  const left = middles.findIndex((middle, place) => place < at && x < middle)
  return left < 0 ? at : left
}

export function useTabDrag() {
  const held = useRef<Held | null>(null)
  const isClickSwallowed = useRef(false)
  const [dragged, setDragged] = useState<string | null>(null)

  function onPointerDown(event: PointerEvent) {
    isClickSwallowed.current = false
    // Touch scrolls the strip.
    if (event.button !== 0 || event.pointerType === 'touch') return
    const url = (event.target as Element).closest<HTMLElement>('[data-tab-url]')?.dataset.tabUrl
    held.current = url === undefined ? null : { url, from: event.clientX, isDragged: false }
  }

  function onPointerMove(event: PointerEvent) {
    const { current } = held
    if (!current) return
    // Button was released outside, without an event.
    if ((event.buttons & 1) === 0) {
      held.current = null
      setDragged(null)
      return
    }
    if (!current.isDragged) {
      if (Math.abs(event.clientX - current.from) < SLACK) return
      held.current = { ...current, isDragged: true }
      setDragged(current.url)
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    const tabs = tabsOf(event.currentTarget)
    // Tab positions are stale until the last move renders.
    if (store.get(tabsAtom).some(({ url }, place) => tabs[place]?.dataset.tabUrl !== url)) return
    const at = tabs.findIndex(tab => tab.dataset.tabUrl === current.url)
    if (at < 0) return
    const middles = tabs.map(tab => tab.getBoundingClientRect()).map(({ left, width }) => left + width / 2)
    const to = tabs[placeFor(middles, at, event.clientX)]?.dataset.tabUrl
    if (to !== undefined && to !== current.url)
      void execute('tab.move', { url: current.url, to }, { surface: 'button' })
  }

  function onPointerUp() {
    isClickSwallowed.current = held.current?.isDragged ?? false
    held.current = null
    setDragged(null)
  }

  function onClickCapture(event: MouseEvent) {
    if (!isClickSwallowed.current) return
    isClickSwallowed.current = false
    event.stopPropagation()
  }

  return {
    dragged,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onClickCapture },
  }
}
