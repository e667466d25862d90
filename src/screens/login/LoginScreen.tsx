import { useAtomValue } from 'jotai'
import { type FormEvent, type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import { locales } from '#contract/messages/locales.ts'
import { refusals } from '#contract/schema/answer.ts'
import type { DemoAccount } from '#contract/system/session.ts'
import { execute } from '../../commands/gate/execute.ts'
import { sessionAtom, signedOutBecauseAtom } from '../../data/api/credentials.ts'
import { type LocalizedMessage, messageOfError } from '../../data/api/localizedMessage.ts'
import { CallError } from '../../data/api/transport.ts'
import { localeAtom } from '../../data/language.ts'
import { navigate } from '../../data/location.ts'
import { loadMenu } from '../../data/session/permittedMenu.ts'
import {
  abortSignIn,
  type CodeStep,
  newPicture,
  type Picture,
  signIn,
  waitingSignIn,
} from '../../data/session/session.ts'
import { store } from '../../data/store.ts'
import controls from '../../ui/controls.module.css'
import { Mark } from '../../ui/Mark.tsx'
import { useText } from '../../ui/useText.ts'
import { CodeForm } from './CodeForm.tsx'
import { DemoAccounts } from './DemoAccounts.tsx'
import { LoginField } from './LoginField.tsx'
import styles from './LoginScreen.module.css'

const languageNames = { 'zh-CN': '简体', 'zh-TW': '繁體', 'en-US': 'EN' } as const

type FieldErrors = {
  readonly name?: string
  readonly password?: string
  readonly code?: string
  readonly refusal?: LocalizedMessage
}

/** Redirect target is chosen by the frame. */
const goOn = () => navigate('/', { replace: true })

async function enter() {
  await loadMenu()
  goOn()
}

export default function LoginScreen() {
  const text = useText()
  return (
    <main className={styles.page}>
      <title>{`${text('login.title')} · ${text('shell.name')}`}</title>
      <Languages />
      <div className={styles.card}>
        <Mark size={40} />
        <h1 className={styles.title}>{text('shell.name')}</h1>
        <p className={styles.subtitle}>{text('login.subtitle')}</p>
        <Steps />
      </div>
    </main>
  )
}

function Steps() {
  const [step, setStep] = useState(() => (store.get(sessionAtom) ? null : waitingSignIn()))
  const goBack = () => {
    abortSignIn()
    setStep(null)
  }
  return step ? <CodeForm step={step} onSignedIn={enter} onBack={goBack} /> : <LoginForm onCodeStep={setStep} />
}

function LoginForm({ onCodeStep }: { readonly onCodeStep: (step: CodeStep) => void }) {
  const text = useText()
  const id = useId()
  const because = useAtomValue(signedOutBecauseAtom)
  const name = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const [hasPicture, setHasPicture] = useState(false)
  const [picture, setPicture] = useState<Picture | null>(null)
  const [fieldErrors, setErrors] = useState<FieldErrors>({})
  const [isBusy, setBusy] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const [isShown, setShown] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    name.current?.focus()
    // Already signed in: nothing to do here.
    if (store.get(sessionAtom)) goOn()
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    // Read from the DOM: password managers bypass React events.
    const given = { name: name.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    if (given.name === '') return refuse({ name: 'login.nameMissing' }, name.current)
    if (given.password === '') return refuse({ password: 'login.passwordMissing' }, password.current)
    const read = code.current?.value.trim() ?? ''
    if (hasPicture && read === '') return refuse({ code: 'login.codeMissing' }, code.current)
    setErrors({})
    setBusy(true)
    try {
      const step = await signIn(given.name, given.password, picture ? `${picture.id}:${read}` : undefined)
      return step ? onCodeStep(step) : await enter()
    } catch (error) {
      setBusy(false)
      if (hasPicture) renewPicture()
      if (error instanceof CallError && error.status === refusals.captchaRequired.status) {
        setHasPicture(true)
        return refuse({ code: 'login.codeMissing' }, code.current)
      }
      refuse({ refusal: messageOfError(error) }, password.current)
      password.current?.select()
    }
  }

  function refuse(found: FieldErrors, field: HTMLInputElement | null) {
    setErrors(found)
    field?.focus()
  }

  // Captcha pictures are single-use; if loading fails, sign-in reports it.
  function renewPicture() {
    if (code.current) code.current.value = ''
    newPicture().then(setPicture, () => setPicture(null))
  }

  function fillIn(account: DemoAccount) {
    if (name.current) name.current.value = account.loginName
    if (password.current) password.current.value = account.password
    setErrors({})
    button.current?.focus()
  }

  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const { refusal } = fieldErrors
  const passwordError = fieldErrors.password ? text(fieldErrors.password) : refusal && text(refusal.key, refusal.values)

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      {because ? (
        <p className={styles.notice} role="status">
          {text(because === 'expired' ? 'login.signedOut' : 'error.forbidden')}
        </p>
      ) : null}
      <LoginField
        ref={name}
        id={`${id}-name`}
        label={text('login.name')}
        fieldError={fieldErrors.name ? text(fieldErrors.name) : undefined}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
      />
      <LoginField
        ref={password}
        id={`${id}-password`}
        label={text('login.password')}
        fieldError={passwordError}
        note={hasCapsLock ? <span className={styles.caps}>{text('login.capsLock')}</span> : null}
        name="password"
        type={isShown ? 'text' : 'password'}
        action={<ShowPassword isShown={isShown} onShow={setShown} />}
        autoComplete="current-password"
        maxLength={100}
        onKeyDown={readCapsLock}
        onKeyUp={readCapsLock}
        onBlur={() => setCapsLock(false)}
      />
      {hasPicture ? (
        <PictureField
          id={`${id}-code`}
          input={code}
          picture={picture}
          fieldError={fieldErrors.code ? text(fieldErrors.code) : undefined}
          renew={renewPicture}
        />
      ) : null}
      <button ref={button} type="submit" className={styles.submit} aria-disabled={isBusy || undefined}>
        {isBusy ? <span className={controls.spinner} /> : null}
        {text(isBusy ? 'login.processing' : 'login.submit')}
      </button>
      <p className={styles.forgot}>{text('login.forgot')}</p>
      <DemoAccounts onChoose={fillIn} />
    </form>
  )
}

function ShowPassword({ isShown, onShow }: { isShown: boolean; onShow: (isShown: boolean) => void }) {
  const text = useText()
  return (
    <button type="button" className={styles.show} onClick={() => onShow(!isShown)}>
      {text(isShown ? 'login.hide' : 'login.show')}
    </button>
  )
}

function Languages() {
  const text = useText()
  const current = useAtomValue(localeAtom)
  return (
    <fieldset className={styles.languages} aria-label={text('shell.language')}>
      {locales.map(locale => (
        <button
          type="button"
          key={locale}
          lang={locale}
          className={styles.language}
          aria-pressed={locale === current}
          disabled={locale === current}
          data-command={`locale.${locale}`}
          onClick={() => void execute(`locale.${locale}`, {}, { surface: 'button' })}
        >
          {languageNames[locale]}
        </button>
      ))}
    </fieldset>
  )
}

type Props = {
  readonly id: string
  readonly input: Ref<HTMLInputElement>
  readonly picture: Picture | null
  readonly fieldError: string | undefined
  readonly renew: () => void
}

/** Captcha after failed sign-ins. */
export function PictureField({ id, input, picture, fieldError, renew }: Props) {
  const text = useText()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first picture comes with the field
  useEffect(renew, [])
  return (
    <>
      <LoginField
        ref={input}
        id={id}
        label={text('login.code')}
        fieldError={fieldError}
        note={<span>{text('login.codeNote')}</span>}
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={10}
      />
      <div className={styles.picture}>
        {picture ? <img src={picture.image} alt={text('login.code')} width={150} height={50} /> : null}
        <button type="button" className={controls.quiet} onClick={renew}>
          {text('login.codeAgain')}
        </button>
      </div>
    </>
  )
}
