/** File facts: preview type and description. Pure. */
import type { Field } from '#contract/schema/field.ts'
import { maxFiles, type StoredFile, type UploadKind, uploadKinds } from '#contract/schema/storedFile.ts'
import { endingOf, sizeText } from '../../data/records/upload.ts'

export type Preview = 'image' | 'pdf' | 'video'

const videos = new Set(['video/mp4', 'video/webm'])

export function previewOf({ isImage, type }: StoredFile): Preview | null {
  if (isImage) return 'image'
  return type === 'application/pdf' ? 'pdf' : videos.has(type) ? 'video' : null
}

export function fileFactsText({ name, size }: Pick<StoredFile, 'name' | 'size'>): string {
  const said = [endingOf(name).toUpperCase(), size > 0 ? sizeText(size) : '']
  return said.filter(Boolean).join(' · ')
}

export const uploadKindOf = ({ kind }: Field): UploadKind => (kind === 'image' ? 'image' : 'file')

export const maxFilesOf = ({ kind }: Field): number => (kind === 'image' ? 1 : maxFiles)

/** Value of the native `accept` attribute. */
export const acceptOf = (field: Field): string =>
  uploadKinds[uploadKindOf(field)].extensions.map(ending => `.${ending}`).join(',')

export function besideFile(files: readonly StoredFile[], id: string, step: 1 | -1): StoredFile | undefined {
  const shown = files.filter(file => previewOf(file) !== null)
  const at = shown.findIndex(file => file.id === id)
  if (at < 0 || shown.length < 2) return undefined
  return shown[(at + step + shown.length) % shown.length]
}

export function heldBy({ kind }: Field, files: readonly StoredFile[]): unknown {
  const ids = files.map(({ id }) => id)
  return kind === 'image' ? (ids[0] ?? null) : ids
}

export function withFile(
  field: Field,
  files: readonly StoredFile[],
  added: StoredFile,
  at = files.length,
): readonly StoredFile[] {
  return maxFilesOf(field) === 1 ? [added] : files.filter(({ id }) => id !== added.id).toSpliced(at, 0, added)
}
