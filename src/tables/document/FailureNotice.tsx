import { Failure } from '../../ui/Failure.tsx'
import styles from './Record.module.css'

/** Bar of a record that could not be read. */
export function FailureNotice({ error }: { readonly error: unknown }) {
  return (
    <div className={styles.notice} data-tone="danger">
      <Failure error={error} />
    </div>
  )
}
