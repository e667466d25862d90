import { Suspense } from 'react'
import { part } from '../../ui/part.tsx'
import styles from './RichText.module.css'

const Sanitised = part(() => import('./SanitisedText.tsx'))

interface Props {
  readonly html: string
  /** The text as it reads, until the rest is here. */
  readonly plain: string
}

/** A formatted text that is only read. */
export function RichTextView({ html, plain }: Props) {
  return (
    <Suspense fallback={<span className={styles.view}>{plain}</span>}>
      <Sanitised html={html} />
    </Suspense>
  )
}
