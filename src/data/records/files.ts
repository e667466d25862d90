/** What is known of stored files: remembered from every row and every upload that came by, so that a bare id has a name. */
import type { Fields, Values } from '../../contract/schema/field.ts'
import { isFileId, type StoredFile } from '../../contract/schema/storedFile.ts'

const most = 5000
const remembered = new Map<string, StoredFile>()

/** Remembers what is told of a file. */
export function rememberFile(file: StoredFile): void {
  remembered.delete(file.id)
  remembered.set(file.id, file)
  const oldest = remembered.keys().next()
  if (remembered.size > most && !oldest.done) remembered.delete(oldest.value)
}

/** Remembers the files that a row carries beside a field. */
export function rememberFilesOf(row: Values, name: string): void {
  const told = row[`${name}$files`]
  if (Array.isArray(told)) for (const file of told as readonly StoredFile[]) rememberFile(file)
}

/** Forgets all: somebody else signed in, who may know others. */
export function forgetFiles(): void {
  remembered.clear()
}

/** Of a file nobody has told of there is only its id. */
const unknown = (id: string): StoredFile => ({
  id,
  name: id.slice(0, 8),
  type: 'application/octet-stream',
  size: 0,
  isImage: false,
})

/** The files of a field in their order, by what the row says of them and what is known besides. */
export function filesOf(row: Values, name: string): readonly StoredFile[] {
  const told = row[`${name}$files`]
  const known = new Map((Array.isArray(told) ? (told as readonly StoredFile[]) : []).map(file => [file.id, file]))
  return [row[name] ?? []]
    .flat()
    .filter(isFileId)
    .map(id => known.get(id) ?? remembered.get(id) ?? unknown(id))
}

/** The patch with what is told of the files it names: it outlives a reload, which what is remembered does not. */
export function withFiles(fields: Fields, patch: Values): Values {
  const told = Object.keys(patch)
    .filter(name => fields[name]?.kind === 'files' || fields[name]?.kind === 'image')
    .map(name => [`${name}$files`, filesOf(patch, name)])
  return told.length === 0 ? patch : { ...patch, ...Object.fromEntries(told) }
}
