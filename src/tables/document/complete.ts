/** Fills in what is left without a choice. */

import type { Entity } from '#contract/schema/entity.ts'
import { rememberCompletion } from '../../data/drafts/completion.ts'
import { type Draft, isSame, valuesOf } from '../../data/drafts/draft.ts'
import { draftsOf } from '../../data/drafts/draftStore.ts'
import { lineKey, linesOf } from '../../data/drafts/lineKeys.ts'
import type { EditAction } from '../../data/drafts/undoSteps.ts'
import { listed } from '../../data/entityNames.ts'
import { text } from '../../data/language.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { loadDependentValues, withDependentValues } from '../../fields/following.ts'
import { type Candidate, completed, soleCandidates } from '../../fields/soleCandidates.ts'

interface Found {
  readonly lines?: string
  readonly key?: RowId
  readonly candidates: readonly Candidate[]
}

const byKey = (rows: readonly RowValues[]) => new Map(rows.map((row, index) => [lineKey(row, index), row]))

/** Line limit: more come from a paste. */
const maxLines = 20

function changedLines(entity: Entity, before: RowValues, after: RowValues) {
  return Object.entries(entity.lines).flatMap(([lines, line]) => {
    const old = byKey(linesOf(before, lines))
    const changed = [...byKey(linesOf(after, lines))].filter(([key, row]) => old.get(key) !== row)
    return changed.length > maxLines ? [] : changed.map(([key, row]) => ({ lines, line, key, row, old: old.get(key) }))
  })
}

function patchOf(entity: Entity, row: RowValues, found: readonly Found[]) {
  const said: string[] = []
  const patch: Record<string, unknown> = {}
  const describe = ({ name }: Entity, values: RowValues) => {
    for (const field of Object.keys(values))
      if (!field.includes('$')) said.push(`${text(`${name}.${field}`)} ${values[`${field}$label`]}`)
    return values
  }
  for (const { lines, key, candidates } of found) {
    const line = lines === undefined ? undefined : entity.lines[lines]
    if (lines === undefined || !line) Object.assign(patch, describe(entity, completed(entity.fields, row, candidates)))
    else {
      const rows = linesOf({ ...row, ...patch }, lines)
      const place = rows.findIndex((each, index) => lineKey(each, index) === key)
      const present = rows[place]
      const values = present ? describe(line, completed(line.fields, present, candidates)) : {}
      if (Object.keys(values).length > 0) patch[lines] = rows.with(place, { ...present, ...values })
    }
  }
  return { patch, said: listed(said) }
}

const linesIn = ({ lines }: Entity, row: RowValues): RowValues =>
  Object.fromEntries(Object.keys(lines).flatMap(name => (Array.isArray(row[name]) ? [[name, row[name]]] : [])))

/** Fills in after an edit, as an own step. */
export async function complete(
  entity: Entity,
  id: RowId,
  before: RowValues,
  edit: (patch: RowValues, action: EditAction) => void,
  doing?: EditAction,
): Promise<void> {
  const draft = (): Draft | undefined => store.get(draftsOf(entity.name)).get(id)
  const edited = draft()
  if (!edited) return
  const after = valuesOf(edited)
  const candidatesOf = async (of: Entity, old: RowValues, row: RowValues) => {
    const candidates = await soleCandidates(of.fields, old, row)
    await loadDependentValues(of, old, { ...row, ...completed(of.fields, row, candidates) })
    return candidates
  }
  const found: readonly Found[] = await Promise.all([
    candidatesOf(entity, before, after).then(candidates => ({ candidates })),
    ...changedLines(entity, before, after).map(async ({ lines, line, key, row, old = {} }) => ({
      lines,
      key,
      candidates: await candidatesOf(line, old, row),
    })),
  ])
  const now = draft()
  if (!now || now.state === 'saving') return
  const values = valuesOf(now)
  const { patch, said } = patchOf(entity, values, found)
  const whole = withDependentValues(entity, before, { ...linesIn(entity, values), ...patch }, { ...values, ...patch })
  if (Object.keys(whole).every(name => isSame(whole[name], values[name]))) return
  // Undo unit: a step with its completed values.
  edit(whole, doing?.kind === 'completed' ? doing : { kind: 'completed' })
  if (said !== '') rememberCompletion(entity.name, id, said)
}
