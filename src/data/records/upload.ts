/** File uploads: the only module that sends files. */
import { type StoredFile, type UploadKind, uploadKinds } from '#contract/schema/storedFile.ts'
import * as uploads from '#contract/system/uploads.ts'
import { requestAt } from '../api/api.ts'
import { editorAction } from '../api/editorEndpoint.ts'
import { CallError } from '../api/transport.ts'
import { text } from '../language.ts'
import { rememberFile } from './files.ts'

/** File extension without the dot, in lower case. */
export function endingOf(name: string): string {
  return /\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / 1024 / 1024, 'MB']
  return `${size < 10 ? Math.round(size * 10) / 10 : Math.round(size)} ${unit}`
}

/** Localized reason against an upload. The server has the last word. */
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
 * Uploads a file; saving a record with its id attaches it.
 * @throws CallError with the localized refusal; AbortError when aborted
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
  const called = isEditors ? uploads.editorUpload : uploads.fileUpload
  const stored = await requestAt(called.path, called, parameters, { sending, ...(signal ? { signal } : {}) })
  rememberFile(stored)
  return stored
}

/**
 * Stores external pictures as uploads, by source address.
 * @param sources at most `maxCaptured` addresses
 * @throws CallError when the server is unreachable; AbortError when aborted
 */
export async function capture(
  sources: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, StoredFile>> {
  const path = `${uploads.pictureCapture.path}?${new URLSearchParams({ action: await editorAction('catcher') })}`
  const captured = await requestAt(path, uploads.pictureCapture, { source: sources }, { signal })
  const stored = new Map<string, StoredFile>()
  for (const { source, ...file } of captured) {
    if (file.id === undefined) continue
    rememberFile(file)
    stored.set(source, file)
  }
  return stored
}
