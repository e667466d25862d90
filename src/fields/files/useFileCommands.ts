/** Command handlers of the active file field. */

import type { Values } from '#contract/schema/field.ts'
import { fileAddress, isFileId, type StoredFile } from '#contract/schema/storedFile.ts'
import type { Result } from '../../commands/core/command.ts'
import { useHandlers } from '../../ui/useHandlers.ts'
import { previewOf } from './fileFacts.ts'

interface Performing {
  readonly files: readonly StoredFile[]
  readonly isReadOnly: boolean
  readonly isUploading: boolean
  isMeant(): boolean
  current(): string | undefined
  hasKeyboard(): boolean
  choose(by: 'disk' | 'camera'): void
  take(files: readonly File[]): void
  put(file: StoredFile, at: number): void
  remove(file: StoredFile): void
  show(file: StoredFile): void
  cancel(): void
}

export function downloadFile({ id, name }: StoredFile): void {
  const link = document.createElement('a')
  link.href = fileAddress(id)
  link.download = name
  link.click()
}

const isStored = (value: unknown): value is StoredFile =>
  typeof value === 'object' && value !== null && isFileId(Reflect.get(value, 'id'))

/** Adds files; `files` come from scripts or from undo with positions. */
function add({ files, at }: Values, to: Performing): void {
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

export function useFileCommands(given: Performing): void {
  const { files, isMeant, isReadOnly, isUploading } = given
  const isOpen = () => isMeant() && !isReadOnly
  const named = ({ id }: Values) => files.find(file => file.id === (id ?? given.current())) ?? files[0]
  /** Target file: named, focused, otherwise first. */
  const onFile = (act: (file: StoredFile) => Result | undefined) => (args: Values) => {
    const file = named(args)
    return file ? act(file) : undefined
  }
  useHandlers({
    'files.add': { enabled: isOpen, run: args => add(args, given) },
    'files.takePicture': { enabled: isOpen, run: () => given.choose('camera') },
    'files.cancel': { enabled: () => isOpen() && isUploading, run: () => given.cancel() },
    'files.open': {
      enabled: () => isMeant() && files.length > 0,
      run: onFile(file => void (previewOf(file) ? given.show(file) : downloadFile(file))),
    },
    'files.download': {
      enabled: () => isMeant() && files.length > 0,
      run: onFile(file => void downloadFile(file)),
    },
    'files.remove': {
      enabled: () => isOpen() && files.length > 0 && given.hasKeyboard(),
      run: onFile(file => remove(file, given)),
    },
  })
}
