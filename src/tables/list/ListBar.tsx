import { Search as SearchIcon } from 'lucide'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import type { Entity } from '#contract/schema/entity.ts'
import { plural, withinSentence } from '../../data/entityNames.ts'
import type { Condition } from '../../data/records/row.ts'
import type { Query } from '../../data/records/rowWindow.ts'
import { Button } from '../../ui/Button.tsx'
import { Drawing } from '../../ui/icons/icons.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { useKeysOf } from '../../ui/keyboard/useKeysOf.ts'
import styles from '../../ui/Screen.module.css'
import { useText } from '../../ui/useText.ts'
import { Filter } from '../filter/Filter.tsx'
import { FilterChips } from '../filter/FilterChips.tsx'
import { ask } from '../filter/query.ts'
import { Toolbar } from '../toolbar/Toolbar.tsx'
import { ViewMenu } from '../views/ViewMenu.tsx'

interface ListBarProps {
  readonly entity: Entity
  readonly query: Query
  readonly search: RefObject<HTMLInputElement | null>
  readonly isOpen: boolean
  onOpen(isOpen: boolean): void
}

/** Toolbar, views, search and filters; memoized against arriving rows. */
export const ListBar = memo(function ListBar({ entity, query, search, isOpen, onOpen }: ListBarProps) {
  const text = useText()
  const narrow = (where: readonly Condition[]) => ask(query, { where })
  return (
    <>
      <Toolbar entity={entity}>
        {entity.asForm ? null : <ViewMenu entity={entity} query={query} />}
        <Search
          input={search}
          value={query.q}
          hint={text('shell.find')}
          label={text('tables.search', { title: withinSentence(plural(entity.name)) })}
          onChange={q => ask(query, { q })}
        />
        {entity.asForm ? null : (
          <Filter entity={entity} where={query.where} isOpen={isOpen} onOpen={onOpen} onChange={narrow} />
        )}
        <Button command="list.refresh" look="iconButton" icon="refresh-cw" label={text('tables.refresh')} />
      </Toolbar>
      <FilterChips entity={entity} where={query.where} />
    </>
  )
})

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
  /** Fits where the whole label is cut. */
  hint: string
  onChange(q: string): void
}

/** List search, debounced. Enter searches at once, Escape clears, then leaves. */
function Search({ input, value, label, hint, onChange }: SearchProps) {
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
        placeholder={hint}
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
            event.currentTarget
              .closest('[data-list]')
              ?.querySelector<HTMLElement>('[role="grid"], [data-open-card]')
              ?.focus()
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
