/** Documents flattened to one row per line, record columns repeated. */
import type { Entity } from '#contract/schema/entity.ts'
import type { Fields, Values } from '#contract/schema/field.ts'
import { exportableFields, sheetLines } from '#contract/schema/transfer.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Selected } from '../../db/query/streamRows.ts'
import { lineTitle } from './headings.ts'
import { storedLines } from './stored.ts'
import type { Wording } from './titles.ts'

export function lineColumns(entity: Entity): Fields {
  const lines = sheetLines(entity)
  if (!lines) return {}
  const fields = Object.entries(exportableFields(lines.entity))
  return Object.fromEntries(fields.map(([name, field]) => [`${lines.name}.${name}`, field]))
}

/** Column heading, recognised again by an import. */
export function titleOfPath(entity: Entity, wording: Wording, path: string): string {
  const [, field] = path.split('.')
  const lines = sheetLines(entity)
  return field !== undefined && lines ? lineTitle(wording, lines.entity, field) : wording.say(`${entity.name}.${path}`)
}

/** One row per document line, by column path; one for a document without lines. */
export async function withLines(context: Context, entity: Entity, records: readonly Selected[]): Promise<Values[]> {
  const lines = sheetLines(entity)
  if (!lines) return [...records]
  const { name, entity: line } = lines
  const stored = await storedLines(
    context,
    line,
    records.map(({ id }) => id),
  )
  return records.flatMap(record => {
    const own = stored.get(record.id) ?? [{}]
    return own.map(values => ({
      ...record,
      ...Object.fromEntries(Object.entries(values).map(([field, value]) => [`${name}.${field}`, value])),
    }))
  })
}
