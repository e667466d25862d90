/** What a file is to a person: how it can be looked at, and what is said of it. Pure. */
import type { Field } from '../../contract/schema/field.ts'
import { mostFiles, type StoredFile, type UploadKind, uploadKinds } from '../../contract/schema/storedFile.ts'
import { endingOf, sizeText } from '../../data/records/upload.ts'

export type Preview = 'image' | 'pdf' | 'video'

const videos = new Set(['video/mp4', 'video/webm'])

/** How a browser shows it in place; null where it can only be downloaded. */
export function previewOf({ isImage, type }: StoredFile): Preview | null {
  if (isImage) return 'image'
  return type === 'application/pdf' ? 'pdf' : videos.has(type) ? 'video' : null
}

/** Kind and size, as they stand beside the name. */
export function factsOf({ name, size }: Pick<StoredFile, 'name' | 'size'>): string {
  const said = [endingOf(name).toUpperCase(), size > 0 ? sizeText(size) : '']
  return said.filter(Boolean).join(' · ')
}

/** What a field takes: a picture, or files of every kind. */
export const uploadKindOf = ({ kind }: Field): UploadKind => (kind === 'image' ? 'image' : 'file')

/** How many files a field holds at most. */
export const mostOf = ({ kind }: Field): number => (kind === 'image' ? 1 : mostFiles)

/** The endings a field takes, as the browser's own window wants them. */
export const acceptOf = (field: Field): string =>
  uploadKinds[uploadKindOf(field)].extensions.map(ending => `.${ending}`).join(',')

/** The file so far from this one among those that can be looked at, around the ends; undefined where it is the only one. */
export function besideFile(files: readonly StoredFile[], id: string, step: 1 | -1): StoredFile | undefined {
  const shown = files.filter(file => previewOf(file) !== null)
  const at = shown.findIndex(file => file.id === id)
  if (at < 0 || shown.length < 2) return undefined
  return shown[(at + step + shown.length) % shown.length]
}

/** The value of a field that holds these files. */
export function heldBy({ kind }: Field, files: readonly StoredFile[]): unknown {
  const ids = files.map(({ id }) => id)
  return kind === 'image' ? (ids[0] ?? null) : ids
}

/** The files with one more, at a place or at the end; where there is room for one only, in the place of that. */
export function withFile(
  field: Field,
  files: readonly StoredFile[],
  added: StoredFile,
  at = files.length,
): readonly StoredFile[] {
  return mostOf(field) === 1 ? [added] : files.filter(({ id }) => id !== added.id).toSpliced(at, 0, added)
}
