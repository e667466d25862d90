import { X } from 'lucide'
import { Fragment, type KeyboardEvent } from 'react'
import type { Entity } from '#contract/schema/entity.ts'
import type { Field } from '#contract/schema/field.ts'
import { execute } from '../../commands/gate/execute.ts'
import type { Condition } from '../../data/records/row.ts'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import { conditionsOf, inWords } from './conditions.ts'
import styles from './Filter.module.css'
import { useNames } from './FilterField.tsx'

interface ChipsProps {
  entity: Entity
  where: readonly Condition[]
}

const chipsIn = (group: Element): readonly Element[] => [...group.querySelectorAll('[data-chip]')]
const focus = (element: Element | null | undefined) => element instanceof HTMLElement && element.focus()

function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const group = event.currentTarget
  const chips = chipsIn(group)
  const at = document.activeElement ? chips.indexOf(document.activeElement) : -1
  if (at < 0 || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step !== 0) {
    event.preventDefault()
    focus(chips[at + step])
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    event.preventDefault()
    const screen = group.closest('[data-list]')
    const field = chips[at]?.getAttribute('data-chip')
    void execute('list.removeFilter', { field }, { surface: 'button' }).then(() =>
      requestAnimationFrame(() => {
        const left = screen ? chipsIn(screen) : []
        focus(left[Math.min(at, left.length - 1)] ?? screen?.querySelector('[role=grid]'))
      }),
    )
  }
}

const systemTitles: Readonly<Record<string, string>> = { createdBy: 'filter.createdBy' }

export function FilterChips({ entity, where }: ChipsProps) {
  const text = useText()
  const names = [...new Set(where.map(condition => condition.field))]
  if (names.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form; these are buttons beside each other
    <div className={styles.chips} role="group" aria-label={text('tables.filter')} onKeyDown={onKeyDown}>
      {names.map(name => (
        <Chip key={name} {...chipOf(entity, where, name, text)} />
      ))}
      <button
        type="button"
        className={styles.clear}
        data-command="list.clearFilters"
        onClick={() => void execute('list.clearFilters', {}, { surface: 'button' })}
      >
        {text('tables.filterClear')}
      </button>
    </div>
  )
}

const chipOf = (
  entity: Entity,
  where: readonly Condition[],
  name: string,
  text: ReturnType<typeof useText>,
): ChipProps => ({
  name,
  title: text(entity.fields[name] ? `${entity.name}.${name}` : (systemTitles[name] ?? 'tables.recordId')),
  field: entity.fields[name] ?? { kind: 'bigint', title: name },
  conditions: conditionsOf(where, name),
})

export function FilterWords({ entity, where }: ChipsProps) {
  const text = useText()
  const names = [...new Set(where.map(condition => condition.field))]
  return names.map((name, at) => (
    <Fragment key={name}>
      {at > 0 ? ' · ' : ''}
      <ChipWords {...chipOf(entity, where, name, text)} />
    </Fragment>
  ))
}

function ChipWords({ title, field, conditions }: ChipProps) {
  const text = useText()
  const values = conditions.flatMap(({ value }): readonly unknown[] => (Array.isArray(value) ? value : [value]))
  const show = useNames(field, values)
  return text('tables.nameValue', { name: title, value: inWords(field, conditions, { say: text, show }) })
}

interface ChipProps {
  name: string
  title: string
  field: Field
  conditions: readonly Condition[]
}

function Chip(props: ChipProps) {
  const { name, title } = props
  const text = useText()
  return (
    <span className={styles.chip}>
      <button
        type="button"
        className={styles.chipText}
        data-chip={name}
        data-command="list.filter"
        aria-description={text('filter.edit', { name: title })}
        onClick={() => void execute('list.filter', { field: name }, { surface: 'button' })}
      >
        <ChipWords {...props} />
      </button>
      <button
        type="button"
        className={styles.unchip}
        tabIndex={-1}
        data-command="list.removeFilter"
        aria-label={text('tables.filterRemove', { name: title })}
        onClick={() => void execute('list.removeFilter', { field: name }, { surface: 'button' })}
      >
        <Drawing of={X} size={12} />
      </button>
    </span>
  )
}
