import type { GridProps } from '../state/source.ts'

export function targetRows({ selection, source }: Pick<GridProps, 'selection' | 'source'>, row: number) {
  const id = source.rowId(row)
  const isBeside = id !== undefined && selection !== undefined && selection.size > 0 && !selection.has(id)
  if (!isBeside) return {}
  const record = source.recordId ? source.recordId(row) : id
  // Rows without a record never redirect to other rows.
  return { ids: record === undefined ? [] : [record] }
}
