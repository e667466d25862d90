import { Phone } from 'lucide'
import styles from './DialLink.module.css'
import { Drawing } from './icons/icons.tsx'
import { useText } from './useText.ts'

interface DialLinkProps {
  readonly phone: string
  readonly name?: string
  /** An icon, beside the words of a card. */
  readonly isCompact?: boolean
}

/** Telephone number to call; a wide button on phones. */
export function DialLink({ phone, name, isCompact }: DialLinkProps) {
  const text = useText()
  if (isCompact)
    return (
      <a
        className={styles.icon}
        href={`tel:${phone}`}
        aria-label={[text('recall.dial'), name, phone].filter(Boolean).join(' ')}
      >
        <Drawing of={Phone} size={20} />
      </a>
    )
  return (
    <a className={styles.dial} href={`tel:${phone}`}>
      <span className={styles.word}>{text('recall.dial')}</span>
      {name ? <span className={styles.name}>{name}</span> : null} {phone}
    </a>
  )
}
