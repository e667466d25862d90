/** Cache of file metadata, so that bare ids have names. */
import type { Fields } from '#contract/schema/field.ts'
import { isFileId, type StoredFile } from '#contract/schema/storedFile.ts'
import { storeLocal } from '../store.ts'
import type { RowValues } from './row.ts'

const maxRemembered = 5000
const remembered = storeLocal(() => new Map<string, StoredFile>())

export function rememberFile(file: StoredFile): void {
  remembered().delete(file.id)
  remembered().set(file.id, file)
  const oldest = remembered().keys().next()
  if (remembered().size > maxRemembered && !oldest.done) remembered().delete(oldest.value)
}

export function rememberFilesOf(row: RowValues, name: string): void {
  const metadata = row[`${name}$files`]
  if (Array.isArray(metadata)) for (const file of metadata as readonly StoredFile[]) rememberFile(file)
}

/** Clears the cache at sign-in: visibility differs per user. */
export function forgetFiles(): void {
  remembered().clear()
}

const unknown = (id: string): StoredFile => ({
  id,
  name: id.slice(0, 8),
  type: 'application/octet-stream',
  size: 0,
  isImage: false,
})

export function filesOf(row: RowValues, name: string): readonly StoredFile[] {
  const metadata = row[`${name}$files`]
  const known = new Map(
    (Array.isArray(metadata) ? (metadata as readonly StoredFile[]) : []).map(file => [file.id, file]),
  )
  return [row[name] ?? []]
    .flat()
    .filter(isFileId)
    .map(id => known.get(id) ?? remembered().get(id) ?? unknown(id))
}

/** Adds file metadata: drafts survive a reload, this cache does not. */
export function withFiles(fields: Fields, patch: RowValues): RowValues {
  const metadata = Object.keys(patch)
    .filter(name => fields[name]?.kind === 'files' || fields[name]?.kind === 'image')
    .map(name => [`${name}$files`, filesOf(patch, name)])
  return metadata.length === 0 ? patch : { ...patch, ...Object.fromEntries(metadata) }
}
