/** Editor endpoint beside uploads: configuration and the caller's files. */
import { sql } from 'kysely'
import { invalid } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import { timeLimits } from '#contract/schema/richTextFigures.ts'
import { fileAddress, maxCaptured, type StoredFile, type UploadKind, uploadKinds } from '#contract/schema/storedFile.ts'
import type { Context } from '../../db/connection/context.ts'

const dotted = (kind: UploadKind) => uploadKinds[kind].extensions.map(extension => `.${extension}`)

const shared = (prefix: string, kind: UploadKind) => ({
  [`${prefix}ActionName`]: `upload${prefix}`,
  [`${prefix}FieldName`]: 'file',
  [`${prefix}MaxSize`]: uploadKinds[kind].bytes,
  [`${prefix}AllowFiles`]: dotted(kind),
  [`${prefix}UrlPrefix`]: '',
})

/** Limits of one call: remote pictures, bytes each, total time. */
export const captureLimits = {
  urls: maxCaptured,
  bytes: 5 * 1024 * 1024,
  milliseconds: timeLimits.capture,
} as const

/** Editor configuration, in the key names of this editor family. */
export const editorConfig: Values = {
  ...shared('image', 'image'),
  imageCompressEnable: false,
  imageInsertAlign: 'none',
  ...shared('video', 'video'),
  ...shared('file', 'file'),
  catcherActionName: 'catchimage',
  catcherFieldName: 'source',
  catcherLocalDomain: [],
  catcherMaxSize: captureLimits.bytes,
  catcherAllowFiles: dotted('image'),
  catcherUrlPrefix: '',
  imageManagerActionName: 'listimage',
  imageManagerListSize: 20,
  imageManagerUrlPrefix: '',
  imageManagerAllowFiles: dotted('image'),
  fileManagerActionName: 'listfile',
  fileManagerListSize: 20,
  fileManagerUrlPrefix: '',
  fileManagerAllowFiles: dotted('file'),
}

export function uploaded(file: StoredFile): Values {
  const { id, name, type, size, isImage } = file
  return { state: 'SUCCESS', url: fileAddress(id), title: name, original: name, type, size, id, name, isImage }
}

const largestPage = 100
const furthest = 100_000

function whole(name: string, value: unknown, fallback: number, maxRows: number): number {
  if (value === undefined) return fallback
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw invalid({ [name]: 'integer' })
  return Math.min(value, maxRows)
}

/** Uploads of the caller, newest first. */
export async function ownFiles(context: Context, { start, size }: Values, images: boolean): Promise<Values> {
  const from = whole('start', start, 0, furthest)
  const maxRows = Math.max(whole('size', size, 20, largestPage), 1)
  const mine = sql`f."createdBy" = ${context.userId} and (not ${images}::boolean or f."isImage")`
  const { rows } = await sql<StoredFile & { mtime: number }>`
    select f."key" as id, f.name, f.type, f.size, f."isImage", extract(epoch from f."createdAt")::integer as mtime
    from "file" f where ${mine} order by f.id desc limit ${maxRows} offset ${from}`.execute(context.tx)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from "file" f where ${mine}`.execute(context.tx)
  return {
    state: 'SUCCESS',
    list: rows.map(({ mtime, ...file }) => ({ ...uploaded(file), mtime })),
    start: from,
    total: counted[0]?.total ?? 0,
  }
}
