/** Import of a list by dialog or script. */
import type { Entity } from '#contract/schema/entity.ts'
import type { ImportCounts } from '#contract/schema/transfer.ts'
import { refreshRows } from '../../data/records/rows.ts'
import { importRecords, importTemplateOf, previewImport } from '../../data/records/transfer.ts'
import { type CommandContext, done, type Result } from '../core/command.ts'
import { offerDownload } from '../core/downloads.ts'
import { askImport } from '../gate/prompts.ts'

interface ImportArguments {
  readonly file?: unknown
  readonly text?: unknown
  readonly preview?: unknown
}

function fileIn({ file, text }: ImportArguments): Blob | null {
  if (file instanceof Blob) return file
  return typeof text === 'string' ? new Blob([text]) : null
}

/**
 * Imports a file and shows the new rows.
 * @throws CallError with the report when a row is invalid
 */
export async function importFile(entity: Entity, file: Blob): Promise<ImportCounts> {
  const counts = await importRecords(entity.name, file)
  await refreshRows(entity.name)
  return counts
}

/** Opens the dialog, or imports a script's file; `preview` only rehearses. */
export async function importRows(entity: Entity, args: ImportArguments, context: CommandContext): Promise<Result> {
  const file = fileIn(args)
  if (file)
    return done(
      args.preview === true ? await previewImport(entity.name, file, context.signal) : await importFile(entity, file),
    )
  if (context.surface === 'script') return { status: 'invalid', faults: { file: 'required' } }
  const counts = await askImport({ entity }, context.signal)
  return counts
    ? { status: 'ok', data: counts, message: 'transfer.done', values: { ...counts } }
    : { status: 'cancelled' }
}

export async function offerTemplate(entity: Entity, context: CommandContext): Promise<Result> {
  const { name, blob } = await importTemplateOf(entity.name)
  if (context.surface !== 'script') offerDownload(name, blob)
  return done({ name, size: blob.size, blob })
}
