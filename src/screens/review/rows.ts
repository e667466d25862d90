/** A section of a trace as rows of a grid: all there at once, read only, ordered here. */
import type { Values } from '../../contract/schema/field.ts'
import type { GridSource, Sort } from '../../tables/grid/source.ts'

const collator = new Intl.Collator('zh-CN', { numeric: true })

/** Rows in the order asked for; what is empty stands last either way. Quantities are compared as numbers. */
export function sorted(rows: readonly Values[], sort: Sort): readonly Values[] {
  if (sort.length === 0) return rows
  return [...rows].sort((left, right) => {
    for (const [column, direction] of sort) {
      const [one, other] = [left[column] ?? '', right[column] ?? '']
      if (one === other) continue
      if (one === '' || other === '') return one === '' ? 1 : -1
      const order = collator.compare(String(one), String(other))
      if (order !== 0) return direction === 'asc' ? order : -order
    }
    return 0
  })
}

let versions = 0

/** A source over rows that do not change; give it a new one when they do. */
export function readOnlySource(rows: readonly Values[]): GridSource {
  versions += 1
  return {
    count: rows.length,
    version: versions,
    rowId: index => (index < rows.length ? index + 1 : undefined),
    row: index => rows[index],
    state: () => 'clean',
    fault: () => undefined,
    editable: () => false,
    ensure: () => {},
  }
}
