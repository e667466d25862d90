/** Stores sheet records through the regular save. */
import { AppError } from '#contract/schema/answer.ts'
import { type Entity, stateOf } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { permits } from '#contract/schema/permission.ts'
import { naturalKey, type SheetLines } from '#contract/schema/transfer.ts'
import type { Context, Row } from '../../db/connection/context.ts'
import { inSavepoint } from '../../db/connection/savepoint.ts'
import { saveNewRecords, saveRecord, savesTogether } from '../records.ts'
import type { ReadRecord } from './readRows.ts'
import { changes, rowKey, type StoredLine, sameValue } from './stored.ts'

export interface Before {
  readonly records: ReadonlyMap<string, readonly Row[]>
  readonly lines: ReadonlyMap<number, readonly StoredLine[]>
}

export type Decision = { readonly save: Values; readonly as: 'created' | 'updated' } | 'unchanged' | AppError

/** Drops empty values, so that new rows keep field defaults. */
const withoutBlanks = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

function refuseWithout(context: Context, entity: Entity, button: string): void {
  const permission = { menu: entity.name, button }
  if (!permits(context.grants, permission)) throw new AppError('notPermitted', permission)
}

/** New line list, by number or content; null keeps the lines. */
function linesOf({ entity: line }: SheetLines, { rows }: ReadRecord, stored: readonly StoredLine[]): Values[] | null {
  const said = rows.flatMap(({ values }) => (values ? [values] : []))
  if (said.length === 0) return null
  const left = new Set(stored)
  return said.map(({ lineNo, ...values }) => {
    const known = [...left].find(each => (lineNo ? each.lineNo === lineNo : !changes(line, each, values)))
    if (!known) return withoutBlanks(values)
    left.delete(known)
    return { ...values, id: known.id }
  })
}

const sameLines = ({ entity: line }: SheetLines, rows: readonly Values[], stored: readonly StoredLine[]) =>
  rows.length === stored.length &&
  stored.every((each, at) => {
    const { id, ...values } = rows[at] ?? {}
    return id === each.id && !changes(line, each, values)
  })

/** Keeps formatting of formatted text when the plain words are unchanged. */
const unlessSameWords = ({ fields }: Entity, stored: Values, said: Values): Values =>
  Object.fromEntries(
    Object.entries(said).filter(([name, value]) => {
      const field = fields[name]
      return field?.kind !== 'richText' || !sameValue(field, value, stored[name])
    }),
  )

export function deciding(entity: Entity, lines: SheetLines | null, before: Before): (record: ReadRecord) => Decision {
  const met = new Set<string>()
  const state = stateOf(entity)
  return record => {
    const key = rowKey(entity, record.values)
    const found = key === null ? [] : (before.records.get(key) ?? [])
    if (key !== null && met.has(key)) return new AppError('importRowTwice')
    if (key !== null) met.add(key)
    if (found.length > 1) return new AppError('importAmbiguous', { count: found.length })
    const [known] = found
    const stored = (known && before.lines.get(known.id)) ?? []
    const rows = lines && linesOf(lines, record, stored)
    const own = lines && rows ? { [lines.name]: rows } : {}
    if (!known) {
      if (entity.document && key !== null)
        return new AppError('invalid', Object.fromEntries(naturalKey(entity).map(name => [name, 'noDocument'])))
      return { save: { ...withoutBlanks(record.values), ...own }, as: 'created' }
    }
    const isSame = !changes(entity, known, record.values) && (!lines || !rows || sameLines(lines, rows, stored))
    if (isSame) return 'unchanged'
    // Posted documents are changed by their own rules, by a person.
    if (entity.document && known[state] !== entity.fields[state]?.default) return new AppError('wrongState', known)
    const { id, rowVersion } = known
    return { save: { ...unlessSameWords(entity, known, record.values), ...own, id, rowVersion }, as: 'updated' }
  }
}

async function attempt<T>(context: Context, work: () => Promise<T>): Promise<T | AppError> {
  try {
    return await inSavepoint(context.tx, work)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error
  }
}

/** Saves in bulk where hooks are independent. */
async function saveTogether(context: Context, entity: Entity, decisions: readonly Decision[]): Promise<Saved[]> {
  const created = (decision: Decision) =>
    decision === 'unchanged' || decision instanceof AppError || decision.as === 'updated' ? [] : [decision]
  const news = savesTogether(entity) ? decisions.flatMap(created) : []
  if (news.length > 0) refuseWithout(context, entity, 'add')
  const rows = news.map(({ save }) => save)
  const ids = news.length > 0 ? await saveNewRecords(context, entity, rows) : []
  const idOf = new Map(news.map((decision, at): [Decision, number | undefined] => [decision, ids[at]]))
  const saved: Saved[] = []
  for (const decision of decisions) saved.push(idOf.get(decision) ?? (await save(context, entity, decision)))
  return saved
}

async function save(context: Context, entity: Entity, decision: Decision): Promise<number | null> {
  if (decision instanceof AppError || decision === 'unchanged') return null
  refuseWithout(context, entity, decision.as === 'created' ? 'add' : 'edit')
  return (await saveRecord(context, entity, decision.save)).id
}

export type Saved = number | null | AppError

export async function saveAll(
  context: Context,
  entity: Entity,
  decisions: readonly Decision[],
): Promise<readonly Saved[]> {
  const together = await attempt(context, () => saveTogether(context, entity, decisions))
  if (!(together instanceof AppError)) return together
  if (decisions.length === 1) return [together]
  const apart: Saved[] = []
  for (const decision of decisions) apart.push(await attempt(context, () => save(context, entity, decision)))
  return apart
}
