import styles from './Control.module.css'
import type { ControlProps } from './control.ts'

export function FlagControl({ id, name, value, invalid, describedBy, onChange }: ControlProps) {
  return (
    <span className={styles.flag}>
      <input
        id={id}
        data-name={name}
        type="checkbox"
        checked={value === true}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={event => onChange(event.target.checked)}
      />
    </span>
  )
}
