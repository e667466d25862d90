/** Files on their way to the server: the one place that uploads. */
import {
  editorPath,
  type StoredFile,
  type UploadKind,
  uploadKinds,
  uploadPath,
} from '../../contract/schema/storedFile.ts'
import { CallError, call } from '../api/api.ts'
import { editorAction } from '../api/editorEndpoint.ts'
import { text } from '../api/messages.ts'
import { rememberFile } from './files.ts'

/** The ending of a name, without its dot and in small letters. */
export function endingOf(name: string): string {
  return /\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** A size as people say it. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / 1024 / 1024, 'MB']
  return `${size < 10 ? Math.round(size * 10) / 10 : Math.round(size)} ${unit}`
}

/** Why a file need not be sent at all, in words; undefined when it may. The server has the last word. */
export function refusalOfFile({ name, size }: Pick<File, 'name' | 'size'>, kind: UploadKind): string | undefined {
  const { extensions, bytes } = uploadKinds[kind]
  const ending = endingOf(name)
  if (!(extensions as readonly string[]).includes(ending))
    return text('files.wrongKind', { kind: ending === '' ? name : ending.toUpperCase(), kinds: extensions.join(' ') })
  if (size === 0) return text('files.empty')
  if (size > bytes) return text('files.tooLarge', { size: sizeText(size), most: sizeText(bytes) })
  return undefined
}

/**
 * Stores a file; it hangs on a record once that is saved with its id.
 * @param of where it belongs: to a field, or to the text of an editor, which has an endpoint of its own
 * @throws CallError with the refusal in words; an AbortError when the signal gave it up
 */
export async function upload(
  file: File,
  { kind, isEditors = false }: { readonly kind: UploadKind; readonly isEditors?: boolean },
  onProgress?: (part: number) => void,
  signal?: AbortSignal,
): Promise<StoredFile> {
  const refusal = refusalOfFile(file, kind)
  if (refusal) throw new CallError(415, refusal, null, 0)
  const form = new FormData()
  form.append('file', file, file.name)
  const sending = { form, ...(onProgress ? { onProgress } : {}) }
  const parameters = isEditors ? { action: await editorAction(kind) } : {}
  const path = isEditors ? editorPath : uploadPath
  const stored = await call<StoredFile>(path, parameters, { sending, ...(signal ? { signal } : {}) })
  rememberFile(stored)
  return stored
}

/** What became of a picture of another place: stored, or left where it is. */
type Captured = { readonly source: string } & (StoredFile | { readonly id?: undefined })

/**
 * Has the server fetch pictures of other places and store them as uploads of one's own.
 * @param sources at most `mostCaptured` addresses
 * @returns those it could fetch, by their address there
 * @throws CallError when the server could not be asked; an AbortError when the signal gave it up
 */
export async function capture(
  sources: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, StoredFile>> {
  const path = `${editorPath}?${new URLSearchParams({ action: await editorAction('catcher') })}`
  const captured = await call<readonly Captured[]>(path, { source: sources }, { signal })
  const stored = new Map<string, StoredFile>()
  for (const { source, ...file } of captured) {
    if (file.id === undefined) continue
    rememberFile(file)
    stored.set(source, file)
  }
  return stored
}
