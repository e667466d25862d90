/** Commands of declared actions (post, reverse …) and follow-up documents. */
import { entityNamed } from '#contract/index.ts'
import { type Action, type CreateFrom, type Entity, submitActionOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import { markRefused } from '../../data/drafts/draftOutcomes.ts'
import { saveDrafts } from '../../data/drafts/draftSaving.ts'
import { addDraft } from '../../data/drafts/drafts.ts'
import { navigate } from '../../data/location.ts'
import { loadRecord, prepareRecords, runAction } from '../../data/records/records.ts'
import { isStored, type RowId } from '../../data/records/row.ts'
import { storeLocal } from '../../data/store.ts'
import type { Arguments, Command, CommandContext, Foresight, Result } from '../core/command.ts'
import { reread } from '../core/listWindows.ts'
import { namingArguments, resultOf } from '../core/outcomes.ts'
import { noSelection, storedIds, targetOf, versionsOf } from '../core/target.ts'
import { many } from '../core/titles.ts'
import { failedOutcome, opensAsDocument, saveOpen } from './entitySave.ts'

const submitKey = 'mod+enter'

/** Saves the open draft first, posting in the same transaction where supported. */
async function saveFirst(entity: Entity, action: string, ids: readonly RowId[], context: CommandContext) {
  const open = ids[0]
  if (ids.length !== 1 || open === undefined) return null
  const submit = submitActionOf(entity) === action
  const row = await saveOpen(entity, open, context, submit)
  return row ? { row, isDone: submit } : null
}

async function act(entity: Entity, name: string, args: Arguments, context: CommandContext): Promise<Result> {
  const target = targetOf(entity.name, context, args)
  const { ids: _ids, id: _id, ...said } = args
  const saved = await saveFirst(entity, name, target.ids, context)
  if (saved?.isDone) return { status: 'ok', data: saved.row }
  const several = target.ids.length > 1 ? await saveDrafts(entity.name, target) : []
  if (several.some(({ ok }) => !ok)) return resultOf(several)
  const now = new Map(several.flatMap(({ id, data }) => (isStored(data) ? [[id, data] as const] : [])))
  const ids = saved ? [saved.row.id] : storedIds({ ...target, ids: target.ids.map(id => now.get(id)?.id ?? id) })
  // Unsaved new record without a draft: no target.
  if (ids.length === 0) return noSelection()
  const rows = saved ? [saved.row] : target.rows.map(row => (row.id === undefined ? undefined : now.get(row.id)) ?? row)
  const outcomes = await runAction(entity.name, name, ids, said, versionsOf(entity, rows))
  for (const outcome of outcomes) {
    const row = rows.find(({ id }) => id === outcome.id)
    if (!outcome.ok && isStored(row)) markRefused(entity, row, outcome)
  }
  await reread(
    entity.name,
    outcomes.filter(outcome => outcome.ok).map(outcome => outcome.id),
  )
  return resultOf(namingArguments(entity, name, outcomes))
}

type Foreseeing = typeof import('./foresight.ts')

const dryRun = storeLocal(() => ({ foreseeing: null as Foreseeing | null }))

/** Injects the dry run: it loads with the frame, after sign-in. */
export function provideForesight(given: Foreseeing): void {
  dryRun().foreseeing = given
}

/** Dry run once available; before, the confirmation has fewer facts. */
export const byForesight =
  (
    look: (of: Foreseeing, args: Arguments, context: CommandContext) => Foresight | Promise<Foresight>,
  ): NonNullable<Command['foresee']> =>
  async (args, context) => {
    const { foreseeing } = dryRun()
    return foreseeing ? look(foreseeing, args, context) : { facts: [] }
  }

function isReversible({ actions }: Entity, { inverse, from, to }: Action): boolean {
  if (inverse !== undefined) return true
  return Object.values(actions).some(
    back => to !== undefined && back.from?.includes(to) && back.to !== undefined && from?.includes(back.to),
  )
}

function commandOfAction(entity: Entity, name: string, action: Action): Command {
  const keys = (action.keys ?? []).filter(key => key !== submitKey)
  return {
    id: `${entity.name}.${name}`,
    ...(action.namesEntity
      ? { title: `${entity.name}.${name}` }
      : {
          title: 'command.action',
          values: {
            action: `${entity.name}.${name}`,
            entity: action.on === 'rows' ? many + entity.name : entity.name,
          },
        }),
    aliases: [`${entity.name}.${name}`],
    group: entity.name,
    entity: entity.name,
    permission: { menu: entity.name, button: action.button ?? name },
    risk: action.risk ?? 'write',
    rank: 6,
    keys: keys.map(seq => ({ seq, when: { page: entity.name } })),
    ...(action.keys?.includes(submitKey) ? { via: 'record.submit' } : {}),
    ...(action.confirm ? { confirm: true } : {}),
    ...(isReversible(entity, action) ? { isReversible: true } : {}),
    ...(action.consequence ? { consequence: `confirm.${action.consequence}` } : {}),
    ...(action.prefilled ? { prefilled: action.prefilled } : {}),
    ...(action.arguments ? { arguments: action.arguments } : {}),
    ...(action.keywords ? { keywords: action.keywords } : {}),
    rows: {
      entity,
      one: action.on === 'row',
      from: action.from,
      when: action.when,
      stored: !action.from || action.risk === 'destructive',
    },
    ...(action.confirm
      ? { foresee: byForesight((of, args, context) => of.foreseeAction(entity, name, args, context)) }
      : {}),
    run: (args, context) => act(entity, name, args, context),
  }
}

async function createRowsFrom(
  source: Entity,
  createFrom: CreateFrom,
  args: Arguments,
  context: CommandContext,
): Promise<Result> {
  const [id] = storedIds(targetOf(source.name, context, args))
  const target = entityNamed(createFrom.entity)
  if (id === undefined || !target) return noSelection()
  if (createFrom.opens !== undefined) {
    const { [createFrom.opens]: openId } = await loadRecord(source.name, id)
    if (isEmpty(openId)) return noSelection()
    // Refused before the page changes.
    const open = await loadRecord(target.name, Number(openId))
    const path = `/${target.name}/${open.id}`
    navigate(path)
    return { status: 'ok', data: { path } }
  }
  if (opensAsDocument(target)) {
    const path = `/${target.name}/new?${createFrom.by}=${id}`
    navigate(path)
    return { status: 'ok', data: { path } }
  }
  try {
    const rows = await prepareRecords(target.name, { [createFrom.by]: id })
    const ids = rows.map(row => addDraft(target.name, row))
    navigate(`/${target.name}`)
    return { status: 'ok', data: { path: `/${target.name}`, ids, rows } }
  } catch (error) {
    return resultOf([failedOutcome(id, error)])
  }
}

function commandOfCreateFrom(entity: Entity, name: string, createFrom: CreateFrom): Command {
  return {
    id: `${entity.name}.${name}`,
    ...(createFrom.opens
      ? { title: `${entity.name}.${name}` }
      : { title: 'command.begin', values: { action: `${entity.name}.${name}`, entity: entity.name } }),
    aliases: [`${entity.name}.${name}`],
    group: entity.name,
    entity: entity.name,
    permission: createFrom.opens ? { menu: createFrom.entity } : { menu: createFrom.entity, button: 'add' },
    risk: 'read',
    rank: 6,
    keys: (createFrom.keys ?? []).map(seq => ({ seq, when: { page: entity.name } })),
    rows: { entity, one: true, from: createFrom.from, when: createFrom.when },
    run: (args, context) => createRowsFrom(entity, createFrom, args, context),
  }
}

export function declaredCommands(entity: Entity): readonly Command[] {
  return [
    ...Object.entries(entity.actions).map(([name, action]) => commandOfAction(entity, name, action)),
    ...Object.entries(entity.createsFrom ?? {}).map(([name, createFrom]) =>
      commandOfCreateFrom(entity, name, createFrom),
    ),
  ]
}
