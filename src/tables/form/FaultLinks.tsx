import type { MouseEvent } from 'react'
import type { FieldErrors } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { errorText, errorTitle } from '../../fields/errorText.ts'
import { enterFault } from '../../ui/keyboard/keyboard.ts'
import { useText } from '../../ui/useText.ts'
import styles from './Form.module.css'
import { controlNamed } from './formFocus.ts'

/** Links a bar has room for; the keyboard has Ctrl+↓ for the rest. */
const maxLinks = 5

/** Wrong fields by name, each a link to its control; lines are one link. */
export function FaultLinks({ entity, fieldErrors }: { entity: Entity; fieldErrors: FieldErrors }) {
  const text = useText()
  const names = [...new Set(Object.keys(fieldErrors).map(path => path.split('.')[0] ?? path))]
  const enter = (event: MouseEvent, name: string) => {
    const record = event.currentTarget.closest('[data-record]')
    const grid = record?.querySelector<HTMLElement>(`[data-detail="${CSS.escape(name)}"] [role=grid]`)
    if (grid) void enterFault(grid, !(name in fieldErrors))
    else if (record) controlNamed(record, [name])?.focus()
  }
  return names.slice(0, maxLinks).map(name => (
    <button
      key={name}
      type="button"
      className={styles.faultLink}
      data-fault-of={name}
      data-message={`${entity.name}.${name}`}
      title={fieldErrors[name] && errorText(text, fieldErrors[name])}
      onClick={event => enter(event, name)}
    >
      {errorTitle(text, entity, name)}
    </button>
  ))
}
