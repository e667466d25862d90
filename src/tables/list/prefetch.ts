/** Prefetch of a list's first rows during navigation. */

import { entityNamed } from '#contract/index.ts'
import { shownOtherwise } from '../../commands/entity/entityNew.ts'
import { locationAtom } from '../../data/location.ts'
import { rowWindow } from '../../data/records/rows.ts'
import type { RowWindow } from '../../data/records/rowWindow.ts'
import { menuAtom, pageOf } from '../../data/session/permittedMenu.ts'
import { userSettingsReadyAtom } from '../../data/settings/userSettings.ts'
import { store, storeLocal } from '../../data/store.ts'
import { defaultQuery } from '../filter/query.ts'
import { openViewAtom, savedViewsAtom } from '../views/openViews.ts'
import { viewNamed } from '../views/savedViews.ts'

/** Initial page size: more than a screen. */
export const firstRows = 50

const ahead = storeLocal(() => new WeakSet<RowWindow>())

/** Prefetch check, consumed on first call. */
export const wasPrefetched = (window: RowWindow): boolean => ahead().delete(window)

/** Definition default applies, not a user's default view. */
function beginsPlainly(entity: string): boolean {
  const saved = store.get(savedViewsAtom(entity))
  return store.get(openViewAtom(entity)) !== null || viewNamed(saved, saved.default) === undefined
}

function prefetch(): void {
  const address = store.get(locationAtom)
  // Addresses with conditions are loaded by the list itself.
  const entity = entityNamed(address.slice(1))
  if (!entity || shownOtherwise.has(entity.name) || !pageOf(store.get(menuAtom), address)) return
  if (!store.get(userSettingsReadyAtom) || !beginsPlainly(entity.name)) return
  const window = rowWindow(entity.name, defaultQuery(entity))
  // Unused prefetches may be stale.
  ahead().delete(window)
  if (window.isWatched() || window.total() !== null || window.error()) return
  ahead().add(window)
  window.ensure(0, firstRows)
}

/** Reads ahead with each navigation; returns the disposer. */
export const followNavigation = (): (() => void) => store.sub(locationAtom, prefetch)
