import { Search as SearchIcon } from 'lucide'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Drawing } from '../../ui/icons/icons.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { useKeysOf } from '../../ui/keyboard/useKeysOf.ts'
import styles from '../../ui/Screen.module.css'

const pause = 250

type Timer = RefObject<ReturnType<typeof setTimeout> | undefined>

function stop(timer: Timer): void {
  clearTimeout(timer.current)
  timer.current = undefined
}

interface SearchProps {
  input: RefObject<HTMLInputElement | null>
  value: string
  label: string
  onChange(q: string): void
}

/** List search, debounced. Enter searches immediately, Escape clears, then Escape or Down returns to rows. */
export function Search({ input, value, label, onChange }: SearchProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const timer: Timer = useRef(undefined)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => () => stop(timer), [])

  const ask = (q: string, wait: number) => {
    stop(timer)
    const send = () => {
      timer.current = undefined
      if (q.trim() !== value) latest.current(q.trim())
    }
    if (wait > 0) timer.current = setTimeout(send, wait)
    else send()
  }
  // Shortcut that also works inside a cell.
  const keys = useKeysOf('list.search')
  const key = keys.find(seq => seq.includes('+')) ?? keys[0]
  return (
    <label className={styles.search}>
      <Drawing of={SearchIcon} size={15} />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed ?? value}
        onChange={event => {
          setTyped(event.target.value)
          const isComposing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing
          if (!isComposing) ask(event.target.value, pause)
        }}
        onCompositionEnd={event => ask(event.currentTarget.value, pause)}
        onBlur={() => {
          // Down applies a pending search before entering the rows.
          if (typed !== null && timer.current !== undefined) ask(typed, 0)
          setTyped(null)
        }}
        onKeyDown={event => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') ask(event.currentTarget.value, 0)
          const isEmpty = (typed ?? value) === ''
          if (event.key === 'ArrowDown' || (event.key === 'Escape' && isEmpty)) {
            event.preventDefault()
            event.stopPropagation()
            event.currentTarget.closest('[data-list]')?.querySelector<HTMLElement>('[role="grid"]')?.focus()
          } else if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            setTyped('')
            ask('', 0)
          }
        }}
      />
      {key ? <KeyCaps keys={key} /> : null}
    </label>
  )
}
