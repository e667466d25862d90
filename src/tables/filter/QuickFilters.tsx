import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Entity } from '#contract/schema/entity.ts'
import type { Field } from '#contract/schema/field.ts'
import { localeAtom } from '../../data/language.ts'
import type { Condition } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { conditionsFor } from '../../fields/operators.ts'
import { searchRecords } from '../../fields/options/options.ts'
import { isNumeric } from '../../fields/typing.ts'
import type { GridShown } from '../../grid/state/source.ts'
import { useText } from '../../ui/useText.ts'
import { isFilterable } from '../columns/columns.ts'
import { asked, conditionsOf, inWords, noRow, withField } from './conditions.ts'
import { useNames } from './FilterField.tsx'
import { filterRules, loadedRules, unitReason } from './filterQuantities.ts'
import styles from './QuickFilters.module.css'
import { isQuick, operandsOf, quickConditions } from './quickConditions.ts'

/** Debounce in ms. */
const pause = 250
/** Answers of a search that may be cut off. */
const tooMany = 20

interface QuickFiltersProps extends GridShown {
  readonly entity: Entity
  readonly where: readonly Condition[]
  onChange(where: readonly Condition[]): void
}

/** Inputs above the columns, scrolled along with them. */
export function QuickFilters({ entity, where, onChange, columns, places, scroller }: QuickFiltersProps) {
  const text = useText()
  const strip = useRef<HTMLDivElement>(null)
  const latest = useRef({ where, onChange })
  latest.current = { where, onChange }
  useEffect(() => {
    const own = strip.current
    if (!scroller || !own) return
    const follow = () => {
      own.scrollLeft = scroller.scrollLeft
    }
    // Focus scrolls the strip first.
    const lead = () => {
      scroller.scrollLeft = own.scrollLeft
    }
    follow()
    scroller.addEventListener('scroll', follow, { passive: true })
    own.addEventListener('scroll', lead, { passive: true })
    return () => {
      scroller.removeEventListener('scroll', follow)
      own.removeEventListener('scroll', lead)
    }
  }, [scroller])
  const put = (name: string, conditions: readonly Condition[]) => {
    const { where: now, onChange: change } = latest.current
    change(withField(now, name, conditions))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll as a row
    <div ref={strip} className={styles.strip} role="group" aria-label={text('filter.quick')} data-quick-filters="">
      <div className={styles.row}>
        <span className={styles.corner} />
        {columns.map(({ id, title, pinned }, at) => {
          const [field, place] = [entity.fields[id], places[at]]
          if (!place || !field) return null
          return (
            <span key={id} className={styles.cell} style={place} data-pinned={pinned}>
              {isFilterable(field) && isQuick(field) && (
                <QuickFilter
                  name={id}
                  title={title}
                  field={field}
                  entity={entity}
                  where={where}
                  conditions={conditionsOf(where, id)}
                  onChange={next => put(id, next)}
                />
              )}
            </span>
          )
        })}
      </div>
    </div>
  )
}

/** Conditions of the text; null when not understood. */
async function conditionsTyped({ name, field, entity, where }: QuickFilterProps, typed: string, signal: AbortSignal) {
  if (field.to && typed.trim() !== '') {
    const found = await searchRecords(asked(field), noRow, typed, signal)
    const isWhole = found.length > 0 && found.length < tooMany
    return isWhole ? conditionsFor(name, field, { operator: 'any', values: found.map(({ value }) => value) }) : null
  }
  const rules = await loadedRules(entity, name, field, where)
  return quickConditions(name, field, typed, store.get(localeAtom), rules)
}

const enterGrid = (from: Element) =>
  from.closest('[data-grid]')?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })

interface QuickFilterProps {
  readonly name: string
  readonly title: string
  readonly field: Field
  readonly entity: Entity
  readonly where: readonly Condition[]
  readonly conditions: readonly Condition[]
  onChange(conditions: readonly Condition[]): void
}

interface Typed {
  readonly text: string
  /** Undefined while pending, null when not understood. */
  readonly made?: readonly Condition[] | null
}

interface Pending {
  timer?: ReturnType<typeof setTimeout>
  request?: AbortController
}

function stop({ timer, request }: Pending): void {
  clearTimeout(timer)
  request?.abort()
}

function QuickFilter(props: QuickFilterProps) {
  const { name, title, field, entity, where, conditions, onChange } = props
  const text = useText()
  const [typed, setTyped] = useState<Typed | null>(null)
  const pending = useRef<Pending>({})
  useEffect(() => {
    const own = pending.current
    return () => stop(own)
  }, [])
  const values = conditions.flatMap(({ value }): readonly unknown[] => (Array.isArray(value) ? value : [value]))
  const show = useNames(field, values)
  // Chips and views change conditions too.
  const isOwn = typed !== null && (!typed.made || JSON.stringify(typed.made) === JSON.stringify(conditions))
  const shown = isOwn ? typed.text : ''
  const isInvalid = isOwn && typed.made === null

  const send = async (typedText: string) => {
    stop(pending.current)
    const request = new AbortController()
    pending.current.request = request
    const made = await conditionsTyped(props, typedText, request.signal).catch(() => null)
    if (request.signal.aborted) return
    setTyped({ text: typedText, made })
    if (made && JSON.stringify(made) !== JSON.stringify(conditions)) onChange(made)
  }
  const enter = (typedText: string, isComposing: boolean) => {
    stop(pending.current)
    setTyped({ text: typedText })
    if (!isComposing) pending.current.timer = setTimeout(send, pause, typedText)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    const { key, currentTarget } = event
    if (key !== 'Enter' && key !== 'ArrowDown' && key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Escape' && (shown !== '' || conditions.length > 0)) {
      setTyped({ text: '' })
      void send('')
      return
    }
    if (typed && typed.made === undefined) void send(typed.text)
    enterGrid(currentTarget)
  }
  const reason = () => {
    const rules = isNumeric(field) ? filterRules(entity, name, field, where) : null
    const reasons = rules ? operandsOf(shown).map(operand => unitReason(operand, rules)) : []
    return reasons.find(each => each) ?? text(field.to ? 'filter.quickNone' : 'filter.quickInvalid')
  }
  const others = conditions.length > 0 && !isOwn ? inWords(field, conditions, { say: text, show }) : ''
  return (
    <input
      className={styles.input}
      data-quick-filter={name}
      data-on={conditions.length > 0 || undefined}
      aria-label={text('filter.of', { name: title })}
      aria-invalid={isInvalid || undefined}
      title={isInvalid ? reason() : undefined}
      autoComplete="off"
      spellCheck={false}
      placeholder={others}
      value={shown}
      onChange={event => {
        const { nativeEvent } = event
        enter(event.target.value, nativeEvent instanceof InputEvent && nativeEvent.isComposing)
      }}
      onCompositionEnd={event => enter(event.currentTarget.value, false)}
      onKeyDown={onKeyDown}
    />
  )
}
