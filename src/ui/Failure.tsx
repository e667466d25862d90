import { wordsOf } from '../data/api/localizedMessage.ts'
import { Button } from './Button.tsx'
import styles from './Screen.module.css'
import { useText } from './useText.ts'

/** Rows that could not be read, with a button to try again. */
export function Failure({ error }: { readonly error: unknown }) {
  const text = useText()
  return (
    <p className={styles.failure} role="alert">
      {text('tables.failed', { message: wordsOf(error)() })}{' '}
      <Button command="list.refresh" label={text('tables.retry')} />
    </p>
  )
}
