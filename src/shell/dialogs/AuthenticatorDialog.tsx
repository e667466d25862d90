import { useAtomValue } from 'jotai'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { refusals } from '#contract/schema/answer.ts'
import type { AnswerOf } from '#contract/schema/call.ts'
import type { authenticatorBegin, authenticatorConfirm, authenticatorState } from '#contract/system/authenticator.ts'
import { registerHandler } from '../../commands/core/registry.ts'
import { execute } from '../../commands/gate/execute.ts'
import { type LocalizedMessage, messageOf } from '../../data/api/localizedMessage.ts'
import { notify } from '../../data/notifications.ts'
import { timeZoneAtom } from '../../data/timeZone.ts'
import controls from '../../ui/controls.module.css'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { PartSuspense, part } from '../../ui/part.tsx'
import { useText } from '../../ui/useText.ts'
import { closeOverlay, overlayAtom } from '../frame/overlays.ts'
import styles from './AuthenticatorDialog.module.css'

const QrPicture = part(() => import('../../ui/paper/QrPicture.tsx'))

/** Dialog stage; secrets and codes exist only while displayed. */
type Stage =
  | { readonly at: 'loading' }
  | { readonly at: 'off' }
  | { readonly at: 'on'; readonly since: string; readonly left: number }
  | { readonly at: 'app'; readonly secret: string; readonly uri: string }
  | { readonly at: 'codes'; readonly codes: readonly string[] }

const questions = {
  off: { name: 'password', command: 'authenticator.begin', go: 'authenticator.begin' },
  on: { name: 'password', command: 'authenticator.remove', go: 'authenticator.remove' },
  app: { name: 'code', command: 'authenticator.confirm', go: 'authenticator.confirm' },
} as const

type StageAnswer = Partial<
  AnswerOf<typeof authenticatorState> & AnswerOf<typeof authenticatorBegin> & AnswerOf<typeof authenticatorConfirm>
>

function stageAfter({ secret, uri, recoveryCodes: codes }: StageAnswer): Stage | null {
  if (secret !== undefined && uri !== undefined) return { at: 'app', secret, uri }
  return codes ? { at: 'codes', codes } : null
}

export function AuthenticatorDialog() {
  const isOpen = useAtomValue(overlayAtom) === 'authenticator'
  // Unmounted when closed, so no secret is retained.
  return isOpen ? <Stages /> : null
}

function Stages() {
  const text = useText()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [stage, setStage] = useState<Stage>({ at: 'loading' })
  const [fieldError, setError] = useState<LocalizedMessage>()
  const [isBusy, setBusy] = useState(false)
  const { at } = stage
  const question = at === 'loading' || at === 'codes' ? null : questions[at]
  const said = fieldError ? text(fieldError.key, fieldError.values) : ''

  /** Script surface: the outcome is reported here, once. */
  async function ask(command: string, args = {}): Promise<StageAnswer | null> {
    const result = await execute(command, args, { surface: 'script' })
    if (result.status === 'ok') return result.data ?? {}
    // The server's error is generic: it concerns the old password here.
    const isPassword = result.status === 'failed' && result.code === refusals.wrongPassword.status
    if (isPassword) setError({ key: 'authenticator.passwordWrong' })
    else setError(result.status === 'failed' ? messageOf({ ...result, status: result.code }) : { key: 'error.invalid' })
    return null
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    void ask('authenticator.state', {}).then(state => {
      if (!state) return
      const { since, recoveryCodesLeft: left = 0 } = state
      setStage(since ? { at: 'on', since, left } : { at: 'off' })
    })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each stage has a field of its own
  useEffect(() => input.current?.focus(), [at])
  useEffect(
    () => registerHandler('dialog.accept', { run: () => (question ? form.current?.requestSubmit() : closeOverlay()) }),
    [question],
  )

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!question || isBusy) return
    const value = input.current?.value.trim() ?? ''
    setError(value === '' ? { key: `authenticator.${question.name}Missing` } : undefined)
    if (value === '') return input.current?.focus()
    setBusy(true)
    const answer = await ask(question.command, { [question.name]: value })
    setBusy(false)
    if (!answer) {
      input.current?.focus()
      return input.current?.select()
    }
    const next = stageAfter(answer)
    if (next) return setStage(next)
    notify({ kind: 'success', text: () => text('authenticator.removed') })
    closeOverlay()
  }

  return (
    <DialogFrame
      open
      title={text(at === 'codes' ? 'authenticator.recoveryCodes' : 'shell.authenticator')}
      keepOnOutsideClick
      onClose={closeOverlay}
      footer={
        question ? (
          <>
            <button type="button" className={controls.button} onClick={closeOverlay}>
              {text('shell.cancel')}
            </button>
            <button
              type="submit"
              form={id}
              className={at === 'on' ? controls.danger : controls.primary}
              aria-disabled={isBusy || undefined}
            >
              {isBusy ? <span className={controls.spinner} /> : null}
              {text(question.go)}
            </button>
          </>
        ) : (
          <button type="button" className={controls.primary} data-answer="accept" onClick={closeOverlay}>
            {text(at === 'codes' ? 'authenticator.kept' : 'shell.close')}
          </button>
        )
      }
    >
      <form className={styles.form} id={id} ref={form} onSubmit={submit} noValidate>
        <About stage={stage} fieldError={said} />
        {question ? (
          <div className={controls.field}>
            <label className={controls.label} htmlFor={`${id}-field`}>
              {text(`authenticator.${question.name}`)}
            </label>
            <input
              key={at}
              ref={input}
              className={controls.input}
              id={`${id}-field`}
              name={question.name}
              type={question.name === 'password' ? 'password' : 'text'}
              inputMode={question.name === 'code' ? 'numeric' : undefined}
              autoComplete={question.name === 'password' ? 'current-password' : 'one-time-code'}
              aria-invalid={said ? true : undefined}
              aria-describedby={`${id}-fault`}
            />
            <span className={controls.fieldError} id={`${id}-fault`} role={said ? 'alert' : undefined}>
              {said}
            </span>
          </div>
        ) : null}
      </form>
    </DialogFrame>
  )
}

function About({ stage, fieldError }: { readonly stage: Stage; readonly fieldError: string }): ReactNode {
  const text = useText()
  const intl = useIntl()
  const timeZone = useAtomValue(timeZoneAtom)
  if (stage.at === 'off') return <p>{text('authenticator.off')}</p>
  if (stage.at === 'on') {
    const since = intl.formatDate(stage.since, { dateStyle: 'medium', timeZone })
    return <p>{text('authenticator.on', { since, left: stage.left })}</p>
  }
  if (stage.at === 'codes')
    return (
      <>
        <p>{text('authenticator.recovery')}</p>
        <ul className={styles.codes} aria-label={text('authenticator.recoveryCodes')}>
          {stage.codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </>
    )
  if (stage.at === 'loading') return <p role={fieldError ? 'alert' : 'status'}>{fieldError || text('shell.loading')}</p>
  return (
    <>
      <p>{text('authenticator.scan')}</p>
      <PartSuspense fallback={<div className={styles.picture} />}>
        <QrPicture className={styles.picture} text={stage.uri} label={text('authenticator.picture')} />
      </PartSuspense>
      <dl className={styles.secret}>
        <dt>{text('authenticator.secret')}</dt>
        <dd data-secret>{stage.secret.replace(/(.{4})(?=.)/g, '$1 ')}</dd>
      </dl>
      <a className={styles.link} href={stage.uri}>
        {text('authenticator.link')}
      </a>
    </>
  )
}
