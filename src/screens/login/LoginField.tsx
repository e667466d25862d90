import type { ComponentProps, ReactNode } from 'react'
import controls from '../../ui/controls.module.css'
import styles from './LoginScreen.module.css'

type Props = Omit<ComponentProps<'input'>, 'id'> & {
  readonly id: string
  readonly label: string
  readonly fault?: string | undefined
  /** Hint, hidden by an error. */
  readonly note?: ReactNode
}

export function LoginField({ id, label, fault, note, ...input }: Props) {
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor={id}>
        {label}
      </label>
      <input
        className={styles.input}
        id={id}
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${id}-fault`}
        {...input}
      />
      <span className={controls.fault} id={`${id}-fault`} role={fault ? 'alert' : undefined}>
        {fault ?? note ?? ''}
      </span>
    </div>
  )
}
