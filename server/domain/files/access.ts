/** Read access to files: readers of their record, else the uploader. */
import { sql } from 'kysely'
import { entityNamed } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { permits } from '#contract/schema/permission.ts'
import type { Context } from '../../db/connection/context.ts'
import { scope } from '../../db/schema/columns.ts'
import { hiddenFields } from '../basis/privacy.ts'
import { reachesCaller } from '../notices/notify.ts'

export interface ReadableFile {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly size: number
  readonly isImage: boolean
}

interface Found extends ReadableFile {
  readonly isOwn: boolean
  readonly isOurs: boolean
  readonly uses: readonly { readonly entity: string; readonly entityId: number; readonly field: string }[]
}

async function find({ tx, customerId, userId }: Context, key: string): Promise<Found | null> {
  const { rows } = await sql<Found>`
    select f."id", f."name", f."type", f."size", f."isImage", coalesce(f."createdBy" = ${userId}, false) as "isOwn",
      f."customerId" = ${customerId} as "isOurs",
      (select coalesce(json_agg(json_build_object('entity', u."entity", 'entityId', u."entityId", 'field', u."field")), '[]')
        from "fileuse" u where u."fileId" = f."id") as uses
    from "file" f where f."key" = ${key}`.execute(tx)
  return rows[0] ?? null
}

async function isReached(context: Context, id: number): Promise<boolean> {
  const { rows } = await sql`select from notify n where n.id = ${id} and ${reachesCaller(context)}`.execute(context.tx)
  return rows.length > 0
}

/** Published versions are readable by every user. */
async function isPublished({ tx }: Context, id: number): Promise<boolean> {
  const { rows } = await sql`select from version v where v.id = ${id} and v.status = 'PUBLISHED'`.execute(tx)
  return rows.length > 0
}

async function isWithin(context: Context, entity: Entity, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(entity.name)} where id = ${id} and ${scope(context, entity)}`.execute(context.tx)
  return rows.length > 0
}

async function seesUse(context: Context, { uses, isOurs }: Found): Promise<boolean> {
  for (const { entity: name, entityId, field } of uses) {
    const entity = entityNamed(name)
    if (!entity) continue
    const isVisible = !hiddenFields(context, entity).includes(field)
    const isPermitted = (isOurs || entity.global) && isVisible && permits(context.grants, { menu: name })
    if (isPermitted && (await isWithin(context, entity, entityId))) return true
    if (name === 'notify' && isOurs && (await isReached(context, entityId))) return true
    if (name === 'version' && (await isPublished(context, entityId))) return true
  }
  return false
}

/** File by id; null if missing or forbidden, indistinguishably. */
export async function readableFile(context: Context, key: string): Promise<ReadableFile | null> {
  const found = await find(context, key)
  if (!found) return null
  const { id, name, type, size, isImage } = found
  const may = found.uses.length === 0 ? found.isOwn : found.isOwn || (await seesUse(context, found))
  return may ? { id, name, type, size, isImage } : null
}
