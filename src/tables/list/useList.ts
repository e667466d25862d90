import { useAtom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Entity } from '#contract/schema/entity.ts'
import { draftsOf } from '../../data/drafts/draftStore.ts'
import { rowWindow } from '../../data/records/rows.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { defaultQuery } from '../filter/query.ts'
import { listSource } from './listSource.ts'
import { viewAtom } from './view.ts'

export function useList(entity: Entity) {
  const window = rowWindow(entity.name, defaultQuery(entity))
  const version = useAtomValue(window.versionAtom)
  const drafts = useAtomValue(draftsOf(entity.name))
  const grants = useAtomValue(grantsAtom)
  const [view, setView] = useAtom(viewAtom(entity.name))
  // Empty parts fall back to all rows.
  const part = drafts.size === 0 ? 'all' : view.part
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is what says that the window answers differently
  const source = useMemo(
    () => listSource({ entity, window, drafts, grants, part }),
    [entity, window, version, drafts, grants, part],
  )
  return { window, drafts, grants, source, view: { ...view, part }, setView }
}

export type List = ReturnType<typeof useList>
