import { useAtomValue } from 'jotai'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { execute } from '../../commands/execute.ts'
import { CallError } from '../../data/api.ts'
import { loadMenu } from '../../data/menu.ts'
import { localeAtom, locales } from '../../data/messages.ts'
import { sessionAtom, signedOutBecauseAtom, signIn } from '../../data/session.ts'
import { store } from '../../data/store.ts'
import { navigate } from '../../data/tabs.ts'
import controls from '../../tables/controls.module.css'
import { Mark } from '../../tables/Mark.tsx'
import { useText } from '../../tables/useText.ts'
import styles from './LoginScreen.module.css'

const languageNames = { 'zh-CN': '简体', 'zh-TW': '繁體', 'en-US': 'EN' } as const

type Faults = { readonly name?: string; readonly password?: string; readonly refusal?: string }

/** Where to is the frame's to decide. */
const goOn = () => navigate('/', { replace: true })

/** Name and password. */
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
        <LoginForm />
      </div>
    </main>
  )
}

function LoginForm() {
  const text = useText()
  const id = useId()
  const because = useAtomValue(signedOutBecauseAtom)
  const name = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)

  useEffect(() => {
    name.current?.focus()
    // Who is signed in already and comes back here has nothing to do here.
    if (store.get(sessionAtom)) goOn()
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    // Read from the fields: a password manager fills them without telling React.
    const given = { name: name.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    if (given.name === '') return refuse({ name: 'login.nameMissing' }, name.current)
    if (given.password === '') return refuse({ password: 'login.passwordMissing' }, password.current)
    setFaults({})
    setBusy(true)
    try {
      await signIn(given.name, given.password)
      await loadMenu()
      goOn()
    } catch (error) {
      setBusy(false)
      refuse({ refusal: error instanceof CallError ? error.message : String(error) }, password.current)
      password.current?.select()
    }
  }

  function refuse(found: Faults, field: HTMLInputElement | null) {
    setFaults(found)
    field?.focus()
  }

  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const passwordFault = faults.password ? text(faults.password) : faults.refusal

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      {because ? (
        <p className={styles.notice} role="status">
          {text(because === 'expired' ? 'login.signedOut' : 'error.forbidden')}
        </p>
      ) : null}
      <div className={controls.field}>
        <label className={controls.label} htmlFor={`${id}-name`}>
          {text('login.name')}
        </label>
        <input
          ref={name}
          className={styles.input}
          id={`${id}-name`}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          aria-invalid={faults.name ? true : undefined}
          aria-describedby={`${id}-name-fault`}
        />
        <span className={controls.fault} id={`${id}-name-fault`} role={faults.name ? 'alert' : undefined}>
          {faults.name ? text(faults.name) : ''}
        </span>
      </div>
      <div className={controls.field}>
        <label className={controls.label} htmlFor={`${id}-password`}>
          {text('login.password')}
        </label>
        <input
          ref={password}
          className={styles.input}
          id={`${id}-password`}
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={100}
          onKeyDown={readCapsLock}
          onKeyUp={readCapsLock}
          onBlur={() => setCapsLock(false)}
          aria-invalid={passwordFault ? true : undefined}
          aria-describedby={`${id}-password-fault ${id}-caps`}
        />
        <span className={controls.fault} id={`${id}-password-fault`} role={passwordFault ? 'alert' : undefined}>
          {passwordFault ?? ''}
          {hasCapsLock && !passwordFault ? (
            <span className={styles.caps} id={`${id}-caps`}>
              {text('login.capsLock')}
            </span>
          ) : null}
        </span>
      </div>
      <button type="submit" className={styles.submit} aria-disabled={isBusy || undefined}>
        {isBusy ? <span className={controls.spinner} /> : null}
        {text(isBusy ? 'login.processing' : 'login.submit')}
      </button>
    </form>
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
