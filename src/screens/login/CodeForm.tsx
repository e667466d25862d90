import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type LocalizedMessage, messageOfError } from '../../data/api/localizedMessage.ts'
import {
  type CodeStep,
  type CodeWay,
  secondsToNextCode,
  sendPhoneCode,
  signInByCode,
} from '../../data/session/session.ts'
import controls from '../../ui/controls.module.css'
import { useText } from '../../ui/useText.ts'
import { LoginField } from './LoginField.tsx'
import styles from './LoginScreen.module.css'

type Props = {
  readonly step: CodeStep
  readonly onSignedIn: () => Promise<void>
  readonly onBack: () => void
}

const words = {
  PHONE: { label: 'login.phoneCode', missing: 'login.phoneCodeMissing', change: 'login.byPhone' },
  EMAIL: { label: 'login.mailCode', missing: 'login.mailCodeMissing', change: 'login.byMail' },
  AUTHENTICATOR: { label: 'login.appCode', missing: 'login.appCodeMissing', change: 'login.appCode' },
} as const satisfies Record<CodeWay, { label: string; missing: string; change: string }>

export function CodeForm({ step, onSignedIn, onBack }: Props) {
  const text = useText()
  const id = useId()
  const code = useRef<HTMLInputElement>(null)
  const [way, setWay] = useState<CodeWay>(step.ways[0] ?? 'PHONE')
  const [fieldError, setError] = useState<LocalizedMessage>()
  const [wait, setWait] = useState(() => secondsToNextCode(step))
  const [isBusy, setBusy] = useState(false)
  const isSent = way !== 'AUTHENTICATOR'

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step begins
  useEffect(() => {
    code.current?.focus()
    // Recently sent codes survive a reload.
    if (isSent && (!step.isResumed || wait === 0)) void sendCode(way)
  }, [])

  const isWaiting = wait > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setWait(secondsToNextCode(step)), 1000)
    return () => clearInterval(timer)
  }, [isWaiting, step])

  async function sendCode(by: CodeWay) {
    try {
      setWait(await sendPhoneCode(step, by))
    } catch (error) {
      setError(messageOfError(error))
      setWait(secondsToNextCode(step))
    }
  }

  function changeTo(other: CodeWay) {
    setWay(other)
    setError(undefined)
    code.current?.focus()
    void sendCode(other)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const given = code.current?.value.trim() ?? ''
    if (isBusy) return
    if (given === '') return setError({ key: words[way].missing })
    setError(undefined)
    setBusy(true)
    try {
      await signInByCode(step, given)
      await onSignedIn()
    } catch (error) {
      setBusy(false)
      setError(messageOfError(error))
      code.current?.select()
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <LoginField
        ref={code}
        id={`${id}-code`}
        label={text(words[way].label)}
        fieldError={fieldError && text(fieldError.key, fieldError.values)}
        note={isSent ? null : text('login.appCodeNote')}
        name="phoneCode"
        inputMode={isSent ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        // Recovery codes are longer than authenticator codes.
        maxLength={isSent ? 6 : 20}
      />
      {isSent ? (
        <button type="button" className={controls.button} disabled={isWaiting} onClick={() => void sendCode(way)}>
          {isWaiting ? text('login.phoneCodeWait', { seconds: wait }) : text('login.phoneCodeSend')}
        </button>
      ) : null}
      {step.ways
        .filter(other => other !== way)
        .map(other => (
          <button
            type="button"
            key={other}
            className={controls.button}
            disabled={isWaiting}
            onClick={() => changeTo(other)}
          >
            {text(words[other].change)}
          </button>
        ))}
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
