import { ChevronLeft, ChevronRight, Download, type IconNode } from 'lucide'
import { useRef, useState } from 'react'
import { fileAddress, type StoredFile } from '#contract/schema/storedFile.ts'
import { execute } from '../../commands/gate/execute.ts'
import controls from '../../ui/controls.module.css'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useHandlers } from '../../ui/useHandlers.ts'
import { useText } from '../../ui/useText.ts'
import { besideFile, fileFactsText, previewOf } from './fileFacts.ts'
import styles from './Preview.module.css'

interface Props {
  readonly files: readonly StoredFile[]
  /** Id of the previewed file; null when closed. */
  readonly shown: string | null
  onShow(id: string | null): void
}

export function FilePreview({ files, shown, onShow }: Props) {
  const file = files.find(({ id }) => id === shown)
  return file && previewOf(file) ? <Looking file={file} files={files} onShow={onShow} /> : null
}

interface LookingProps extends Omit<Props, 'shown'> {
  readonly file: StoredFile
}

function Looking({ file, files, onShow }: LookingProps) {
  const text = useText()
  const start = useRef<HTMLButtonElement>(null)
  const all = files.filter(one => previewOf(one) !== null)
  const go = (step: 1 | -1) => {
    const next = besideFile(files, file.id, step)
    if (next) onShow(next.id)
  }
  const hasOthers = all.length > 1
  useHandlers({
    'files.next': { enabled: () => hasOthers, run: () => go(1) },
    'files.previous': { enabled: () => hasOthers, run: () => go(-1) },
  })
  const step = (command: string, label: string, icon: IconNode) => (
    <button
      type="button"
      className={controls.iconButton}
      data-command={command}
      aria-label={text(label)}
      onClick={() => void execute(command, {}, { surface: 'button' })}
    >
      <Drawing of={icon} size={18} />
    </button>
  )
  return (
    <DialogFrame
      open
      title={file.name}
      width={1120}
      initialFocus={start}
      onClose={() => onShow(null)}
      footer={
        <>
          {hasOthers ? step('files.previous', 'command.files.previous', ChevronLeft) : null}
          {hasOthers ? (
            <span className={styles.place} role="status">
              {text('files.place', { at: all.indexOf(file) + 1, of: all.length })}
            </span>
          ) : null}
          {hasOthers ? step('files.next', 'command.files.next', ChevronRight) : null}
          <span className={styles.facts}>{fileFactsText(file)}</span>
          <button
            ref={start}
            type="button"
            className={controls.button}
            data-command="files.download"
            onClick={() => void execute('files.download', { id: file.id }, { surface: 'button' })}
          >
            <Drawing of={Download} size={15} />
            {text('files.download')}
          </button>
        </>
      }
    >
      <Picture key={file.id} file={file} />
    </DialogFrame>
  )
}

function Picture({ file }: { readonly file: StoredFile }) {
  const text = useText()
  const [isBroken, setBroken] = useState(false)
  const address = fileAddress(file.id)
  if (isBroken)
    return (
      <p className={styles.broken} role="alert">
        {text('files.broken')}
      </p>
    )
  const kind = previewOf(file)
  return (
    <div className={styles.stage} data-preview={kind}>
      {kind === 'image' ? <img src={address} alt={file.name} onError={() => setBroken(true)} /> : null}
      {kind === 'pdf' ? <iframe src={address} title={file.name} /> : null}
      {kind === 'video' ? (
        // biome-ignore lint/a11y/useMediaCaption: it is as somebody took it
        <video src={address} controls onError={() => setBroken(true)} />
      ) : null}
    </div>
  )
}
