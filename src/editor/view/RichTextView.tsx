import { Suspense } from 'react'
import { part } from '../../ui/part.tsx'
import styles from './RichText.module.css'

const Sanitised = part(() => import('./SanitisedText.tsx'))

interface Props {
  readonly html: string
  readonly plain: string
}

/** Read-only rich text; `plain` shows until the sanitizer has loaded. */
export function RichTextView({ html, plain }: Props) {
  return (
    <Suspense fallback={<span className={styles.view}>{plain}</span>}>
      <Sanitised html={html} />
    </Suspense>
  )
}
