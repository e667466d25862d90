/** Export of an entity's list: all rows, with filters, search and order on screen. */
import type { Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import type { SheetFormat } from '#contract/schema/transfer.ts'
import { exportRecords } from '../../data/records/transfer.ts'
import { type CommandContext, done, type Result } from '../core/command.ts'
import { offerDownload } from '../core/downloads.ts'
import { listedQuery } from '../core/listWindows.ts'

/** Exports by the server: offered for download, or returned to scripts. */
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
