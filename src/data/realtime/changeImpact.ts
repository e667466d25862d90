/** Impact of other users' changes on a list. Pure. */
import type { Entity } from '#contract/schema/entity.ts'
import { isSame } from '../drafts/draft.ts'
import type { Change } from '../records/changes.ts'
import type { Row, RowValues } from '../records/row.ts'

export interface ChangeImpact {
  readonly again: ReadonlySet<number>
  /** New records that may belong to the list. */
  readonly made: ReadonlySet<number>
  readonly gone: ReadonlySet<number>
  /** Unknown changes: reread all visible rows. */
  readonly any: boolean
}

const isReferredTo = (row: RowValues, names: readonly string[], ids: ReadonlySet<number>): boolean =>
  names.some(name => {
    const value = row[name]
    return Array.isArray(value) ? value.some(id => ids.has(id)) : ids.has(Number(value))
  })

/** Visible rows that show values of a changed record. */
function naming(entity: Entity, nearby: readonly Row[], { entity: changed, ids }: Change): readonly number[] {
  const names = Object.entries(entity.fields).flatMap(([name, { to }]) => (to === changed ? [name] : []))
  if (names.length === 0) return []
  const known = new Set(ids)
  return nearby.filter(row => isReferredTo(row, names, known)).map(row => row.id)
}

export function impactOf(
  changes: readonly Change[],
  entity: Entity,
  nearby: readonly Row[],
  isLoaded: (id: number) => boolean,
): ChangeImpact {
  const [again, made, gone] = [new Set<number>(), new Set<number>(), new Set<number>()]
  let any = false
  for (const change of changes) {
    if (change.entity !== entity.name) {
      if (entity.madeOf?.includes(change.entity)) any = true
      for (const id of naming(entity, nearby, change)) again.add(id)
      continue
    }
    if (change.kind === 'many') any = true
    for (const id of change.ids) {
      if (change.kind === 'deleted') {
        made.delete(id)
        again.delete(id)
        gone.add(id)
      } else if (isLoaded(id)) again.add(id)
      else if (change.kind === 'created') made.add(id)
    }
  }
  return { again, made, gone, any }
}

/** Fields that differ visibly between two states of a row. */
export function changedFields(entity: Entity, before: RowValues, after: RowValues): readonly string[] {
  return Object.keys(entity.fields).filter(
    name => !isSame(before[name], after[name]) || !isSame(before[`${name}$label`], after[`${name}$label`]),
  )
}
