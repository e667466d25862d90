/** Which rows the menu of a grid is for. Pure. */
import type { Values } from '../../contract/schema/field.ts'
import type { GridProps } from '../state/source.ts'

/** The rows the entity's commands are for: the chosen ones, unless the menu was opened beside them, on a row of its own. */
export function rowsMeant({ selection, source }: Pick<GridProps, 'selection' | 'source'>, row: number): Values {
  const id = source.rowId(row)
  const isBeside = id !== undefined && selection !== undefined && selection.size > 0 && !selection.has(id)
  if (!isBeside) return {}
  const record = source.recordId ? source.recordId(row) : id
  // A row that is about no record is no reason to act on others.
  return { ids: record === undefined ? [] : [record] }
}
