import { FileArchive, FileImage, FileSpreadsheet, FileText, FileVideo, type IconNode, X } from 'lucide'
import { fileAddress, type StoredFile } from '#contract/schema/storedFile.ts'
import { execute } from '../../commands/gate/execute.ts'
import { endingOf } from '../../data/records/upload.ts'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './Files.module.css'
import { fileFactsText } from './fileFacts.ts'

const drawings: Readonly<Record<string, IconNode>> = {
  ...{ png: FileImage, jpg: FileImage, jpeg: FileImage, gif: FileImage, webp: FileImage },
  ...{ xls: FileSpreadsheet, xlsx: FileSpreadsheet, csv: FileSpreadsheet },
  ...{ mp4: FileVideo, webm: FileVideo },
  zip: FileArchive,
}

/** Size limit in bytes for fetching a picture as thumbnail. */
const smallEnough = 4 * 1024 * 1024

export function FileSign({
  file,
  size = 28,
}: {
  readonly file: Pick<StoredFile, 'name'> & Partial<StoredFile>
  readonly size?: number
}) {
  if (file.isImage && file.id && (file.size ?? 0) <= smallEnough)
    return (
      <img className={styles.picture} src={fileAddress(file.id)} width={size} height={size} alt="" loading="lazy" />
    )
  return (
    <span className={styles.sign} style={{ inlineSize: size, blockSize: size }}>
      <Drawing of={drawings[endingOf(file.name)] ?? FileText} strokeWidth={1.75} />
    </span>
  )
}

interface Props {
  readonly file: StoredFile
  readonly isReadOnly: boolean
  /** Roving tabindex: the current tab stop. */
  readonly isCurrent: boolean
  onCurrent(): void
}

export function FileLine({ file, isReadOnly, isCurrent, onCurrent }: Props) {
  const text = useText()
  const { id, name } = file
  const run = (command: string) => void execute(command, { id }, { surface: 'button' })
  return (
    <li className={styles.line} data-file={id}>
      <FileSign file={file} />
      <button
        type="button"
        className={styles.name}
        data-open-file=""
        tabIndex={isCurrent ? 0 : -1}
        aria-label={text('files.open', { name })}
        title={name}
        onFocus={onCurrent}
        onClick={() => run('files.open')}
      >
        {name}
      </button>
      <span className={styles.facts}>{fileFactsText(file)}</span>
      {isReadOnly ? null : (
        <button
          type="button"
          className={controls.iconButton}
          tabIndex={-1}
          onFocus={onCurrent}
          aria-label={text('tables.remove', { name })}
          onClick={event => {
            // Safari does not focus clicked buttons.
            event.currentTarget.focus()
            run('files.remove')
          }}
        >
          <Drawing of={X} size={14} />
        </button>
      )}
    </li>
  )
}
