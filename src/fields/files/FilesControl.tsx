import { Camera, Paperclip } from 'lucide'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Field } from '#contract/schema/field.ts'
import { fileAddress, isFileId, type StoredFile } from '#contract/schema/storedFile.ts'
import type { Result } from '../../commands/core/command.ts'
import { execute } from '../../commands/gate/execute.ts'
import { filesOf, rememberFile } from '../../data/records/files.ts'
import type { RowValues } from '../../data/records/row.ts'
import { storeLocal } from '../../data/store.ts'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useHandlers } from '../../ui/useHandlers.ts'
import { useText } from '../../ui/useText.ts'
import { FileLine } from './FileLine.tsx'
import { FilePreview } from './FilePreview.tsx'
import styles from './Files.module.css'
import { acceptOf, heldBy, maxFilesOf, previewOf, uploadKindOf, withFile } from './fileFacts.ts'
import { UploadLine } from './UploadLine.tsx'
import { useFileArrivals } from './useFileArrivals.ts'
import { useUploads } from './useUploads.ts'

interface Props {
  readonly id: string
  readonly name: string
  readonly field: Field
  readonly row: RowValues
  /** Accessible name, by element id or text. */
  readonly labelledBy?: string | undefined
  readonly title?: string | undefined
  readonly isReadOnly: boolean
  readonly invalid?: boolean
  readonly describedBy?: string | undefined
  /** Dialogs may close during uploads: unique cell key and current row. */
  readonly place?: string | undefined
  readonly rowNow?: (() => RowValues | undefined) | undefined
  readonly first?: RefObject<HTMLElement | null>
  onChange(value: unknown): void
}

const moves: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: at => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
}

export function FilesControl(props: Props) {
  const { id, name, field, row, isReadOnly, onChange } = props
  const text = useText()
  const root = useRef<HTMLFieldSetElement>(null)
  const [disk, camera] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const files = filesOf(row, name)
  const [currentId, setCurrent] = useState<string>()
  const [shown, setShown] = useState<string | null>(null)
  const [said, say] = useState('')
  const isActive = useActiveField(root)
  // Batched uploads before the next render must build on each other.
  const latest = useRef(files)
  latest.current = files

  const held = () => (root.current || !props.rowNow ? latest.current : filesOf(props.rowNow() ?? row, name))
  const put = (next: readonly StoredFile[]) => {
    latest.current = next
    onChange(heldBy(field, next))
  }
  const most = maxFilesOf(field)
  const { uploads, add, cancel, again, cancelAll } = useUploads({
    kind: uploadKindOf(field),
    maxFiles: most,
    place: props.place,
    // Single-file fields: a new file replaces the old.
    held: most === 1 ? 0 : files.length,
    onStored: file => {
      put(withFile(field, held(), file))
      say(text('files.sent', { name: file.name }))
    },
  })
  const isOver = useFileArrivals(root, () => !isReadOnly && isActive(), add)

  const names = () => [...(root.current?.querySelectorAll<HTMLElement>('[data-open-file]') ?? [])]
  const remove = (file: StoredFile) => {
    const at = latest.current.findIndex(one => one.id === file.id)
    const hadKeyboard = root.current?.contains(document.activeElement) === true
    const next = latest.current.filter(one => one.id !== file.id)
    put(next)
    const beside = next[Math.min(at, next.length - 1)]
    setCurrent(beside?.id)
    // Focus moves to a neighbouring file, otherwise the add button.
    if (!hadKeyboard) return
    const to = names().find(element => element.closest('[data-file]')?.getAttribute('data-file') === beside?.id)
    ;(to ?? document.getElementById(id))?.focus()
  }
  useFileCommands({
    files,
    isReadOnly,
    isUploading: uploads.some(({ refusal }) => refusal === undefined),
    isActive: isActive,
    current: () => shown ?? currentId,
    hasKeyboard: () => document.activeElement?.closest('[data-files] [data-file]') != null,
    choose: by => (by === 'camera' ? camera : disk).current?.click(),
    take: add,
    put: (file, at) => {
      rememberFile(file)
      put(withFile(field, latest.current, file, at))
    },
    remove,
    show: file => setShown(file.id),
    cancel: cancelAll,
  })

  const { first } = props
  useLayoutEffect(() => {
    const field = root.current
    if (first) first.current = field?.querySelector<HTMLElement>('[data-command], [data-open-file]') ?? null
  }, [first])

  const onKeyDown = (event: KeyboardEvent) => {
    const all = names()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const move = moves[event.key]
    if (!move || at < 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    all[move(at, all.length - 1)]?.focus()
  }
  const chosen = (input: HTMLInputElement) => {
    add([...(input.files ?? [])])
    // Reset allows choosing the same file again.
    input.value = ''
  }
  const addTitle = text(most === 1 && files.length > 0 ? 'files.replace' : 'files.add')
  const isFirst = !files.some(file => file.id === currentId)

  return (
    <fieldset
      ref={root}
      className={styles.field}
      data-files={name}
      data-over={isOver || undefined}
      data-invalid={props.invalid || undefined}
      aria-labelledby={props.labelledBy}
      aria-label={props.title}
      aria-describedby={props.describedBy}
      onKeyDown={onKeyDown}
    >
      {files.length + uploads.length > 0 ? (
        <ul className={styles.list}>
          {files.map((file, at) => (
            <FileLine
              key={file.id}
              file={file}
              isReadOnly={isReadOnly}
              isCurrent={isFirst ? at === 0 : file.id === currentId}
              onCurrent={() => setCurrent(file.id)}
            />
          ))}
          {uploads.map(upload => (
            <UploadLine
              key={upload.key}
              upload={upload}
              onCancel={() => cancel(upload.key)}
              onAgain={() => again(upload.key)}
            />
          ))}
        </ul>
      ) : null}
      {isReadOnly ? (
        files.length === 0 && <span className={styles.nothing}>–</span>
      ) : (
        <div className={styles.tools}>
          <button
            type="button"
            id={id}
            className={controls.quiet}
            data-command="files.add"
            // Field label as name would not tell the button's action.
            aria-label={addTitle}
            onClick={() => void execute('files.add', {}, { surface: 'button' })}
          >
            <Drawing of={Paperclip} size={14} />
            {addTitle}
          </button>
          <button
            type="button"
            className={`${controls.quiet} ${styles.camera}`}
            data-command="files.takePicture"
            onClick={() => void execute('files.takePicture', {}, { surface: 'button' })}
          >
            <Drawing of={Camera} size={14} />
            {text('files.camera')}
          </button>
          <span className={styles.hint}>{text(isOver ? 'files.drop' : 'files.hint')}</span>
          <input
            ref={disk}
            type="file"
            hidden
            tabIndex={-1}
            aria-label={text('command.files.add')}
            accept={acceptOf(field)}
            multiple={most > 1}
            onChange={event => chosen(event.target)}
          />
          <input
            ref={camera}
            type="file"
            hidden
            tabIndex={-1}
            aria-label={text('command.files.takePicture')}
            accept="image/*"
            capture="environment"
            onChange={event => chosen(event.target)}
          />
        </div>
      )}
      <span className={styles.said} role="status">
        {said}
      </span>
      <FilePreview files={files} shown={shown} onShow={setShown} />
    </fieldset>
  )
}

// Active file field of commands: last focused, otherwise first.

const target = storeLocal(() => ({ field: null as HTMLElement | null }))

/** Active check while the screen is in front. */
function useActiveField(root: RefObject<HTMLElement | null>): () => boolean {
  useEffect(() => {
    const field = root.current
    if (!field) return
    const before = target().field
    const isNested = before !== null && field.closest('[role=dialog]') !== null && !before.closest('[role=dialog]')
    // Dialog fields take over until closed.
    if (!before || isNested) target().field = field
    const take = () => {
      target().field = field
    }
    field.addEventListener('focusin', take)
    return () => {
      field.removeEventListener('focusin', take)
      if (target().field === field) target().field = before?.isConnected ? before : null
    }
  }, [root])
  return useRef(() => root.current !== null && target().field === root.current).current
}

// Command handlers of the active file field.

interface Performing {
  readonly files: readonly StoredFile[]
  readonly isReadOnly: boolean
  readonly isUploading: boolean
  isActive(): boolean
  current(): string | undefined
  hasKeyboard(): boolean
  choose(by: 'disk' | 'camera'): void
  take(files: readonly File[]): void
  put(file: StoredFile, at: number): void
  remove(file: StoredFile): void
  show(file: StoredFile): void
  cancel(): void
}

function downloadFile({ id, name }: StoredFile): void {
  const link = document.createElement('a')
  link.href = fileAddress(id)
  link.download = name
  link.click()
}

const isStored = (value: unknown): value is StoredFile =>
  typeof value === 'object' && value !== null && isFileId(Reflect.get(value, 'id'))

interface FileArguments {
  readonly id?: unknown
  readonly files?: unknown
  readonly at?: unknown
}

/** Adds files; `files` come from scripts or from undo with positions. */
function add({ files, at }: FileArguments, to: Performing): void {
  if (!Array.isArray(files)) {
    to.choose('disk')
    return
  }
  to.take(files.filter(file => file instanceof File))
  for (const file of files.filter(isStored)) to.put(file, typeof at === 'number' ? at : to.files.length)
}

function remove(file: StoredFile, from: Performing): Result {
  const at = from.files.indexOf(file)
  from.remove(file)
  const undo = { id: 'files.add', args: { files: [file], at } }
  return { status: 'ok', message: 'files.removed', values: { name: file.name }, undo }
}

function useFileCommands(given: Performing): void {
  const { files, isActive, isReadOnly, isUploading } = given
  const isOpen = () => isActive() && !isReadOnly
  const named = ({ id }: FileArguments) => files.find(file => file.id === (id ?? given.current())) ?? files[0]
  /** Target file: named, focused, otherwise first. */
  const onFile = (act: (file: StoredFile) => Result | undefined) => (args: FileArguments) => {
    const file = named(args)
    return file ? act(file) : undefined
  }
  useHandlers({
    'files.add': { enabled: isOpen, run: args => add(args, given) },
    'files.takePicture': { enabled: isOpen, run: () => given.choose('camera') },
    'files.cancel': { enabled: () => isOpen() && isUploading, run: () => given.cancel() },
    'files.open': {
      enabled: () => isActive() && files.length > 0,
      run: onFile(file => void (previewOf(file) ? given.show(file) : downloadFile(file))),
    },
    'files.download': {
      enabled: () => isActive() && files.length > 0,
      run: onFile(file => void downloadFile(file)),
    },
    'files.remove': {
      enabled: () => isOpen() && files.length > 0 && given.hasKeyboard(),
      run: onFile(file => remove(file, given)),
    },
  })
}
