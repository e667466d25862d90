/** File type check: extension and content must agree on an allowed type. */
import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { AppError } from '#contract/schema/answer.ts'
import { type UploadKind, uploadKinds } from '#contract/schema/storedFile.ts'

/** Expected content types by extension; null for text, which has no signature. */
const typesByEnding: Readonly<Record<string, readonly string[] | null>> = {
  png: ['image/png'],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  mp4: ['video/mp4', 'video/quicktime', 'video/x-m4v'],
  webm: ['video/webm', 'video/matroska', 'video/x-matroska'],
  pdf: ['application/pdf'],
  doc: ['application/x-cfb'],
  xls: ['application/x-cfb'],
  ppt: ['application/x-cfb'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/zip'],
  pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'application/zip'],
  zip: ['application/zip'],
  txt: null,
  csv: null,
}

const types: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  zip: 'application/zip',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

const pictures = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp'])
const maxNameLength = 200

export function endingOf(name: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** Sanitised file name: no folders, invisible or bidirectional characters, bounded length. */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const seen = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .trim()
    .replace(/^\.+/, '')
  const ending = endingOf(seen)
  const stem = ending ? seen.slice(0, -ending.length - 1).trim() : seen
  const letters = [...(stem || 'file')]
    .slice(0, maxNameLength - ending.length - 1)
    .join('')
    .slice(0, maxNameLength - ending.length - 1)
  return (ending ? `${letters}.${ending}` : letters).toWellFormed()
}

async function beginningOf(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4100), 0, 4100, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const isText = (bytes: Buffer) => !bytes.includes(0)

export interface Examined {
  readonly isPicture: boolean
  /** Content type; for pictures determined by decoding. */
  readonly type: string
}

/**
 * Checks a file by name and leading bytes.
 * @throws AppError fileNotAllowed, wrongContent
 */
export async function examine(path: string, name: string, kind: UploadKind): Promise<Examined> {
  const ending = endingOf(name)
  const allowed: readonly string[] = uploadKinds[kind].extensions
  if (!allowed.includes(ending)) throw new AppError('fileNotAllowed', { allowed: allowed.join(', ') })
  const bytes = await beginningOf(path)
  const expected = typesByEnding[ending] ?? null
  // Text may begin like any binary signature.
  const fits = expected === null ? isText(bytes) : expected.includes((await fileTypeFromBuffer(bytes))?.mime ?? '')
  if (!fits) throw new AppError('wrongContent')
  return { isPicture: pictures.has(ending), type: types[ending] ?? 'application/octet-stream' }
}
