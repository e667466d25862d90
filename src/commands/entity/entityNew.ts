/** Creation of rows, from given values or as a copy. */
import type { Entity } from '#contract/schema/entity.ts'
import { initial } from '#contract/schema/validate.ts'
import { clock } from '../../data/clock.ts'
import { historyKey } from '../../data/drafts/draftHistory.ts'
import { addDraft } from '../../data/drafts/drafts.ts'
import { linesOf } from '../../data/drafts/lineKeys.ts'
import { navigate } from '../../data/location.ts'
import { loadRecord } from '../../data/records/records.ts'
import { isRow, type RowId, type RowValues } from '../../data/records/row.ts'
import { storeLocal } from '../../data/store.ts'
import { type Arguments, type CommandContext, done, type Result } from '../core/command.ts'
import { noSelection, storedIds, targetOf } from '../core/target.ts'
import { opensAsDocument } from './entitySave.ts'

export type GivenValues = Arguments & { readonly values?: unknown }

export const given = ({ values }: GivenValues): RowValues => (isRow(values) ? values : {})

/** Values that fit a URL: no lines, labels or blanks. */
const fitsAddress = (values: RowValues) =>
  Object.entries(values).every(([name, value]) => !name.includes('$') && typeof value !== 'object')

/** Entities whose page shows something other than their list. */
export const shownOtherwise: ReadonlySet<string> = new Set(['menu'])

type BeginInList = (entity: Entity, args: GivenValues, context: CommandContext) => Promise<Result>

const lists = storeLocal(() => ({ beginInList: undefined as BeginInList | undefined }))

/** Injects creation in lists; without a screen rows are mere drafts. */
export function provideLists(begin: BeginInList): void {
  lists().beginInList = begin
}

export async function create(entity: Entity, args: GivenValues, context: CommandContext): Promise<Result> {
  const { address$: _begunAt, ...values } = given(args)
  const isDocument = opensAsDocument(entity) || shownOtherwise.has(entity.name)
  // Follow-up records open on their own screen, which allows going back.
  if ((isDocument || context.record !== null) && fitsAddress(values)) {
    const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString()
    const path = `/${entity.name}/new${query && `?${query}`}`
    navigate(path)
    return done({ path })
  }
  const { beginInList } = lists()
  if (!isDocument && beginInList) return beginInList(entity, args, context)
  const recording = { place: historyKey(entity.name), doing: { kind: 'rowsAdded' } } as const
  const id = addDraft(entity.name, { ...initial(entity, clock()), ...values }, recording)
  const path = isDocument ? `/${entity.name}/${id}` : `/${entity.name}`
  navigate(path)
  return done({ id, path })
}

const companions = new Set(['id', 'rowVersion', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'])

function copied(entity: Entity, row: RowValues): RowValues {
  const kept = Object.entries(row).filter(([name]) => {
    const field = entity.fields[name.split('$')[0] ?? name]
    return !companions.has(name) && !field?.serverManaged && !field?.unique && !field?.derived
  })
  const lines = Object.entries(entity.lines)
    .filter(([name]) => name in row)
    .map(([name, line]) => [name, linesOf(row, name).map(one => ({ ...copied(line, one), lineNo: undefined }))])
  return Object.fromEntries([...kept, ...lines])
}

export async function copy(entity: Entity, args: GivenValues, context: CommandContext): Promise<Result> {
  const [id] = storedIds(targetOf(entity.name, context, args))
  if (id === undefined) return noSelection()
  const row = await loadRecord(entity.name, id)
  const values = { ...initial(entity, clock()), ...copied(entity, row), ...given(args) }
  const isDocument = opensAsDocument(entity) || shownOtherwise.has(entity.name)
  const { beginInList } = lists()
  if (!isDocument && beginInList) return beginInList(entity, { values, kind: 'rowsDuplicated' }, context)
  const recording = { place: historyKey(entity.name), doing: { kind: 'rowsDuplicated' } } as const
  const draft: RowId = addDraft(entity.name, values, recording)
  const path = isDocument ? `/${entity.name}/${draft}` : `/${entity.name}`
  navigate(path)
  return done({ id: draft, path })
}
