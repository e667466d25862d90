/** The current list of an entity as a file, whole: filters, search and order as on screen. */
import type { Entity } from '../../contract/schema/entity.ts'
import type { Values } from '../../contract/schema/field.ts'
import type { SheetFormat } from '../../contract/schema/transfer.ts'
import { exportRecords } from '../../data/records/transfer.ts'
import { type CommandContext, done, type Result } from '../core/command.ts'
import { offerDownload } from '../core/downloads.ts'
import { listedQuery } from '../core/listWindows.ts'

/** Lets the server make the file and offers it; a script is given it. */
export async function exportList(
  entity: Entity,
  format: SheetFormat,
  args: Values,
  context: CommandContext,
): Promise<Result> {
  const { name, blob } = await exportRecords(
    entity.name,
    { ...listedQuery(entity.name), ...args, format },
    context.signal,
  )
  if (context.surface !== 'script') offerDownload(name, blob)
  return done({ name, size: blob.size, blob })
}
