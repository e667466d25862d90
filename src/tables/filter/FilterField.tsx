import { useAtomValue } from 'jotai'
import { useEffect, useId, useReducer } from 'react'
import type { Field, Kind } from '../../contract/schema/field.ts'
import { localeAtom } from '../../data/messages.ts'
import { labelOf, loadLabels } from '../../data/options.ts'
import type { Condition } from '../../data/rows.ts'
import { cells } from '../cells/index.ts'
import type { ControlProps } from '../form/control.ts'
import { ManyChooser } from '../form/ManyChooser.tsx'
import { TextControl } from '../form/TextControl.tsx'
import { useText } from '../useText.ts'
import {
  choicesCondition,
  filterForm,
  flagCondition,
  noRow,
  rangeConditions,
  rangeOf,
  textCondition,
} from './conditions.ts'
import styles from './Filter.module.css'

interface FilterFieldProps {
  prefix: string
  name: string
  field: Field
  conditions: readonly Condition[]
  onChange(conditions: readonly Condition[]): void
}

/** The field as a filter asks it: several where one is chosen, days where a moment is stored, nothing narrowed. */
function asked(field: Field): Field {
  const kinds: Partial<Record<Kind, Kind>> = { reference: 'references', enumeration: 'enumerations', instant: 'date' }
  const { where: _where, pattern: _pattern, ...rest } = field
  return { ...rest, kind: kinds[field.kind] ?? field.kind }
}

/** The names of chosen records, fetched where nothing on screen has said them yet. */
export function useNames(field: Field, values: readonly unknown[]): (value: unknown) => string {
  const locale = useAtomValue(localeAtom)
  const [, again] = useReducer((count: number) => count + 1, 0)
  const to = field.to
  const unknown = to ? values.filter(value => labelOf(to, value) === undefined).join() : ''
  useEffect(() => {
    if (!to || unknown === '') return
    loadLabels(to, unknown.split(',').map(Number)).then(again, () => undefined)
  }, [to, unknown])
  return value => {
    if (to) return labelOf(to, value) ?? String(value)
    const one = field.kind === 'enumerations' ? [value] : value
    return cells[field.kind].toText(one, {}, field, locale) || String(value)
  }
}

/** What is asked of one field. */
export function FilterField({ prefix, name, field, conditions, onChange }: FilterFieldProps) {
  const text = useText()
  const id = useId()
  const form = filterForm(field)
  const shown = asked(field)
  const first = conditions[0]?.value
  const values = Array.isArray(first) ? (first as readonly unknown[]) : first === undefined ? [] : [first]
  const nameOf = useNames(field, values)
  const control = (part: string, value: unknown, change: (value: unknown) => void): ControlProps => ({
    id: `${id}${part}`,
    name: `${name}${part}`,
    field: shown,
    row: noRow,
    value,
    label: '',
    invalid: false,
    describedBy: undefined,
    onChange: change,
  })
  const range = rangeOf(field, conditions)

  return (
    <div className={styles.field} data-field={name}>
      <label className={styles.label} htmlFor={form === 'range' ? `${id}.from` : id}>
        {text(`${prefix}.${name}`)}
      </label>
      {form === 'choices' ? (
        <ManyChooser
          {...control('', values, next => onChange(choicesCondition(name, next as readonly unknown[])))}
          labels={values.map(nameOf)}
        />
      ) : form === 'flag' ? (
        <Flag value={first} name={id} onChange={value => onChange(flagCondition(name, value))} />
      ) : form === 'range' ? (
        <div className={styles.range}>
          <TextControl
            {...control('.from', range.from, from => onChange(rangeConditions(name, field, from, range.until)))}
          />
          <span aria-hidden="true">–</span>
          <TextControl
            {...control('.until', range.until, until => onChange(rangeConditions(name, field, range.from, until)))}
          />
        </div>
      ) : (
        <TextControl {...control('', first, value => onChange(textCondition(name, String(value ?? ''))))} />
      )}
    </div>
  )
}

interface FlagProps {
  value: unknown
  name: string
  onChange(value: boolean | null): void
}

function Flag({ value, name, onChange }: FlagProps) {
  const text = useText()
  const choices = [
    [null, 'tables.any'],
    [true, 'tables.yes'],
    [false, 'tables.no'],
  ] as const
  return (
    <span className={styles.flag}>
      {choices.map(([choice, key]) => (
        <label key={key}>
          <input type="radio" name={name} checked={(value ?? null) === choice} onChange={() => onChange(choice)} />
          {text(key)}
        </label>
      ))}
    </span>
  )
}
