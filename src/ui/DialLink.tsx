import { Phone } from 'lucide'
import styles from './DialLink.module.css'
import { Drawing } from './icons/icons.tsx'
import { useText } from './useText.ts'

interface DialLinkProps {
  readonly phone: string
  readonly name?: string
}

/** Telephone number to call; a wide button on phones. */
export function DialLink({ phone, name }: DialLinkProps) {
  const text = useText()
  return (
    <a className={styles.dial} href={`tel:${phone}`}>
      <span className={styles.word}>{text('recall.dial')}</span>
      {name ? <span className={styles.name}>{name}</span> : null} {phone}
    </a>
  )
}

/** Button to call, beside the words of a card. */
export function DialIcon({ phone, name }: DialLinkProps) {
  const label = [useText()('recall.dial'), name, phone].filter(Boolean).join(' ')
  return (
    <a className={styles.icon} href={`tel:${phone}`} aria-label={label}>
      <Drawing of={Phone} size={20} />
    </a>
  )
}
