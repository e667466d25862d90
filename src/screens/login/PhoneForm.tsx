import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { CallError } from '../../data/api.ts'
import { type PhoneStep, secondsToNextCode, sendPhoneCode, signInByPhone } from '../../data/session.ts'
import controls from '../../tables/controls.module.css'
import { useText } from '../../tables/useText.ts'
import { LoginField } from './LoginField.tsx'
import styles from './LoginScreen.module.css'

type Props = {
  readonly step: PhoneStep
  readonly onSignedIn: () => Promise<void>
  readonly onBack: () => void
}

const messageOf = (error: unknown) => (error instanceof CallError ? error.message : String(error))

/** The second step of signing in: the code sent to the phone. */
export function PhoneForm({ step, onSignedIn, onBack }: Props) {
  const text = useText()
  const id = useId()
  const code = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const [wait, setWait] = useState(() => secondsToNextCode(step))
  const [isBusy, setBusy] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step begins
  useEffect(() => {
    code.current?.focus()
    // One that was sent a moment ago, before the page was loaded anew, is still good.
    if (!step.isResumed || wait === 0) void sendCode()
  }, [])

  const isWaiting = wait > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setWait(secondsToNextCode(step)), 1000)
    return () => clearInterval(timer)
  }, [isWaiting, step])

  async function sendCode() {
    try {
      setWait(await sendPhoneCode(step))
    } catch (error) {
      setFault(messageOf(error))
      setWait(secondsToNextCode(step))
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const given = code.current?.value.trim() ?? ''
    if (isBusy) return
    if (given === '') return setFault(text('login.phoneCodeMissing'))
    setFault(undefined)
    setBusy(true)
    try {
      await signInByPhone(step, given)
      await onSignedIn()
    } catch (error) {
      setBusy(false)
      setFault(messageOf(error))
      code.current?.select()
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <LoginField
        ref={code}
        id={`${id}-code`}
        label={text('login.phoneCode')}
        fault={fault}
        name="phoneCode"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
      />
      <button type="button" className={controls.button} disabled={wait > 0} onClick={() => void sendCode()}>
        {wait > 0 ? text('login.phoneCodeWait', { seconds: wait }) : text('login.phoneCodeSend')}
      </button>
      <button type="submit" className={styles.submit} aria-disabled={isBusy || undefined}>
        {isBusy ? <span className={controls.spinner} /> : null}
        {text(isBusy ? 'login.processing' : 'login.submit')}
      </button>
      <button type="button" className={controls.button} onClick={onBack}>
        {text('login.back')}
      </button>
    </form>
  )
}
