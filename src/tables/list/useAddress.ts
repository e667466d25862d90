import { useAtomValue } from 'jotai'
import type { Entity } from '#contract/schema/entity.ts'
import { locationAtom, pathOfAddress } from '../../data/location.ts'
import { userSettingsReadyAtom } from '../../data/settings/userSettings.ts'
import { store } from '../../data/store.ts'
import { useFrontEffect } from '../../ui/front.ts'
import { ask, queryFrom } from '../filter/query.ts'
import { leaveView, openShipped, openView, openViewAtom, savedViewsAtom, shippedNamed } from '../views/openViews.ts'
import { shippedFrom, viewFrom, viewNamed } from '../views/savedViews.ts'
import { firstRows, wasPrefetched } from './prefetch.ts'
import type { List } from './useList.ts'

/** Applies the address: link conditions or shared view, not saved settings. */
export function useAddress(entity: Entity, { window }: List): void {
  const isReady = useAtomValue(userSettingsReadyAtom)
  useFrontEffect(() => {
    const location = store.get(locationAtom)
    if (!isReady || pathOfAddress(location) !== `/${entity.name}`) return
    const search = location.split('?')[1] ?? ''
    const shipped = shippedNamed(entity, shippedFrom(search))
    // Coming back keeps what was filtered on top of it.
    if (shipped && store.get(openViewAtom(entity.name))?.shipped === shipped.name && window.total() !== null)
      return void window.refresh()
    if (shipped) return openShipped(entity, shipped)
    const shared = viewFrom(entity, search)
    if (shared) return openView(entity, shared, true)
    const asked = queryFrom(entity, search)
    if (asked) {
      leaveView(entity)
      return ask(window.query, asked)
    }
    if (wasPrefetched(window)) return
    if (window.total() !== null || window.error()) return void window.refresh()
    const saved = store.get(savedViewsAtom(entity.name))
    const first = store.get(openViewAtom(entity.name)) ? undefined : viewNamed(saved, saved.default)
    if (first) openView(entity, first)
    else window.ensure(0, firstRows)
  }, [entity, window, isReady])
}
