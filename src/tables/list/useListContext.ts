import type { Entity } from '#contract/schema/entity.ts'
import { type Selection, setContext } from '../../commands/core/context.ts'
import type { RowId } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { useFrontEffect } from '../../ui/front.ts'
import type { List } from './useList.ts'
import { activeAtom } from './view.ts'

/** Checked rows, otherwise the active row. */
export function chosenIn(name: string, checked: ReadonlySet<RowId>): readonly RowId[] {
  const active = store.get(activeAtom(name))
  return checked.size > 0 ? [...checked] : active === undefined ? [] : [active]
}

function selectionOf(entity: Entity, { source, view, window }: List): Selection | null {
  const isChecked = view.checked.size > 0
  const ids = chosenIn(entity.name, view.checked)
  const known = ids.map(id => {
    const index = source.indexOf?.(id) ?? -1
    return index < 0 ? undefined : source.row(index)
  })
  const rows = known.filter(row => row !== undefined)
  const [id] = ids
  // A cursor stays behind when no row is left.
  if (id === undefined || (!isChecked && source.count === 0)) return null
  const at = isChecked || entity.asForm ? -1 : (source.indexOf?.(id) ?? -1)
  const place = { at: at + 1, of: source.count, more: window.hasMore() ? '+' : '' }
  return { entity: entity.name, ids, rows, isChecked, ...(at < 0 ? {} : { place }) }
}

/** Publishes the selection without rendering the list on cursor moves. */
export function useListContext(entity: Entity, list: List): void {
  const { source, view } = list
  const dirty = source.unsaved > 0
  useFrontEffect(() => {
    const update = () => setContext({ selection: selectionOf(entity, list), record: null, dirty })
    update()
    return store.sub(activeAtom(entity.name), update)
  }, [entity, source, view.checked, dirty])
  useFrontEffect(() => () => setContext({ selection: null, dirty: false }), [])
}
