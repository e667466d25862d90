import { useAtom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Entity } from '../../contract/schema/entity.ts'
import { draftsOf } from '../../data/drafts/drafts.ts'
import { rowWindow } from '../../data/records/rows.ts'
import { grantsAtom } from '../../data/session/menu.ts'
import { defaultQuery } from '../filter/query.ts'
import { listSource } from './listSource.ts'
import { viewAtom } from './view.ts'

/** Everything a list on screen is made of: the window on its rows, what is drafted, and what the person looks at. */
export function useList(entity: Entity) {
  const window = rowWindow(entity.name, defaultQuery(entity))
  const version = useAtomValue(window.versionAtom)
  const drafts = useAtomValue(draftsOf(entity.name))
  const grants = useAtomValue(grantsAtom)
  const [view, setView] = useAtom(viewAtom(entity.name))
  // The last drafts of a part may have been saved: then there is nothing to look at but the whole.
  const part = drafts.size === 0 ? 'all' : view.part
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is what says that the window answers differently
  const source = useMemo(
    () => listSource({ entity, window, drafts, grants, part }),
    [entity, window, version, drafts, grants, part],
  )
  return { window, drafts, grants, source, view: { ...view, part }, setView }
}

export type List = ReturnType<typeof useList>
