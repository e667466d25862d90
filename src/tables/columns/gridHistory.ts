/** Undo history of a list or a record's lines. */
import type { Entity } from '#contract/schema/entity.ts'
import { canUndoOrRedo, type HistoryKey, hasForgotten, undoOrRedo } from '../../data/drafts/draftHistory.ts'
import { loadForUndo } from '../../data/drafts/unloadedRows.ts'
import { text } from '../../data/language.ts'
import type { GridHistory } from '../../grid/state/source.ts'

export function gridHistory({ name }: Entity, place: HistoryKey, lines?: string): GridHistory {
  return {
    can: back => canUndoOrRedo(place, back),
    hasForgotten: () => hasForgotten(place),
    undoOrRedo: async back => {
      const done = undoOrRedo(name, place, back, await loadForUndo(name, place, back))
      if (!done) return null
      const { kind, cells, rows, changed, left } = done
      const isLost = changed.length === 0 && left > 0
      return {
        announcement: text(isLost ? 'grid.undoSaved' : `grid.step.${kind}`, { cells, rows }),
        cells: changed.flatMap(({ rowId, field, line }) => {
          if (lines === undefined) return [{ rowId, columnId: field }]
          return line && field === lines ? [{ rowId: line.key, columnId: line.column }] : []
        }),
      }
    },
  }
}
