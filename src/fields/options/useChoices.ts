/** Choice list of an input, filtered by typing. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Parsed } from '../cell.ts'
import { type Choice, exactIndex, namedBy } from './options.ts'

/** Synchronous for codes, asynchronous for records; null without choices. */
export type Search = ((q: string, signal?: AbortSignal) => readonly Choice[] | Promise<readonly Choice[]>) | null

export interface ChoiceList {
  readonly open: boolean
  readonly busy: boolean
  readonly items: readonly Choice[]
  readonly q: string | null
  readonly active: number
  /** Arrow selection overrides the text. */
  readonly moved: boolean
}

const closed: ChoiceList = { open: false, busy: false, items: [], q: null, active: -1, moved: false }
/** Debounce of requests in ms; typing never waits. */
const pause = 150

export interface Choosing {
  readonly search: Search
  readonly fieldError: string
  readonly current?: unknown
  onChosen?(choice: Choice): void
  onCreate?(): void
}

export function useChoices(given: Choosing) {
  const [list, draw] = useState(closed)
  // Keys precede React's render: the latest list is in a ref.
  const latest = useRef({ list, ...given, stop: () => {} })
  latest.current = { ...latest.current, ...given }
  useEffect(() => () => latest.current.stop(), [])
  const actions = useMemo(() => {
    const now = () => latest.current
    const set = (patch: Partial<ChoiceList>) => {
      const next = { ...now().list, ...patch }
      now().list = next
      draw(next)
    }
    const highlight = (items: readonly Choice[], q: string) => {
      if (q === '') return items.findIndex(item => item.value === now().current)
      // Creation entry is never the default of Enter.
      const most = items.filter(({ note }) => note !== 'new').length - 1
      return Math.min(Math.max(exactIndex(items, q), 0), most)
    }
    /** Records need an exact match; codes take the highlighted one. */
    const chosenBy = (items: readonly Choice[], q: string) =>
      now().search?.length === 2 ? namedBy(items, q) : items[highlight(items, q)]
    const show = (items: readonly Choice[], q: string) =>
      set({ items, q, active: highlight(items, q), busy: false, moved: false })
    const load = (text: string, wait: number) => {
      now().stop()
      const q = text.trim()
      const found = now().search
      if (!found) return
      set({ open: true, moved: false })
      const control = new AbortController()
      const ask = () => {
        const answer = found(q, control.signal)
        if (!(answer instanceof Promise)) return show(answer, q)
        set({ busy: true })
        answer.then(
          items => control.signal.aborted || show(items, q),
          () => control.signal.aborted || show([], q),
        )
      }
      const timer = wait > 0 ? setTimeout(ask, wait) : undefined
      now().stop = () => {
        clearTimeout(timer)
        control.abort()
      }
      if (wait === 0) ask()
    }
    const parsed = (choice: Choice | undefined): Parsed | null => {
      if (!choice) return { fieldError: now().fieldError }
      if (choice.note === 'new') {
        now().onCreate?.()
        return null
      }
      now().onChosen?.(choice)
      return { value: choice.value, label: choice.stored ?? choice.label }
    }
    return {
      typed(text: string) {
        // Codes are local: no debounce.
        load(text, now().search?.length === 2 ? pause : 0)
      },
      pick: () => load('', 0),
      close() {
        const was = now().list.open
        now().stop()
        now().list = closed
        draw(closed)
        return was
      },
      step(by: number) {
        const { open, items, active } = now().list
        if (!open || items.length === 0) return false
        const from = active < 0 && by < 0 ? 0 : active
        set({ active: (from + by + items.length) % items.length, moved: true })
        return true
      },
      moved: () => now().list.moved,
      /** Accepts the highlighted choice of a current list: Enter, not Tab. */
      take(text: string) {
        const { open, active, q } = now().list
        if (open && active >= 0 && q === text.trim()) set({ moved: true })
      },
      at: (index: number) => parsed(now().list.items[index]),
      /** Resolves text: arrow selection or exact match, querying if pending. */
      read(text: string): Parsed | null | Promise<Parsed | null> {
        const q = text.trim()
        const { list: shown, search: find } = now()
        if (shown.moved) return parsed(shown.items[shown.active])
        if (shown.q === q) return parsed(chosenBy(shown.items, q))
        const answer = find?.(q) ?? []
        const best = (items: readonly Choice[]) => parsed(chosenBy(items, q))
        return answer instanceof Promise ? answer.then(best, () => ({ fieldError: now().fieldError })) : best(answer)
      },
    }
  }, [])
  return { list, ...actions }
}
