/** Single entry of files: browser, editor, fetched pictures. */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { AppError } from '#contract/schema/answer.ts'
import { type StoredFile, type UploadKind, uploadKinds } from '#contract/schema/storedFile.ts'
import type { Context } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { limitConcurrency } from '../../db/connection/semaphore.ts'
import { writeBytes } from '../../db/schema/fileBytes.ts'
import { writeAudit } from '../basis/audit.ts'
import { cleanName, endingOf, examine } from './examine.ts'
import { type Picture, pictureOf } from './pictures.ts'
import { type Received, received, type Upload } from './uploading.ts'

export const quota = { bytesADay: 1024 ** 3, filesADay: 1000, loose: 200 } as const

// Memory bound: decoding allocates per pixel.
const decoding = limitConcurrency(2)

const decoded = (path: string): Promise<Picture> => decoding(async () => pictureOf(await readFile(path)))

/** Concurrent uploads per person: each holds a connection while storing. */
const maxParallel = 3
const comingFrom = new Map<unknown, ReturnType<typeof limitConcurrency>>()

function turnOf({ userId }: Context): ReturnType<typeof limitConcurrency> {
  const known = comingFrom.get(userId) ?? limitConcurrency(maxParallel)
  comingFrom.set(userId, known)
  return known
}

/** @throws AppError fileQuota */
async function refuseBeyondQuota({ tx, userId }: Context, size: number): Promise<void> {
  const { rows } = await sql<{ bytes: number; files: number; loose: number }>`
    select coalesce(sum(f."size"), 0)::float8 as bytes, count(*)::integer as files,
      (count(*) filter (where not exists (select from "fileuse" u where u."fileId" = f."id")))::integer as loose
    from "file" f where f."createdBy" = ${userId} and f."createdAt" > now() - interval '1 day'`.execute(tx)
  const [used] = rows
  if (!used) return
  const isFull = used.bytes + size > quota.bytesADay || used.files >= quota.filesADay || used.loose >= quota.loose
  if (isFull) throw new AppError('fileQuota')
}

interface Ready {
  readonly name: string
  readonly type: string
  readonly size: number
  readonly hash: string
  readonly isImage: boolean
  readonly bytes: () => AsyncIterable<Uint8Array>
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const endings: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
}

/** Size limit in bytes; pictures and videos have their own. */
function maxBytes(name: string, kind: UploadKind): number {
  const ending = endingOf(name)
  const own = (['image', 'video'] as const).find(each =>
    (uploadKinds[each].extensions as readonly string[]).includes(ending),
  )
  return uploadKinds[own ?? kind].bytes
}

async function readied({ path, size, hash }: Received, name: string, kind: UploadKind): Promise<Ready> {
  if (size === 0) throw new AppError('wrongContent')
  const { isPicture, type } = await examine(path, name, kind)
  if (!isPicture) return { name, type, size, hash, isImage: false, bytes: () => createReadStream(path) }
  const picture = await decoded(path)
  if (!endings[picture.type]?.includes(endingOf(name))) throw new AppError('wrongContent')
  return {
    name,
    type: picture.type,
    size: picture.bytes.length,
    hash: createHash('sha256').update(picture.bytes).digest('hex'),
    isImage: true,
    bytes: () => once(picture.bytes),
  }
}

function store(context: Context, ready: Ready): Promise<StoredFile> {
  const { name, type, size, hash, isImage } = ready
  const key = randomBytes(16).toString('hex')
  return transact(context.tx, async tx => {
    const inside = { ...context, tx }
    // Serialize a person's uploads, else parallel ones bypass the quota.
    await sql`select pg_advisory_xact_lock(hashtext('lotline.upload'), ${context.userId}::integer)`.execute(tx)
    await refuseBeyondQuota(inside, size)
    const { customerId, userId, now } = context
    const by = { createdAt: now, createdBy: userId, updatedAt: now, updatedBy: userId }
    const { id } = await tx
      .insertInto('file')
      .values({ customerId, key, name, type, size, hash, isImage, ...by })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeBytes(tx, id, ready.bytes())
    await writeAudit(inside, 'file', key, 'CREATE', `name: — → ${name}\nsize: — → ${size}\nhash: — → ${hash}`)
    return { id: key, name, type, size, isImage }
  })
}

/**
 * Stores one file: checked, re-encoded, audited, in one transaction.
 * @throws AppError fileTooLarge, fileNotAllowed, wrongContent, notAPicture, fileQuota
 */
export function storeFile(context: Context, { name, bytes }: Upload, kind: UploadKind): Promise<StoredFile> {
  const clean = cleanName(name)
  return turnOf(context)(async () => {
    await refuseBeyondQuota(context, 0)
    return received(bytes, maxBytes(clean, kind), async arrived => store(context, await readied(arrived, clean, kind)))
  })
}

/** Files per delete statement, to stay below the statement timeout. */
const maxForgotten = 20

/** Deletes files unattached for 30 days, as unsaved drafts name some. */
export async function forgetLooseFiles(db: Context['tx']): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from "file" where "id" in (
        select f."id" from "file" f where f."createdAt" < now() - interval '30 days'
          and not exists (select from "fileuse" u where u."fileId" = f."id")
        order by f."id" limit ${maxForgotten} for update skip locked)`.execute(db)
    if (Number(numAffectedRows ?? 0) < maxForgotten) return
  }
}
