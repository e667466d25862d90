import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { Entity, Relation } from '#contract/schema/entity.ts'
import { type RowWindow, rowWindow } from '../../data/records/rows.ts'

export function relatedName(parent: Entity, id: number, relation: Relation): string {
  return `${parent.name}/${id}/${relation.entity}`
}

/** Referring rows, loaded on demand and refreshed on saves of their entity. */
export function useRelatedWindow(
  parent: Entity,
  id: number,
  relation: Relation,
  entity: Entity | undefined,
): RowWindow {
  const window = rowWindow(relatedName(parent, id, relation), {
    entity: relation.entity,
    sort: entity?.order ?? [['id', 'desc']],
    where: [{ field: relation.by, op: 'eq', value: id }],
    q: '',
  })
  useAtomValue(window.versionAtom)
  useEffect(() => {
    if (window.total() === null && !window.error()) window.ensure(0, 50)
  }, [window])
  return window
}
