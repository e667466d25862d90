import { useEffect, useMemo } from 'react'
import { type Selection, setContext } from '../../commands/context.ts'
import type { Entity } from '../../contract/schema/entity.ts'
import type { Values } from '../../contract/schema/field.ts'
import type { List } from './useList.ts'

/** The checked rows, or the row of the cursor when none is: what the commands of the page act on. */
function selectionOf(entity: Entity, { source, view }: List): Selection | null {
  const isChecked = view.checked.size > 0
  const ids = isChecked ? [...view.checked] : view.active === undefined ? [] : [view.active]
  const known = ids.map(id => {
    const index = source.indexOf?.(id) ?? -1
    return index < 0 ? undefined : source.row(index)
  })
  const rows = known.filter((row): row is Values => row !== undefined)
  const [id] = ids
  if (id === undefined) return null
  const at = isChecked ? -1 : (source.indexOf?.(id) ?? -1)
  return { entity: entity.name, ids, rows, isChecked, ...(at < 0 ? {} : { place: { at: at + 1, of: source.count } }) }
}

/** Says what is chosen while the list is in front. */
export function useListContext(entity: Entity, list: List): void {
  const { source, view } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else of the list counts
  const selection = useMemo(() => selectionOf(entity, list), [entity, source, view.checked, view.active])
  const dirty = source.unsaved > 0
  useEffect(() => setContext({ selection, record: null, dirty }), [selection, dirty])
  useEffect(() => () => setContext({ selection: null, dirty: false }), [])
}
