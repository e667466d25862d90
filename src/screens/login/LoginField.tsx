import type { ComponentProps, ReactNode } from 'react'
import controls from '../../ui/controls.module.css'
import styles from './LoginScreen.module.css'

type Props = Omit<ComponentProps<'input'>, 'id'> & {
  readonly id: string
  readonly label: string
  readonly fieldError?: string | undefined
  /** Hint, hidden by an error. */
  readonly note?: ReactNode
  readonly action?: ReactNode
}

export function LoginField({ id, label, fieldError, note, action, ...input }: Props) {
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.entry}>
        <input
          className={styles.input}
          id={id}
          aria-invalid={fieldError ? true : undefined}
          aria-describedby={`${id}-fault`}
          {...input}
        />
        {action}
      </div>
      <span className={controls.fieldError} id={`${id}-fault`} role={fieldError ? 'alert' : undefined}>
        {fieldError ?? note ?? ''}
      </span>
    </div>
  )
}
