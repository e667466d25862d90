import { useAtomValue } from 'jotai'
import controls from '../../../ui/controls.module.css'
import { DialogFrame } from '../../../ui/DialogFrame.tsx'
import { useText } from '../../../ui/useText.ts'
import { progressAtom } from '../pasteDialogs.ts'
import styles from './Clipboard.module.css'

/** Progress of loading many rows; Escape cancels. */
export function ProgressDialog() {
  const progress = useAtomValue(progressAtom)
  const text = useText()
  if (!progress) return null
  const { done, total, cancel } = progress
  return (
    <DialogFrame
      open
      title={text('paste.reading')}
      width={360}
      keepOnOutsideClick
      onClose={cancel}
      footer={
        <button type="button" className={controls.button} data-answer="cancel" onClick={cancel}>
          {text('shell.cancel')}
        </button>
      }
    >
      <progress className={styles.progress} value={done} max={total} aria-label={text('paste.reading')} />
      <p className={styles.legend}>{text('paste.read', { done, total })}</p>
    </DialogFrame>
  )
}
