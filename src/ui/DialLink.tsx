import styles from './DialLink.module.css'
import { useText } from './useText.ts'

/** Telephone number to call; a wide button on phones. */
export function DialLink({ phone, name }: { phone: string; name?: string }) {
  const text = useText()
  return (
    <a className={styles.dial} href={`tel:${phone}`}>
      <span className={styles.word}>{text('recall.dial')}</span>
      {name ? <span className={styles.name}>{name}</span> : null} {phone}
    </a>
  )
}
