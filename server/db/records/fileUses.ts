/** References to stored files: permission and attachment. */
import { sql } from 'kysely'
import { invalid } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { filesNamedIn } from '#contract/schema/richText.ts'
import { isFileId } from '#contract/schema/storedFile.ts'
import type { Context } from '../connection/context.ts'

const holding = new Set(['image', 'files', 'richText'])

export function holdsFiles(entity: Entity): boolean {
  return Object.values(entity.fields).some(field => holding.has(field.kind))
}

interface Naming {
  readonly field: string
  readonly keys: readonly string[]
  /** Missing files are ignored within text, but refused in a file field. */
  readonly isStrict: boolean
}

function namedIn(entity: Entity, row: Values): readonly Naming[] {
  return Object.entries(entity.fields).flatMap(([name, { kind }]): Naming[] => {
    const value = row[name]
    if (!holding.has(kind) || value === undefined || value === null) return []
    if (kind === 'richText') return [{ field: name, keys: filesNamedIn(String(value)), isStrict: false }]
    return [{ field: name, keys: [value].flat().filter(isFileId), isStrict: true }]
  })
}

/** Attachable files: own uploads, and those on pages he may read. */
async function nameable(ctx: Context, keys: readonly string[]): Promise<Map<string, number>> {
  const pages = [...ctx.grants.keys()]
  const { rows } = await sql<{ id: number; key: string }>`
    select f."id", f."key" from "file" f
    where f."key" = any(${keys}::text[]) and f."customerId" = ${ctx.customerId}
      and (${ctx.userId}::bigint is null or f."createdBy" = ${ctx.userId}
        or exists (select from "fileuse" u where u."fileId" = f."id" and u."entity" = any(${pages}::text[])))
    for key share of f`.execute(ctx.tx)
  return new Map(rows.map(({ id, key }) => [key, id]))
}

/**
 * Records the files of a written row.
 * @throws AppError invalid at the field of a missing or foreign file
 */
export async function writeFileUses(
  ctx: Context,
  entity: Entity,
  id: number,
  row: Values,
  before?: Values,
): Promise<void> {
  const known = new Map(namedIn(entity, before ?? {}).map(({ field, keys }) => [field, new Set(keys)]))
  const fresh = namedIn(entity, row).map(({ field, keys, isStrict }) => ({
    field,
    isStrict,
    keys: keys.filter(key => !known.get(field)?.has(key)),
  }))
  const asked = fresh.flatMap(({ keys }) => keys)
  if (asked.length === 0) return
  const found = await nameable(ctx, asked)
  const missing = fresh.filter(({ keys, isStrict }) => isStrict && keys.some(key => !found.has(key)))
  if (missing.length > 0) throw invalid(Object.fromEntries(missing.map(({ field }) => [field, 'file'])))
  const uses = fresh.flatMap(({ field, keys }) =>
    keys.filter(key => found.has(key)).map(key => ({ fileId: found.get(key), field })),
  )
  await sql`
    insert into "fileuse" ("fileId", "entity", "entityId", "field", "createdAt", "createdBy", "updatedAt", "updatedBy")
    select u."fileId", ${entity.name}, ${id}::bigint, u."field", ${ctx.now}::timestamptz, ${ctx.userId}::bigint,
      ${ctx.now}::timestamptz, ${ctx.userId}::bigint
    from json_to_recordset(${JSON.stringify(uses)}::json) as u("fileId" bigint, "field" text)
    on conflict do nothing`.execute(ctx.tx)
}
