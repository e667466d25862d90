import { RotateCcw, X } from 'lucide'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import { FileSign } from './FileLine.tsx'
import styles from './Files.module.css'
import { fileFactsText } from './fileFacts.ts'
import type { Upload } from './useUploads.ts'

interface Props {
  readonly upload: Upload
  onCancel(): void
  onAgain(): void
}

export function UploadLine({ upload: { file, part, refusal, isHopeless }, onCancel, onAgain }: Props) {
  const text = useText()
  const { name } = file
  const percent = Math.floor((part ?? 0) * 100)
  return (
    <li className={styles.line} data-upload={refusal === undefined ? 'coming' : 'refused'}>
      <FileSign file={file} />
      <span className={styles.plainName} title={name}>
        {name}
      </span>
      {refusal === undefined ? (
        <>
          <progress className={styles.progress} aria-label={name} max={100} value={percent} />
          <span className={styles.facts}>{part === null ? text('files.waiting') : `${percent}%`}</span>
        </>
      ) : (
        <>
          <span className={styles.facts}>{fileFactsText(file)}</span>
          {isHopeless ? null : (
            <button
              type="button"
              className={controls.iconButton}
              aria-label={text('files.again', { name })}
              onClick={onAgain}
            >
              <Drawing of={RotateCcw} size={14} />
            </button>
          )}
        </>
      )}
      <button
        type="button"
        className={controls.iconButton}
        aria-label={text(refusal === undefined ? 'files.cancel' : 'files.dismiss', { name })}
        onClick={onCancel}
      >
        <Drawing of={X} size={14} />
      </button>
      {refusal === undefined ? null : (
        <p className={styles.refusal} role="alert">
          {refusal()}
        </p>
      )}
    </li>
  )
}
