/** Sequential uploads into text by kind, inserted once stored. */
import { type StoredFile, type UploadKind, uploadKinds } from '#contract/schema/storedFile.ts'
import { endingOf } from '../../data/records/upload.ts'
import { type Upload, useUploads } from '../../fields/files/useUploads.ts'
import { kindOf, type Uploaded } from './useEditorCommands.ts'

interface Line {
  readonly id: string
  readonly upload: Upload
  cancel(): void
  again(): void
}

function nameFor(file: File): Uploaded {
  const ending = endingOf(file.name)
  const takes = (kind: UploadKind) => (uploadKinds[kind].extensions as readonly string[]).includes(ending)
  if (takes('image')) return 'image'
  return takes('video') ? 'video' : 'attachment'
}

export const accepted = (name: Uploaded): string =>
  uploadKinds[kindOf(name)].extensions.map(ending => `.${ending}`).join(',')

interface Receiver {
  onSend(file: File): void
  onStored(name: Uploaded, stored: StoredFile, file: File): void
}

export function useEditorUploads({ onSend, onStored }: Receiver) {
  const receiver = (name: Uploaded) => ({
    kind: kindOf(name),
    isEditors: true,
    most: Number.POSITIVE_INFINITY,
    held: 0,
    onStored: (stored: StoredFile, file: File) => onStored(name, stored, file),
  })
  const by = {
    image: useUploads(receiver('image')),
    video: useUploads(receiver('video')),
    attachment: useUploads(receiver('attachment')),
  }
  const lines: readonly Line[] = Object.entries(by).flatMap(([name, { uploads, cancel, again }]) =>
    uploads.map(upload => ({
      id: `${name}-${upload.key}`,
      upload,
      cancel: () => cancel(upload.key),
      again: () => again(upload.key),
    })),
  )
  const send = (name: Uploaded, file: File) => {
    onSend(file)
    by[name].add([file])
  }
  return {
    lines,
    send,
    take: (files: readonly File[]) => {
      for (const file of files) send(nameFor(file), file)
      return files.length > 0
    },
  }
}
