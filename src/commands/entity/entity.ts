/** Generic commands of every entity: edit, save, delete, copy, export, import … */
import { type Entity, postsOnSave, submitActionOf } from '#contract/schema/entity.ts'
import { isImportable, type SheetFormat, sheetLines } from '#contract/schema/transfer.ts'
import { historyKey } from '../../data/drafts/draftHistory.ts'
import { draftsOf } from '../../data/drafts/draftStore.ts'
import { discardDraft, discardDrafts, editDraft } from '../../data/drafts/drafts.ts'
import { navigate } from '../../data/location.ts'
import { listRecords, loadRecord, prepareRecords, removeRecords } from '../../data/records/records.ts'
import type { RowOutcome, RowValues } from '../../data/records/row.ts'
import { refreshRows } from '../../data/records/rows.ts'
import { exportRecords } from '../../data/records/transfer.ts'
import { store } from '../../data/store.ts'
import { type Arguments, type Command, type CommandContext, done, type Question, type Result } from '../core/command.ts'
import { offerDownload } from '../core/downloads.ts'
import { listedQuery } from '../core/listWindows.ts'
import { resultOf } from '../core/outcomes.ts'
import { handlerOf } from '../core/registry.ts'
import { noSelection, storedIds, targetOf } from '../core/target.ts'
import { many } from '../core/titles.ts'
import { deletionText } from './deletionText.ts'
import { byForesight, declaredCommands } from './entityActions.ts'
import { importRows, offerTemplate } from './entityImport.ts'
import { copy, create, type GivenValues, given } from './entityNew.ts'
import { opensAsDocument, postingQuestion, type SaveArguments, saveRows } from './entitySave.ts'

async function edit(entity: Entity, args: GivenValues, context: CommandContext): Promise<Result> {
  const [id] = targetOf(entity.name, context, args).ids
  if (id === undefined) return noSelection()
  if (args.values) {
    const base = typeof id === 'number' ? await loadRecord(entity.name, id) : null
    editDraft(entity.name, id, base, given(args))
    return done({ id })
  }
  const cell = handlerOf('grid.edit')
  if (!opensAsDocument(entity) && cell && context.page === entity.name) return (await cell.run({}, context)) ?? done()
  const path = opensAsDocument(entity) ? `/${entity.name}/${id}` : `/${entity.name}?id=${id}`
  navigate(path)
  return done({ id, path })
}

/** Enough to name what is gone. */
function titleOnly({ title }: Entity, row: RowValues | undefined): RowValues | undefined {
  const label = `${title}$label`
  return row && { id: row.id, [title]: row[title], ...(label in row ? { [label]: row[label] } : {}) }
}

async function remove(entity: Entity, args: Arguments, context: CommandContext): Promise<Result> {
  const target = targetOf(entity.name, context, args)
  const unsaved = target.ids.filter(id => typeof id === 'string')
  const operations =
    unsaved[0] && target.ids.length === 1 ? store.get(draftsOf(entity.name)).get(unsaved[0]) : undefined
  discardDrafts(entity.name, unsaved, { place: historyKey(entity.name), doing: { kind: 'rowsRemoved' } })
  const stored = storedIds(target)
  const removed = stored.length > 0 ? await removeRecords(entity.name, stored) : []
  const gone = removed.filter(outcome => outcome.ok).map(outcome => outcome.id)
  const drafts = store.get(draftsOf(entity.name))
  for (const id of gone) if (drafts.has(id)) discardDraft(entity.name, id)
  if (gone.length > 0) await refreshRows(entity.name, gone)
  const { record } = context
  const isOpen = record?.entity === entity.name && [...gone, ...unsaved].includes(record.id)
  if (isOpen && context.surface !== 'script') navigate(`/${entity.name}`)
  const dropped: RowOutcome[] = unsaved.map(id => ({ id, ok: true, status: 0, message: '' }))
  const undo = operations ? { undo: { id: `${entity.name}.new`, args: { values: operations.patch } } } : {}
  const named = removed.map(each =>
    each.ok
      ? {
          ...each,
          data: titleOnly(
            entity,
            target.rows.find(({ id }) => id === each.id),
          ),
        }
      : each,
  )
  return resultOf([...dropped, ...named], undo)
}

/** Consequence of deleting stored rows, by the kind of their entity. */
function deletionQuestion(entity: Entity, count: number): Question | undefined {
  if (count === 0) return undefined
  const own = deletionText(entity)
  if (own !== undefined) return { question: own, values: { count } }
  const draft = submitActionOf(entity) ? (entity.reserves ? 'reserving' : 'draft') : undefined
  const rest = Object.keys(entity.lines).length > 0 ? 'lines' : 'plain'
  const other = entity.softDelete ? 'master' : rest
  return { question: `confirm.delete.${draft ?? other}`, values: { count } }
}

type Part = Pick<Command, 'risk' | 'run'> & Partial<Command>

const exporting = ['sort', 'where', 'q', 'columns', 'lines'] as const

export function commandsOfEntity(entity: Entity): readonly Command[] {
  const { name } = entity
  const can = (call: (typeof entity.operations)[number]) => entity.operations.includes(call)
  const verb = (word: string, button: string | null, part: Part): Command => ({
    id: `${name}.${word}`,
    title: `command.${word}`,
    values: { entity: name },
    group: name,
    entity: name,
    permission: button === null ? { menu: name } : { menu: name, button },
    ...part,
  })
  const ofMany = { values: { entity: `${many}${name}` } }
  const scriptOnly = ['script'] as const
  // Server-generated lists accept no new rows.
  const canAdd = can('save') && !entity.seeded
  return [
    ...(canAdd
      ? [
          verb('new', 'add', {
            via: 'record.new',
            aliases: ['command.new.also'],
            accepts: ['values'],
            risk: 'read',
            rank: 8,
            run: (args, context) => create(entity, args, context),
          }),
        ]
      : []),
    ...(can('save')
      ? [
          verb('edit', 'edit', {
            accepts: ['values'],
            risk: 'read',
            rank: 4,
            rows: { entity, one: true },
            run: (args, context) => edit(entity, args, context),
          }),
          verb('save', 'edit', {
            via: 'record.save',
            ...(canAdd ? { orPermission: { menu: name, button: 'add' } } : {}),
            accepts: ['row', 'rows', 'submit', 'ids'],
            risk: 'write',
            ...(entity.ticket ? { ticket: true } : {}),
            ...(postsOnSave(entity)
              ? {
                  asks: (args: SaveArguments, context) => postingQuestion(entity, args, context),
                  foresee: byForesight(({ foreseePosting }, args, context) => foreseePosting(entity, args, context)),
                }
              : {}),
            rank: 3,
            run: (args: SaveArguments, context) => saveRows(entity, args, context),
          }),
        ]
      : []),
    ...(canAdd
      ? [
          verb('prepare', 'add', {
            surfaces: scriptOnly,
            accepts: ['values'],
            risk: 'read',
            run: async args => done(await prepareRecords(name, given(args))),
          }),
          verb('copy', 'add', {
            via: 'record.copy',
            accepts: ['values'],
            risk: 'read',
            rank: 2,
            rows: { entity, one: true, stored: true },
            run: (args, context) => copy(entity, args, context),
          }),
        ]
      : []),
    ...(can('remove')
      ? [
          verb('delete', 'delete', {
            via: 'record.delete',
            risk: 'destructive',
            confirm: true,
            rank: 1,
            rows: { entity, removable: true },
            isReversibleFor: (args, context) => storedIds(targetOf(name, context, args)).length === 0,
            asks: (args, context) => deletionQuestion(entity, storedIds(targetOf(name, context, args)).length),
            foresee: byForesight(({ foreseeDeletion }, args, context) => foreseeDeletion(entity, args, context)),
            run: (args, context) => remove(entity, args, context),
          }),
        ]
      : []),
    ...(can('list')
      ? [
          verb('export', 'export', {
            ...ofMany,
            via: 'record.export',
            accepts: exporting,
            risk: 'read',
            rank: 2,
            run: (args, context) => exportList(entity, 'xlsx', args, context),
          }),
          verb('exportCsv', 'export', {
            ...ofMany,
            accepts: exporting,
            risk: 'read',
            rank: 1,
            run: (args, context) => exportList(entity, 'csv', args, context),
          }),
          ...(sheetLines(entity)
            ? [
                verb('exportLines', 'export', {
                  ...ofMany,
                  accepts: exporting,
                  risk: 'read',
                  rank: 1,
                  run: (args, context) => exportList(entity, 'xlsx', { ...args, lines: true }, context),
                }),
              ]
            : []),
          verb('list', null, {
            ...ofMany,
            surfaces: scriptOnly,
            accepts: ['page', 'size', 'sort', 'where', 'q'],
            risk: 'read',
            run: async (args, context) => done(await listRecords(name, args, context.signal)),
          }),
        ]
      : []),
    ...(isImportable(entity)
      ? [
          verb('import', 'import', {
            ...ofMany,
            accepts: ['file', 'text', 'preview'],
            risk: 'write',
            rank: 2,
            run: (args, context) => importRows(entity, args, context),
          }),
          verb('importTemplate', 'import', {
            ...ofMany,
            risk: 'read',
            rank: 1,
            run: (_args, context) => offerTemplate(entity, context),
          }),
        ]
      : []),
    ...(can('load')
      ? [
          verb('load', null, {
            surfaces: scriptOnly,
            accepts: ['id'],
            risk: 'read',
            run: async args => done(await loadRecord(name, Number(args.id))),
          }),
        ]
      : []),
    ...declaredCommands(entity),
  ]
}

// Export of a list with its filters, search and order.

/** Download for users, data for scripts. */
async function exportList(
  entity: Entity,
  format: SheetFormat,
  args: Arguments,
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
