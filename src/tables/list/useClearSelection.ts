import { useEffect } from 'react'
import type { Entity } from '#contract/schema/entity.ts'
import { findCommand } from '../../commands/core/registry.ts'
import { lastResultsAtom } from '../../commands/gate/resultLog.ts'
import { store } from '../../data/store.ts'
import type { List } from './useList.ts'

/**
 * Clears checks after a command processed all of them: the next must not reuse them. Subscribes outside render, as
 * every key yields a result.
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
