import { FileArchive, FileImage, FileSpreadsheet, FileText, FileVideo, type IconNode, X } from 'lucide'
import { execute } from '../../commands/gate/execute.ts'
import { fileAddress, type StoredFile } from '../../contract/schema/storedFile.ts'
import { endingOf } from '../../data/records/upload.ts'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './Files.module.css'
import { factsOf } from './fileFacts.ts'

const drawings: Readonly<Record<string, IconNode>> = {
  ...{ png: FileImage, jpg: FileImage, jpeg: FileImage, gif: FileImage, webp: FileImage },
  ...{ xls: FileSpreadsheet, xlsx: FileSpreadsheet, csv: FileSpreadsheet },
  ...{ mp4: FileVideo, webm: FileVideo },
  zip: FileArchive,
}

/** A picture larger than this is not fetched only to be drawn small. */
const smallEnough = 4 * 1024 * 1024

/** What stands for a file: its own picture where it has a small one. */
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
  /** Is it the one that Tab goes to? */
  readonly isCurrent: boolean
  onCurrent(): void
}

/** One stored file: its name opens it. */
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
      <span className={styles.facts}>{factsOf(file)}</span>
      {isReadOnly ? null : (
        <button
          type="button"
          className={controls.iconButton}
          tabIndex={-1}
          onFocus={onCurrent}
          aria-label={text('tables.remove', { name })}
          onClick={event => {
            // Not every browser gives a button the keyboard that is clicked.
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
