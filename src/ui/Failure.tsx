import { wordsOfRefusal } from '../data/api/localizedMessage.ts'
import { Button } from './Button.tsx'
import styles from './Screen.module.css'
import { useText } from './useText.ts'

/** Rows that could not be read, with a button to try again. */
export function Failure({ message }: { readonly message: string }) {
  const text = useText()
  return (
    <p className={styles.failure} role="alert">
      {text('tables.failed', { message: wordsOfRefusal({ status: 0, message })() })}{' '}
      <Button command="list.refresh" label={text('tables.retry')} />
    </p>
  )
}
