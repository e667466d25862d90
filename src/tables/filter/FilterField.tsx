import { useAtomValue } from 'jotai'
import { useEffect, useId, useReducer, useState } from 'react'
import { shippedText } from '#contract/messages/shippedNames.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Field } from '#contract/schema/field.ts'
import { localeAtom } from '../../data/language.ts'
import { labelOf } from '../../data/records/labels.ts'
import { loadLabels } from '../../data/records/options.ts'
import type { Condition } from '../../data/records/row.ts'
import type { ControlProps } from '../../fields/controls/control.ts'
import { ManyChooser } from '../../fields/controls/ManyChooser.tsx'
import { TextControl } from '../../fields/controls/TextControl.tsx'
import { cells } from '../../fields/index.ts'
import { type Asked, askedIn, conditionsFor, entryOf, type Operator, operatorsOf } from '../../fields/operators.ts'
import { isNumeric } from '../../fields/typing.ts'
import { quantitySourcesOf } from '../../fields/units.ts'
import { useText } from '../../ui/useText.ts'
import { asked, sharedRow } from './conditions.ts'
import styles from './Filter.module.css'
import { filterRules, unitReason } from './filterQuantities.ts'

interface FilterFieldProps {
  entity: Entity
  where: readonly Condition[]
  name: string
  field: Field
  conditions: readonly Condition[]
  onChange(conditions: readonly Condition[]): void
}

export function useNames(field: Field, values: readonly unknown[]): (value: unknown) => string {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  const [, again] = useReducer((count: number) => count + 1, 0)
  const to = field.to
  const unknown = to ? values.filter(value => labelOf(to, value) === undefined).join() : ''
  useEffect(() => {
    if (!to || unknown === '') return
    loadLabels(to, unknown.split(',').map(Number)).then(again, () => undefined)
  }, [to, unknown])
  return value => {
    if (to) return shippedText(to, labelOf(to, value) ?? String(value), text)
    const one = ['enumerations', 'texts'].includes(field.kind) ? [value] : value
    return cells[field.kind].toText(one, {}, field, locale) || String(value)
  }
}

/** Flags as three buttons: faster than a list. */
const isFlag = (field: Field) => field.kind === 'flag'

export function FilterField({ entity, where, name, field, conditions, onChange }: FilterFieldProps) {
  const text = useText()
  const id = useId()
  const now = askedIn(field, conditions)
  // Incomplete input: not yet a condition, but kept.
  const [begun, setBegun] = useState<Asked | null>(null)
  const operators = operatorsOf(field)
  const standard = operators[0]
  // Condition removed elsewhere, e.g. by its chip.
  const isGone = begun !== null && conditionsFor(name, field, begun).length > 0
  const half: Asked | null = begun && isGone ? { operator: begun.operator, values: [] } : begun
  const { operator = standard, values } = now ?? half ?? { values: [] }
  const nameOf = useNames(field, values)
  if (operator === undefined || standard === undefined) return null

  const ask = (next: Asked) => {
    setBegun(next)
    onChange(conditionsFor(name, field, next))
  }
  const choose = (next: Operator) => {
    const isAlike = entryOf(next) === entryOf(operator)
    ask({ operator: next, values: isAlike ? values : entryOf(next) === 'many' ? [] : values.slice(0, 1) })
  }
  const title = text(`${entity.name}.${name}`)
  return (
    <div className={styles.field} data-field={name} data-asked={conditions.length > 0 || undefined}>
      <label className={styles.label} htmlFor={`${id}.0`}>
        {title}
      </label>
      {isFlag(field) ? (
        <Flag
          id={id}
          value={now ? operator : null}
          onChange={next => (next ? ask({ operator: next, values: [] }) : onChange([]))}
        />
      ) : (
        <Entered
          {...{ id, name, entity, where, operator, values, nameOf }}
          field={asked(field)}
          onChange={next => ask({ operator, values: next })}
        />
      )}
      {/* Last in tab order: Tab goes from value to value. */}
      {isFlag(field) ? null : (
        <select
          className={styles.operator}
          aria-label={`${title} ${text('filter.operator')}`}
          data-operator=""
          value={operator}
          onChange={event => {
            const next = operators.find(each => each === event.target.value)
            if (next) choose(next)
          }}
        >
          {operators.map(each => (
            <option key={each} value={each}>
              {text(`filter.${each}`)}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}

interface EnteredProps {
  id: string
  entity: Entity
  where: readonly Condition[]
  name: string
  field: Field
  operator: Operator
  values: readonly unknown[]
  nameOf(value: unknown): string
  onChange(values: readonly unknown[]): void
}

function Entered({ id, entity, where, name, field, operator, values, nameOf, onChange }: EnteredProps) {
  const text = useText()
  const entry = entryOf(operator)
  const rules = filterRules(entity, name, field, where)
  const reasons = values.map(value => (isNumeric(field) ? unitReason(value, rules) : undefined))
  const reason = reasons.find(each => each)
  const control = (at: number, value: unknown, change: (value: unknown) => void): ControlProps => ({
    id: `${id}.${at}`,
    name: `${name}.${at}`,
    field,
    row: sharedRow(entity.fields, where),
    quantity: quantitySourcesOf(entity.fields, name),
    value,
    label: '',
    // The label already names the first control.
    title: at > 0 ? text('tables.until') : undefined,
    unit: typeof field.unit === 'string' ? '' : ([rules.unit].flat()[0] ?? ''),
    invalid: reasons[at] !== undefined,
    describedBy: reason ? `${id}-reason` : undefined,
    onChange: change,
  })
  const [first = null, second = null] = values
  if (entry === 'none') return null
  if (entry === 'many')
    return (
      <ManyChooser
        {...control(0, values, next => onChange(Array.isArray(next) ? next : []))}
        labels={values.map(nameOf)}
      />
    )
  const note = reason ? (
    <p className={styles.reason} id={`${id}-reason`}>
      {reason}
    </p>
  ) : null
  if (entry === 'one')
    return (
      <div>
        <TextControl {...control(0, first, value => onChange([value]))} />
        {note}
      </div>
    )
  return (
    <div className={styles.range}>
      <TextControl {...control(0, first, value => onChange([value, second]))} />
      <span aria-hidden="true">–</span>
      <TextControl {...control(1, second, value => onChange([first, value]))} />
      {note}
    </div>
  )
}

interface FlagProps {
  id: string
  value: Operator | null
  onChange(value: 'yes' | 'no' | null): void
}

function Flag({ id, value, onChange }: FlagProps) {
  const text = useText()
  const choices = [
    [null, 'tables.any'],
    ['yes', 'tables.yes'],
    ['no', 'tables.no'],
  ] as const
  return (
    <span className={styles.flag}>
      {choices.map(([choice, key], at) => (
        <label key={key}>
          <input
            id={`${id}.${at}`}
            type="radio"
            name={id}
            checked={value === choice}
            onChange={() => onChange(choice)}
          />
          {text(key)}
        </label>
      ))}
    </span>
  )
}
