import { useReactFlow, useStoreApi } from '@xyflow/react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Result } from '../../../commands/core/command.ts'
import { navigate } from '../../../data/location.ts'
import { type Handlers, useHandlers } from '../../../ui/useHandlers.ts'
import type { Drawing } from './drawing.ts'
import type { Marking } from './marking.ts'
import { stepFrom, throughOf, type WalkDirection } from './walking.ts'

const steps: readonly WalkDirection[] = ['next', 'previous', 'up', 'down', 'first', 'last']
const margin = 48
const longTrail = 100
const zoomStep = 1.4
export const [furthestOut, furthestIn] = [0.04, 1.6]

const duration = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 160)

/** Free pixels around the graph, more at the top for headings. */
export const padding = { top: 38, bottom: 12, left: 8, right: 8 } as const

const fitPadding = {
  top: `${padding.top}px`,
  bottom: `${padding.bottom}px`,
  left: `${padding.left}px`,
  right: `${padding.right}px`,
} as const

/** Zoom below which letters of 12 px are under 11 px. */
const leastReadable = 0.92

/** Small graphs are neither enlarged nor shrunk beyond reading. */
export const fitOf = ({ placing: { isReadable } }: Drawing) => ({
  padding: fitPadding,
  maxZoom: 1,
  ...(isReadable ? { minZoom: leastReadable } : {}),
})

function leave(tree: HTMLElement | null): void {
  const tab = document.getElementById(tree?.closest('[role=tabpanel]')?.getAttribute('aria-labelledby') ?? '')
  const target = tab ?? document.querySelector<HTMLElement>('[data-region=main]')
  target?.focus()
}

function useSight(drawing: Drawing) {
  const flow = useReactFlow()
  const stored = useStoreApi()
  return useCallback(
    (id: string) => {
      const place = drawing.placing.places.get(id)
      if (!place) return
      const { size } = drawing.placing
      const { width, height, transform } = stored.getState()
      const [x, y, zoom] = transform
      const [left, top] = [place.x * zoom + x, place.y * zoom + y]
      const isIn =
        left > margin / 2 &&
        top > margin &&
        left + size.width * zoom < width - margin / 2 &&
        top + size.height * zoom < height - margin
      const [middleX, middleY] = [place.x + size.width / 2, place.y + size.height / 2]
      if (!isIn) void flow.setCenter(middleX, middleY, { zoom, duration: duration() })
    },
    [drawing, flow, stored],
  )
}

/** Middle of a view on a place, within the graph. */
const middleOf = (place: number, whole: number, room: number): number =>
  room >= whole ? whole / 2 : Math.min(Math.max(place, room / 2), whole - room / 2)

/** First view: the whole graph, or around a node if larger. */
function useFirstSight(drawing: Drawing) {
  const flow = useReactFlow()
  const stored = useStoreApi()
  return useCallback(
    async (id: string | undefined) => {
      await flow.fitView(fitOf(drawing))
      const { places, size, extents, height: tall } = drawing.placing
      const place = id === undefined ? undefined : places.get(id)
      const { width, height, transform } = stored.getState()
      const zoom = transform[2]
      const wide = Math.max(0, ...extents.map(([, end]) => end))
      const across = (width - padding.left - padding.right) / zoom
      const down = (height - padding.top - padding.bottom) / zoom
      if (!place || (across >= wide && down >= tall)) return
      const x = middleOf(place.x + size.width / 2, wide, across)
      const y = middleOf(place.y + size.height / 2, tall, down) - (padding.top - padding.bottom) / 2 / zoom
      await flow.setCenter(x, y, { zoom, duration: 0 })
    },
    [drawing, flow, stored],
  )
}

/** Keyboard navigation: focused node, actions, highlighting. */
export function useWalking(drawing: Drawing, marking: Marking, tree: RefObject<HTMLElement | null>) {
  const flow = useReactFlow()
  const see = useSight(drawing)
  const begin = useFirstSight(drawing)
  const [current, setCurrent] = useState(drawing.start)
  const trail = useRef<readonly string[]>([])
  const isOn = current !== undefined && drawing.byId.has(current)
  const here = isOn ? current : drawing.start

  const light = useCallback(
    (id: string | undefined, at: string | undefined = here) =>
      marking.set({ current: at, through: id === undefined ? null : throughOf(drawing.ways, id) }),
    [drawing, marking, here],
  )
  // Position survives a new size; new answers mount anew.
  useEffect(() => {
    const { current: marked, through } = marking.get()
    const at = marked !== undefined && drawing.byId.has(marked) ? marked : drawing.start
    marking.set({ current: at, through: through && at !== undefined ? throughOf(drawing.ways, at) : null })
    setCurrent(at)
    void begin(at)
  }, [drawing, marking, begin])

  const go = (id: string) => {
    trail.current = here === undefined ? [] : [...trail.current.slice(1 - longTrail), here]
    setCurrent(id)
    light(id, id)
    see(id)
  }
  const open = (id: string | undefined): Result | undefined => {
    const ref = id === undefined ? undefined : drawing.byId.get(id)?.ref
    if (!ref) return { status: 'denied', reason: 'when', message: 'reason.notHere' }
    navigate(`/${ref.entity}/${ref.id}`)
    return undefined
  }
  const zoom = (factor: number) => {
    const [wanted, place] = [flow.getZoom() * factor, here === undefined ? undefined : drawing.placing.places.get(here)]
    if (!place || marking.get().through === null) return void flow.zoomTo(wanted, { duration: duration() })
    const to = Math.min(furthestIn, Math.max(furthestOut, wanted))
    const { size } = drawing.placing
    void flow.setCenter(place.x + size.width / 2, place.y + size.height / 2, { zoom: to, duration: duration() })
  }
  const hasKeyboard = () => tree.current !== null && tree.current === document.activeElement
  const moves = steps.map(step => [
    `graph.${step}`,
    {
      enabled: hasKeyboard,
      run: () => {
        const to = here === undefined ? undefined : stepFrom(drawing, here, step, trail.current)
        if (to !== undefined) go(to)
      },
    },
  ])
  const handlers: Handlers = {
    ...Object.fromEntries(moves),
    'graph.open': {
      enabled: hasKeyboard,
      run: ({ node }) => open(typeof node === 'string' ? node : here),
    },
    'graph.zoomIn': { run: () => zoom(zoomStep) },
    'graph.zoomOut': { run: () => zoom(1 / zoomStep) },
    'graph.fit': { run: () => void flow.fitView({ ...fitOf(drawing), duration: duration() }) },
    'view.back': { enabled: hasKeyboard, run: () => leave(tree.current) },
  }
  useHandlers(handlers)
  return { here, go, light }
}
