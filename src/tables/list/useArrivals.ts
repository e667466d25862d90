import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { Entity } from '#contract/schema/entity.ts'
import { draftsOf, rowsArrived } from '../../data/drafts/drafts.ts'
import type { RowWindow } from '../../data/records/rows.ts'
import { store } from '../../data/store.ts'

/** Merges external saves into drafts whenever a list reloads. */
export function useArrivals({ name }: Entity, window: RowWindow): void {
  const version = useAtomValue(window.versionAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is what says that the window answers differently
  useEffect(() => {
    const ids = [...store.get(draftsOf(name)).keys()]
    const rows = ids.map(id => window.known(id)).filter(row => row !== undefined)
    rowsArrived(name, rows)
  }, [name, window, version])
}
