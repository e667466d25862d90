import { type Ref, useEffect } from 'react'
import type { Picture } from '../../data/session/session.ts'
import { useText } from '../../ui/useText.ts'
import { LoginField } from './LoginField.tsx'
import styles from './LoginScreen.module.css'

type Props = {
  readonly id: string
  readonly input: Ref<HTMLInputElement>
  readonly picture: Picture | null
  readonly fault: string | undefined
  readonly renew: () => void
}

/** Captcha after failed sign-ins; click for another. */
export function PictureField({ id, input, picture, fault, renew }: Props) {
  const text = useText()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first picture comes with the field
  useEffect(renew, [])
  return (
    <>
      <LoginField
        ref={input}
        id={id}
        label={text('login.code')}
        fault={fault}
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={10}
      />
      <button type="button" className={styles.picture} onClick={renew} title={text('login.codeAgain')}>
        {picture ? <img src={picture.image} alt={text('login.codeAgain')} width={150} height={50} /> : null}
      </button>
    </>
  )
}
