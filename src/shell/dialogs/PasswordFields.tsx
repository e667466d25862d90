/** Password change fields, shared by dialog and screen. */
import { type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { execute } from '../../commands/gate/execute.ts'
import { type LocalizedMessage, messageOf } from '../../data/api/localizedMessage.ts'
import { notify } from '../../data/notifications.ts'
import { useRevalidation } from '../../tables/form/useRevalidation.ts'
import controls from '../../ui/controls.module.css'
import { useText } from '../../ui/useText.ts'
import styles from './PasswordDialog.module.css'
import { faultsOfPasswords, type PasswordFaults, type Passwords } from './passwordRules.ts'

const empty: Passwords = { oldPwd: '', newPwd: '', again: '' }
const titles = { oldPwd: 'password.old', newPwd: 'password.new', again: 'password.again' } as const
const names = ['oldPwd', 'newPwd', 'again'] as const

const hasAny = (faults: PasswordFaults) => Object.values(faults).some(Boolean)

function faultOfNew(data: unknown): string | undefined {
  const fault: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'newPwd') : undefined
  return typeof fault === 'string' ? `fault.${fault}` : undefined
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
  const [faults, setFaults] = useState<PasswordFaults>({})
  const [refusal, setRefusal] = useState<LocalizedMessage>()
  const [isBusy, setBusy] = useState(false)

  useRevalidation(() => setFaults(before => (hasAny(before) ? faultsOfPasswords(values) : before)))

  const focus = (name: keyof Passwords) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = faultsOfPasswords(values)
    setFaults(found)
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
    const fault = result.status === 'failed' ? faultOfNew(result.data) : undefined
    if (fault) {
      setFaults({ newPwd: fault })
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
            aria-invalid={faults[name] ? true : undefined}
            aria-describedby={`${id}-${name}-fault`}
            onChange={event => {
              setValues({ ...values, [name]: event.target.value })
              setFaults({ ...faults, [name]: undefined })
            }}
          />
          <span className={controls.fault} id={`${id}-${name}-fault`} role={faults[name] ? 'alert' : undefined}>
            {faults[name] ? text(faults[name]) : ''}
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
