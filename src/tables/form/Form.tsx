import type { KeyboardEvent } from 'react'
import type { Faults } from '../../contract/schema/answer.ts'
import type { Fields, Values } from '../../contract/schema/field.ts'
import { isOpen } from '../columns/columns.ts'
import { Field } from './Field.tsx'
import styles from './Form.module.css'

interface FormProps {
  prefix: string
  label: string
  fields: Fields
  row: Values
  faults: Faults
  isReadOnly?: boolean
  /** What stays open of a closed record may be changed all the same. */
  staysOpen?: boolean
  /** Stored rows keep their fixed fields. */
  isStored?: boolean
  onChange(patch: Values): void
}

const controls = 'input:not([tabindex="-1"]):not([disabled]), textarea'

/**
 * Enter goes on to the next field, as on every data entry screen; with a modifier it belongs to the keymap. In a text of one
 * line that grows it does the same, and after the last field what it does in any input.
 */
function goOn(event: KeyboardEvent<HTMLElement>) {
  const target = event.target as HTMLElement
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return
  if (event.ctrlKey || event.metaKey || event.altKey || !target.matches('input, textarea[data-line]')) return
  if (target.getAttribute('aria-expanded') === 'true') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(controls)]
  const next = all[all.indexOf(target) + (event.shiftKey ? -1 : 1)]
  if (next || target instanceof HTMLTextAreaElement) event.preventDefault()
  if (next) next.focus()
  else if (target instanceof HTMLTextAreaElement) target.form?.requestSubmit()
}

/** The fields of a row in as many columns as there is room for. */
export function Form({
  prefix,
  label,
  fields,
  row,
  faults,
  isReadOnly,
  staysOpen,
  isStored = false,
  onChange,
}: FormProps) {
  return (
    <fieldset className={styles.frame} aria-label={label} onKeyDown={goOn}>
      <div className={styles.form} data-read-only={isReadOnly || undefined}>
        {Object.entries(fields).map(([name, field]) => (
          <Field
            key={name}
            prefix={prefix}
            name={name}
            field={field}
            row={row}
            fault={faults[name]}
            isReadOnly={(isReadOnly && !(staysOpen && field.staysOpen)) || !isOpen(field, isStored)}
            onChange={onChange}
          />
        ))}
      </div>
    </fieldset>
  )
}
