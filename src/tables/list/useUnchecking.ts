import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { findCommand } from '../../commands/registry.ts'
import { lastResultsAtom } from '../../commands/results.ts'
import type { Entity } from '../../contract/schema/entity.ts'
import type { List } from './useList.ts'

/** Takes the checks off once a command has done its work on all checked rows: the next one would not mean them. */
export function useUnchecking(entity: Entity, { setView }: List): void {
  const [last] = useAtomValue(lastResultsAtom)
  const seen = useRef(last)
  useEffect(() => {
    if (!last || last === seen.current) return
    seen.current = last
    const hasChanged = last.result.status === 'ok' && findCommand(last.id)?.risk !== 'read'
    if (hasChanged && last.id.startsWith(`${entity.name}.`))
      setView(now => (now.checked.size === 0 ? now : { ...now, checked: new Set() }))
  }, [entity, last, setView])
}
