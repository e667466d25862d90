/** Read-only grid source of a trace section, loaded on view. */

import type { RowWindow } from '../../data/records/rows.ts'
import type { SectionQuery } from '../../data/trace/reviewRows.ts'
import type { GridSource } from '../../grid/state/source.ts'

const recordIn = (value: unknown) => (typeof value === 'number' ? value : undefined)

let version = 0

/**
 * Grid source over loaded rows.
 * @param record field of the row's record id
 */
export function sectionSource(window: RowWindow<SectionQuery>, record: 'lotId' | 'dealerId'): GridSource {
  version += 1
  return {
    count: window.total() ?? 0,
    version,
    rowId: index => window.row(index)?.id,
    recordId: index => recordIn(window.row(index)?.[record]),
    row: index => window.row(index),
    indexOf: id => window.indexOf(id),
    state: () => 'clean',
    fault: () => undefined,
    editable: () => false,
    ensure: (from, to) => window.ensure(from, to),
    read: (from, to, signal, onRead) => window.read(from, to, signal, onRead),
  }
}
