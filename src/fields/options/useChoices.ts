/** A list of choices under an input, in a grid cell or a form: what is typed narrows it, the first hit is highlighted. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Parsed } from '../cell.ts'
import { type Choice, exactIndex, namedBy } from './options.ts'

/** Answers at once for codes, later for records; null for a cell without choices. */
export type Search = ((q: string, signal?: AbortSignal) => readonly Choice[] | Promise<readonly Choice[]>) | null

export interface ChoiceList {
  readonly open: boolean
  readonly busy: boolean
  readonly items: readonly Choice[]
  /** Text the items belong to. */
  readonly q: string | null
  readonly active: number
  /** Did the person choose with the arrows? Then the text does not count any more. */
  readonly moved: boolean
}

const closed: ChoiceList = { open: false, busy: false, items: [], q: null, active: -1, moved: false }
/** Only the request waits, never the typing. */
const pause = 150

/** What is chosen among, and what comes of it. */
export interface Choosing {
  readonly search: Search
  /** What a text that fits no choice comes to. */
  readonly fault: string
  /** The value that is highlighted when all are offered. */
  readonly current?: unknown
  /** A choice was made. */
  onChosen?(choice: Choice): void
  /** Asked to make what is not there yet. */
  onCreate?(): void
}

/** The list under an input: what is typed narrows it, and what is left in the input comes to a choice or a fault. */
export function useChoices(given: Choosing) {
  const [list, draw] = useState(closed)
  // Keys are answered before React draws, so the latest list is kept beside the drawn one.
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
      // To make a new one is never what Enter does by itself.
      const most = items.filter(({ note }) => note !== 'new').length - 1
      return Math.min(Math.max(exactIndex(items, q), 0), most)
    }
    /** Of records only the one that is named outright; codes are few and all in sight, so the highlighted one is meant. */
    const meant = (items: readonly Choice[], q: string) =>
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
      if (!choice) return { fault: now().fault }
      if (choice.note === 'new') {
        now().onCreate?.()
        return null
      }
      now().onChosen?.(choice)
      return { value: choice.value, label: choice.label }
    }
    return {
      /** The text changed. */
      typed(text: string) {
        // Codes are at hand: there is nothing to wait for.
        load(text, now().search?.length === 2 ? pause : 0)
      },
      /** Offers everything. */
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
        set({ active: (active + by + items.length) % items.length, moved: true })
        return true
      },
      moved: () => now().list.moved,
      /** The highlighted choice is meant, if the list is the one of this text: what Enter says and Tab does not. */
      take(text: string) {
        const { open, active, q } = now().list
        if (open && active >= 0 && q === text.trim()) set({ moved: true })
      },
      /** The choice at a place of the list; null where it is to be made first. */
      at: (index: number) => parsed(now().list.items[index]),
      /** What a text comes to: the choice that was gone to, or the one it names, asked for now if the list is not there yet. */
      read(text: string): Parsed | null | Promise<Parsed | null> {
        const q = text.trim()
        const { list: shown, search: find } = now()
        if (shown.moved) return parsed(shown.items[shown.active])
        if (shown.q === q) return parsed(meant(shown.items, q))
        const answer = find?.(q) ?? []
        const best = (items: readonly Choice[]) => parsed(meant(items, q))
        return answer instanceof Promise ? answer.then(best, () => ({ fault: now().fault })) : best(answer)
      },
    }
  }, [])
  return { list, ...actions }
}
