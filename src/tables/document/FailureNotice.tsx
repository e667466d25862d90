import { Failure } from '../../ui/Failure.tsx'
import styles from './Record.module.css'

/** Bar of a record that could not be read. */
export function FailureNotice({ message }: { readonly message: string }) {
  return (
    <div className={styles.notice} data-tone="danger">
      <Failure message={message} />
    </div>
  )
}
