import { type KeyboardEvent, useRef } from 'react'
import type { FieldErrors } from '#contract/schema/answer.ts'
import type { Fields } from '#contract/schema/field.ts'
import { enterToRequiredAtom } from '../../data/settings/enterToRequired.ts'
import { store } from '../../data/store.ts'
import { enterGrid } from '../../ui/keyboard/keyboard.ts'
import { useHandlers } from '../../ui/useHandlers.ts'
import { isOpen } from '../columns/columns.ts'
import { Field, type FieldProps } from './Field.tsx'
import styles from './Form.module.css'

interface FormProps extends Pick<FieldProps, 'prefix' | 'row' | 'isReadOnly' | 'onChange'> {
  label: string
  fields: Fields
  fieldErrors: FieldErrors
  /** Fields editable after posting exist. */
  isPartlyEditable?: boolean
  /** Fixed fields are read-only once stored. */
  isStored?: boolean
}

const controls = 'input:not([tabindex="-1"]):not([disabled]), textarea'

/** Goes to the next field that must be filled, then to the lines; false without any. */
function goToRequired(form: HTMLElement): boolean {
  const all = [...form.querySelectorAll<HTMLElement>('[data-field]')]
  const here = all.findIndex(field => field.contains(document.activeElement))
  const missing = (field: HTMLElement) => field.dataset.missing !== undefined && field.querySelector(controls) !== null
  const field = all.slice(here + 1).find(missing) ?? all.slice(0, Math.max(here, 0)).find(missing)
  const lines = form.closest('[data-record]')?.querySelector<HTMLElement>('[data-detail] [role=grid]')
  if (field) field.querySelector<HTMLElement>(controls)?.focus()
  else if (lines) enterGrid(lines)
  return field !== undefined || (lines !== null && lines !== undefined)
}

/** Enter advances to the next field, as usual in data entry. */
function goOn(event: KeyboardEvent<HTMLElement>) {
  const target = event.target as HTMLElement
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return
  if (event.ctrlKey || event.metaKey || event.altKey || !target.matches('input, textarea[data-line]')) return
  if (target.getAttribute('aria-expanded') === 'true') return
  if (!event.shiftKey && store.get(enterToRequiredAtom) && goToRequired(event.currentTarget)) {
    event.preventDefault()
    return
  }
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(controls)]
  const next = all[all.indexOf(target) + (event.shiftKey ? -1 : 1)]
  if (next || target instanceof HTMLTextAreaElement) event.preventDefault()
  if (next) next.focus()
  else if (target instanceof HTMLTextAreaElement) target.form?.requestSubmit()
}

export function Form({
  prefix,
  label,
  fields,
  row,
  fieldErrors,
  isReadOnly,
  isPartlyEditable,
  isStored = false,
  onChange,
}: FormProps) {
  const frame = useRef<HTMLFieldSetElement>(null)
  useHandlers({
    'form.nextRequired': {
      run: () => {
        if (frame.current && goToRequired(frame.current)) return undefined
        return { status: 'denied', reason: 'when', message: 'reason.nothingRequired' }
      },
    },
  })
  return (
    <fieldset className={styles.frame} aria-label={label} onKeyDown={goOn} ref={frame}>
      <div className={styles.form} data-read-only={isReadOnly || undefined}>
        {Object.entries(fields).map(([name, field]) => (
          <Field
            key={name}
            prefix={prefix}
            name={name}
            field={field}
            row={row}
            error={fieldErrors[name]}
            isReadOnly={(isReadOnly && !(isPartlyEditable && field.editableAfterPosting)) || !isOpen(field, isStored)}
            onChange={onChange}
          />
        ))}
      </div>
    </fieldset>
  )
}
