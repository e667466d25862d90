import { useEffect } from 'react'
import { findCommand } from '../../commands/core/registry.ts'
import { lastResultsAtom } from '../../commands/gate/resultLog.ts'
import type { Entity } from '../../contract/schema/entity.ts'
import { store } from '../../data/store.ts'
import type { List } from './useList.ts'

/**
 * Takes the checks off once a command has done its work on all checked rows: the next one would not mean them. Every key
 * leaves a result, and the list is not drawn for those.
 */
export function useClearSelection(entity: Entity, { setView }: List): void {
  useEffect(
    () =>
      store.sub(lastResultsAtom, () => {
        const [last] = store.get(lastResultsAtom)
        const hasChanged = last?.result.status === 'ok' && findCommand(last.id)?.risk !== 'read'
        if (hasChanged && last.id.startsWith(`${entity.name}.`))
          setView(now => (now.checked.size === 0 ? now : { ...now, checked: new Set() }))
      }),
    [entity, setView],
  )
}
