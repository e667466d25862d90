/** Password change fields, shared by dialog and screen. */
import { type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { execute } from '../../commands/gate/execute.ts'
import { type LocalizedMessage, messageOf } from '../../data/api/localizedMessage.ts'
import { notify } from '../../data/notifications.ts'
import { useRevalidation } from '../../tables/form/useRevalidation.ts'
import controls from '../../ui/controls.module.css'
import { useText } from '../../ui/useText.ts'
import styles from './PasswordDialog.module.css'
import { errorsOfPasswords, type PasswordErrors, type Passwords } from './passwordRules.ts'

const empty: Passwords = { oldPwd: '', newPwd: '', again: '' }
const titles = { oldPwd: 'password.old', newPwd: 'password.new', again: 'password.again' } as const
const names = ['oldPwd', 'newPwd', 'again'] as const

const hasAny = (fieldErrors: PasswordErrors) => Object.values(fieldErrors).some(Boolean)

function errorOfNew(data: unknown): string | undefined {
  const fieldError: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'newPwd') : undefined
  return typeof fieldError === 'string' ? `fault.${fieldError}` : undefined
}

interface PasswordForm {
  readonly form: RefObject<HTMLFormElement | null>
  readonly isBusy: boolean
  readonly submit: (event: FormEvent) => Promise<void>
  readonly fields: ReactNode
}

export function usePasswordForm(type: 1 | 2, onDone: () => void): PasswordForm {
  const text = useText()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(empty)
  const [fieldErrors, setErrors] = useState<PasswordErrors>({})
  const [refusal, setRefusal] = useState<LocalizedMessage>()
  const [isBusy, setBusy] = useState(false)

  useRevalidation(() => setErrors(before => (hasAny(before) ? errorsOfPasswords(values) : before)))

  const focus = (name: keyof Passwords) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = errorsOfPasswords(values)
    setErrors(found)
    setRefusal(undefined)
    const first = names.find(name => found[name])
    if (first) return focus(first)
    if (isBusy) return
    setBusy(true)
    const { oldPwd, newPwd } = values
    // Script surface: the outcome is reported here, once.
    const result = await execute('password.save', { type, oldPwd, newPwd }, { surface: 'script' })
    setBusy(false)
    if (result.status === 'ok') {
      notify({ kind: 'success', text: () => text(type === 1 ? 'password.doneHere' : 'password.done') })
      return onDone()
    }
    const fieldError = result.status === 'failed' ? errorOfNew(result.data) : undefined
    if (fieldError) {
      setErrors({ newPwd: fieldError })
      return focus('newPwd')
    }
    setRefusal(result.status === 'failed' ? messageOf({ ...result, status: result.code }) : { key: 'error.invalid' })
    focus('oldPwd')
  }

  const fields = (
    <>
      {names.map(name => (
        <div className={controls.field} key={name}>
          <label className={controls.label} htmlFor={`${id}-${name}`}>
            {text(titles[name])}
          </label>
          <input
            className={controls.input}
            id={`${id}-${name}`}
            name={name}
            type="password"
            autoComplete={name === 'oldPwd' ? 'current-password' : 'new-password'}
            value={values[name]}
            aria-invalid={fieldErrors[name] ? true : undefined}
            aria-describedby={`${id}-${name}-fault`}
            onChange={event => {
              setValues({ ...values, [name]: event.target.value })
              setErrors({ ...fieldErrors, [name]: undefined })
            }}
          />
          <span
            className={controls.fieldError}
            id={`${id}-${name}-fault`}
            role={fieldErrors[name] ? 'alert' : undefined}
          >
            {fieldErrors[name] ? text(fieldErrors[name]) : ''}
          </span>
        </div>
      ))}
      {refusal ? (
        <p className={styles.refusal} role="alert">
          {text(refusal.key, refusal.values)}
        </p>
      ) : null}
    </>
  )
  return { form, isBusy, submit, fields }
}
