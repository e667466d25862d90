/** The first rows of a list are asked for as soon as somebody goes to it: the server answers while the page is drawn. */
import { shownOtherwise } from '../../commands/entity/entityNew.ts'
import { entityNamed } from '../../contract/index.ts'
import { type RowWindow, rowWindow } from '../../data/records/rows.ts'
import { menuAtom, pageOf } from '../../data/session/menu.ts'
import { locationAtom } from '../../data/session/tabs.ts'
import { userSettingsReadyAtom } from '../../data/settings/userSettings.ts'
import { store } from '../../data/store.ts'
import { defaultQuery } from '../filter/query.ts'
import { openViewAtom, savedViewsAtom } from '../views/openViews.ts'
import { viewNamed } from '../views/savedViews.ts'

/** How many rows are read at first: more than are seen at once. */
export const firstRows = 50

const ahead = new WeakSet<RowWindow>()

/** Was it read ahead for whoever shows it now? Answers so once. */
export const wasReadAhead = (window: RowWindow): boolean => ahead.delete(window)

/** Does a list begin as it is defined, rather than with the view that the person has chosen for it? */
function beginsPlainly(entity: string): boolean {
  const saved = store.get(savedViewsAtom(entity))
  return store.get(openViewAtom(entity)) !== null || viewNamed(saved, saved.default) === undefined
}

function readAhead(): void {
  const address = store.get(locationAtom)
  // An address that asks for more than the list is asked by the list itself.
  const entity = entityNamed(address.slice(1))
  if (!entity || shownOtherwise.has(entity.name) || !pageOf(store.get(menuAtom), address)) return
  if (!store.get(userSettingsReadyAtom) || !beginsPlainly(entity.name)) return
  const window = rowWindow(entity.name, defaultQuery(entity))
  // What was read for a list that was never shown may be old by now.
  ahead.delete(window)
  if (window.isWatched() || window.total() !== null || window.error()) return
  ahead.add(window)
  window.ensure(0, firstRows)
}

store.sub(locationAtom, readAhead)
