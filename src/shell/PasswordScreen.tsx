/** Forced change of an administrator-set password before anything else. */
import { useEffect } from 'react'
import { loadMenu } from '../data/session/permittedMenu.ts'
import { passwordChanged, signOut } from '../data/session/session.ts'
import login from '../screens/login/LoginScreen.module.css'
import controls from '../ui/controls.module.css'
import { Mark } from '../ui/Mark.tsx'
import { useText } from '../ui/useText.ts'
import styles from './dialogs/PasswordDialog.module.css'
import { usePasswordForm } from './dialogs/PasswordFields.tsx'

async function goOn() {
  passwordChanged()
  await loadMenu()
}

export default function PasswordScreen() {
  const text = useText()
  const { form, isBusy, submit, fields } = usePasswordForm(1, () => void goOn())
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <main className={login.page}>
      <title>{`${text('password.title')} · ${text('shell.name')}`}</title>
      <div className={login.card}>
        <Mark size={40} />
        <h1 className={login.title}>{text('password.title')}</h1>
        <p className={login.subtitle}>{text('password.due')}</p>
        <form className={styles.form} ref={form} onSubmit={submit} noValidate aria-busy={isBusy}>
          {fields}
          <button type="submit" className={controls.primary} aria-disabled={isBusy || undefined}>
            {text('shell.submit')}
          </button>
          <button type="button" className={controls.button} onClick={() => void signOut()}>
            {text('shell.signOut')}
          </button>
        </form>
      </div>
    </main>
  )
}
