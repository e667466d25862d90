import { X } from 'lucide-react'
import type { Entity } from '../../contract/schema/entity.ts'
import type { Field } from '../../contract/schema/field.ts'
import type { Condition } from '../../data/rows.ts'
import { useText } from '../useText.ts'
import { conditionsOf, inWords, withField } from './conditions.ts'
import styles from './Filter.module.css'
import { useNames } from './FilterField.tsx'

interface ChipsProps {
  entity: Entity
  where: readonly Condition[]
  onChange(where: readonly Condition[]): void
}

/** What the list is narrowed by, each with a way to take it back. */
export function FilterChips({ entity, where, onChange }: ChipsProps) {
  const text = useText()
  const names = [...new Set(where.map(condition => condition.field))]
  if (names.length === 0) return null
  return (
    <div className={styles.chips}>
      {names.map(name => (
        <Chip
          key={name}
          title={entity.fields[name] ? text(`${entity.name}.${name}`) : name}
          field={entity.fields[name] ?? { kind: 'bigint', title: name }}
          conditions={conditionsOf(where, name)}
          onRemove={() => onChange(withField(where, name, []))}
        />
      ))}
      <button type="button" className={styles.clear} onClick={() => onChange([])}>
        {text('tables.filterClear')}
      </button>
    </div>
  )
}

interface ChipProps {
  title: string
  field: Field
  conditions: readonly Condition[]
  onRemove(): void
}

function Chip({ title, field, conditions, onRemove }: ChipProps) {
  const text = useText()
  const values = conditions.flatMap(({ value }) => (Array.isArray(value) ? (value as unknown[]) : [value]))
  const show = useNames(field, values)
  const value = inWords(field, conditions, { say: text, show })
  return (
    <span className={styles.chip}>
      <span className={styles.chipText}>{text('tables.filterOf', { name: title, value })}</span>
      <button type="button" aria-label={text('tables.filterRemove', { name: title })} onClick={onRemove}>
        <X size={12} aria-hidden="true" />
      </button>
    </span>
  )
}
