/** Record lines as rows, updated immutably. */
import type { Entity } from '#contract/schema/entity.ts'
import { initial } from '#contract/schema/validate.ts'
import { isBlankLine, unitsGone } from '../../data/drafts/draft.ts'
import { type LineRows, lineKey, linesOf } from '../../data/drafts/lineKeys.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import { sequence } from '../../data/store.ts'
import { patchOf, withNarrowed } from '../../fields/narrowing.ts'

const nextNumber = sequence()

/** Client-side line key, never sent. */
const newKey = () => `new:line:${Date.now().toString(36)}:${nextNumber()}`

export function keyed(entity: Entity, row: RowValues): RowValues {
  const names = Object.keys(entity.lines).filter(name => Array.isArray(row[name]))
  const lines = names.map(name => [
    name,
    linesOf(row, name).map(line => (typeof line.id === 'number' ? line : { ...line, key$: line.key$ ?? newKey() })),
  ])
  return { ...row, ...Object.fromEntries(lines) }
}

export interface LineChange {
  readonly rowId: RowId
  readonly columnId: string
  readonly value: unknown
  readonly label?: unknown
}

/** Lot details cleared with the lot: only the server knows another's. */
function forgottenWith(line: Entity, row: RowValues, columnId: string, value: unknown): RowValues {
  if (columnId !== 'lotId' || value === row.lotId) return {}
  const derived = Object.entries(line.fields).filter(([, field]) => field.derived)
  return Object.fromEntries(
    derived.flatMap(([name]) => [
      [name, null],
      [`${name}$label`, null],
    ]),
  )
}

export function changed(line: Entity, rows: LineRows, changes: readonly LineChange[]): LineRows {
  const patches = Map.groupBy(changes, change => change.rowId)
  return rows.map((row, index) => {
    let now = row
    for (const { columnId, value, label } of patches.get(lineKey(row, index)) ?? []) {
      const patch = patchOf(line.fields, columnId, value, label)
      const narrowed = withNarrowed(line.fields, now, patch)
      const gone = value === now[columnId] ? {} : unitsGone(line, narrowed)
      now = { ...now, ...forgottenWith(line, row, columnId, value), ...gone, ...narrowed }
    }
    return now
  })
}

export function inserted(
  line: Entity,
  rows: LineRows,
  count: number,
  at: number,
  clock: { readonly today: string; readonly now: string },
): LineRows {
  const added = Array.from({ length: count }, () => ({ ...initial(line, clock), key$: newKey() }))
  return rows.toSpliced(at, 0, ...added)
}

export function without(rows: LineRows, ids: readonly RowId[]): LineRows {
  return rows.filter((row, index) => !ids.includes(lineKey(row, index)))
}

/** Untouched new lines last, where they are ignored; undefined if already there. */
export function withUntouchedLast(entity: Entity, row: RowValues): RowValues | undefined {
  const patch: Record<string, LineRows> = {}
  for (const [name, line] of Object.entries(entity.lines)) {
    const rows = linesOf(row, name)
    const [blank, filled] = [rows.filter(one => isBlankLine(line, one)), rows.filter(one => !isBlankLine(line, one))]
    const sorted = [...filled, ...blank]
    if (sorted.some((one, index) => one !== rows[index])) patch[name] = sorted
  }
  return Object.keys(patch).length > 0 ? patch : undefined
}
