import { useAtomValue } from 'jotai'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { execute } from '../commands/execute.ts'
import { registerHandler } from '../commands/registry.ts'
import { notify } from '../data/notifications.ts'
import { type Saying, sayingOf } from '../data/saying.ts'
import controls from '../tables/controls.module.css'
import { DialogFrame } from '../tables/DialogFrame.tsx'
import { useRevalidation } from '../tables/form/useRevalidation.ts'
import { useText } from '../tables/useText.ts'
import { closeOverlay, overlayAtom } from './overlays.ts'
import styles from './PasswordDialog.module.css'
import { faultsOfPasswords, type PasswordFaults, type Passwords } from './passwordRules.ts'

const empty: Passwords = { oldPwd: '', newPwd: '', again: '' }
const titles = { oldPwd: 'password.old', newPwd: 'password.new', again: 'password.again' } as const
const names = ['oldPwd', 'newPwd', 'again'] as const

/** Changes the login (1) or the operation (2) password. */
export function PasswordDialog() {
  const isOpen = useAtomValue(overlayAtom) === 'password'
  // Closed, it holds nothing: what was typed is gone with the form.
  return isOpen ? <PasswordForm /> : null
}

function PasswordForm() {
  const text = useText()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [type, setType] = useState<1 | 2>(1)
  const [values, setValues] = useState(empty)
  const [faults, setFaults] = useState<PasswordFaults>({})
  const [refusal, setRefusal] = useState<Saying>()
  const [isBusy, setBusy] = useState(false)

  useRevalidation(() => setFaults(before => (hasAny(before) ? faultsOfPasswords(values) : before)))
  useEffect(() => registerHandler('dialog.accept', { run: () => form.current?.requestSubmit() }), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = faultsOfPasswords(values)
    setFaults(found)
    setRefusal(undefined)
    const first = names.find(name => found[name])
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    if (isBusy) return
    setBusy(true)
    const { oldPwd, newPwd } = values
    // As a script, so that the outcome is said here and once.
    const result = await execute('password.save', { type, oldPwd, newPwd }, { surface: 'script' })
    setBusy(false)
    if (result.status === 'ok') {
      notify({ kind: 'success', text: text('password.done') })
      return closeOverlay()
    }
    setRefusal(result.status === 'failed' ? sayingOf({ ...result, status: result.code }) : { key: 'error.invalid' })
    form.current?.querySelector<HTMLInputElement>('[name=oldPwd]')?.focus()
  }

  return (
    <DialogFrame
      open
      title={text('password.title')}
      width={480}
      keepOnOutsideClick
      onClose={closeOverlay}
      footer={
        <>
          <button type="button" className={controls.button} onClick={closeOverlay}>
            {text('shell.cancel')}
          </button>
          <button type="submit" form={id} className={controls.primary} aria-disabled={isBusy || undefined}>
            {isBusy ? <span className={controls.spinner} /> : null}
            {text('shell.submit')}
          </button>
        </>
      }
    >
      <form className={styles.form} id={id} ref={form} onSubmit={submit} noValidate>
        <fieldset className={styles.types}>
          <legend className={controls.label}>{text('password.type')}</legend>
          {([1, 2] as const).map(option => (
            <label className={styles.type} key={option}>
              <input
                type="radio"
                name="type"
                value={option}
                checked={type === option}
                onChange={() => setType(option)}
              />
              {text(`password.type.${option}`)}
            </label>
          ))}
        </fieldset>
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
      </form>
    </DialogFrame>
  )
}

const hasAny = (faults: PasswordFaults) => Object.values(faults).some(Boolean)
