/** Records as palette entries, and their list query. */
import type { Entity } from '#contract/schema/entity.ts'
import { listRecords } from '../../data/records/records.ts'
import type { ListQuery, Row } from '../../data/records/row.ts'

export interface FoundRecord {
  readonly entity: string
  readonly id: number
  readonly title: string
  /** Distinguishing detail, e.g. the material of a lot. */
  readonly detail: string
  readonly path: string
}

export const foundRecord = ({ name }: Entity, { id }: Row, title: string, detail: string): FoundRecord => ({
  entity: name,
  id,
  title,
  detail,
  path: `/${name}/${id}`,
})

/** Rows of a list; empty on failure: other lists still answer. */
export async function rowsFor(entity: Entity, query: ListQuery, signal: AbortSignal): Promise<readonly Row[]> {
  try {
    return (await listRecords(entity.name, { page: 1, ...query }, signal)).rows
  } catch {
    return []
  }
}
