/** The organisation's logo for its papers. */
import { sql } from 'kysely'
import type { Context } from '../../db/connection/context.ts'
import { readBytes } from '../../db/schema/fileBytes.ts'
import { printable } from '../files/pictures.ts'

interface Found {
  readonly id: number
  readonly size: number
}

/** Logo as data URL, or null; an unreadable one is left out. */
export async function logoOf({ tx, customerId }: Context): Promise<string | null> {
  const { rows } = await sql<Found>`
    select f."id", f."size" from "file" f join "fileuse" u on u."fileId" = f."id"
    where u."entity" = 'customer' and u."entityId" = ${customerId} and u."field" = 'logo' limit 1`.execute(tx)
  const [file] = rows
  if (!file) return null
  const pieces: Buffer[] = []
  for await (const piece of readBytes(tx, file.id, 0, file.size - 1)) pieces.push(piece)
  return printable(Buffer.concat(pieces))
}
