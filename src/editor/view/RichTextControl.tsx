import { Suspense } from 'react'
import type { ControlProps } from '../../fields/controls/control.ts'
import { part } from '../../ui/part.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './RichText.module.css'

const Editor = part(() => import('./RichTextEditor.tsx'))

interface Props extends ControlProps {
  readonly takesFocus?: boolean
}

/** Rich text form control with lazily loaded editor. */
export function RichTextControl(props: Props) {
  const { id, value, label, title, invalid, describedBy, takesFocus, onChange } = props
  const text = useText()
  return (
    <Suspense
      fallback={
        <div className={styles.waiting} role="status" aria-label={text('editor.loading')}>
          {label}
        </div>
      }
    >
      <Editor
        id={id}
        value={typeof value === 'string' ? value : ''}
        title={title ?? ''}
        invalid={invalid}
        describedBy={describedBy}
        takesFocus={takesFocus}
        onChange={html => onChange(html === '' ? null : html)}
      />
    </Suspense>
  )
}
