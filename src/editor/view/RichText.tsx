import type { ControlProps } from '../../fields/controls/control.ts'
import { PartSuspense, part } from '../../ui/part.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './RichText.module.css'

const Editor = part(() => import('./RichTextEditor.tsx'))
const Sanitised = part(() => import('./SanitisedText.tsx'))

/** Read-only rich text; `plain` shows until the sanitizer has loaded. */
export function RichTextView({ html, plain }: { readonly html: string; readonly plain: string }) {
  return (
    <PartSuspense fallback={<span className={styles.view}>{plain}</span>}>
      <Sanitised html={html} />
    </PartSuspense>
  )
}

interface Props extends Pick<ControlProps, 'id' | 'value' | 'label' | 'title' | 'invalid' | 'describedBy'> {
  readonly takesFocus?: boolean
  readonly isBrief?: boolean
  onChange(value: unknown): void
}

/** Form control of rich text; `label` shows until the editor has loaded. */
export function RichTextControl({ value, label, title = '', onChange, ...others }: Props) {
  const text = useText()
  return (
    <PartSuspense
      fallback={
        <div className={styles.waiting} role="status" aria-label={text('editor.loading')}>
          {label}
        </div>
      }
    >
      <Editor
        {...others}
        value={typeof value === 'string' ? value : ''}
        title={title}
        onChange={html => onChange(html === '' ? null : html)}
      />
    </PartSuspense>
  )
}
