/** A record as the palette shows it, and how a list is asked for some. */
import type { Entity } from '../../contract/schema/entity.ts'
import { type ListQuery, listRecords, type Row } from '../../data/records/records.ts'

export interface FoundRecord {
  readonly entity: string
  readonly id: number
  readonly title: string
  /** What else tells it apart, e.g. the material of a lot. */
  readonly detail: string
  readonly path: string
}

/** The record of a row, under the title and the detail that are told of it. */
export const foundRecord = ({ name }: Entity, { id }: Row, title: string, detail: string): FoundRecord => ({
  entity: name,
  id,
  title,
  detail,
  path: `/${name}/${id}`,
})

/** Rows of a list, none where it does not answer: one list must not keep the others back. */
export async function rowsFor(entity: Entity, query: ListQuery, signal: AbortSignal): Promise<readonly Row[]> {
  try {
    return (await listRecords(entity.name, { page: 1, ...query }, signal)).rows
  } catch {
    return []
  }
}
