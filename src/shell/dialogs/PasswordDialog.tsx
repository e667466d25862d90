import { useAtomValue } from 'jotai'
import { useEffect, useId, useState } from 'react'
import { registerHandler } from '../../commands/core/registry.ts'
import controls from '../../ui/controls.module.css'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { useText } from '../../ui/useText.ts'
import { closeOverlay, overlayAtom } from '../frame/overlays.ts'
import styles from './PasswordDialog.module.css'
import { usePasswordForm } from './PasswordFields.tsx'

export function PasswordDialog() {
  const isOpen = useAtomValue(overlayAtom) === 'password'
  // Unmounted when closed, so typed passwords are discarded.
  return isOpen ? <PasswordForm /> : null
}

function PasswordForm() {
  const text = useText()
  const id = useId()
  const [type, setType] = useState<1 | 2>(1)
  const { form, isBusy, submit, fields } = usePasswordForm(type, closeOverlay)

  useEffect(() => registerHandler('dialog.accept', { run: () => form.current?.requestSubmit() }), [form])

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
        {fields}
      </form>
    </DialogFrame>
  )
}
