/** Which view each list shows, and the views that the person keeps. */
import { type Atom, atom } from 'jotai'
import type { Entity } from '../../contract/schema/entity.ts'
import { type Query, setQuery } from '../../data/records/rows.ts'
import { sessionAtom } from '../../data/session/session.ts'
import { changeUserSetting, userSettingAtom } from '../../data/settings/userSettings.ts'
import { store } from '../../data/store.ts'
import { holdLayout, layoutAtom } from '../../grid/state/keptLayout.ts'
import { defaultQuery } from '../filter/query.ts'
import { isSameView, type SavedView, type SavedViews, storedViews, viewsIn } from './savedViews.ts'

/** A view that is open: as it was opened, and whether it came by an address and is nobody's own here. */
export interface OpenView {
  readonly view: SavedView
  readonly isShared: boolean
}

/** By person and list. */
const openAtom = atom<ReadonlyMap<string, OpenView>>(new Map())

const settingOf = (entity: string) => `views.${entity}`
const keyFor = (of: string | undefined, entity: string) => `${of ?? ''}/${entity}`

function family<T>(make: (entity: string) => Atom<T>): (entity: string) => Atom<T> {
  const made = new Map<string, Atom<T>>()
  return entity => {
    const found = made.get(entity) ?? make(entity)
    made.set(entity, found)
    return found
  }
}

/** The views a person keeps of a list. */
export const savedViewsAtom = family(entity => {
  const setting = userSettingAtom(settingOf(entity))
  return atom((get): SavedViews => viewsIn(get(setting)))
})

/** The view a list shows; null where it shows what it shows by itself. */
export const openViewAtom = family(entity =>
  atom((get): OpenView | null => get(openAtom).get(keyFor(get(sessionAtom)?.loginName, entity)) ?? null),
)

function setOpen(entity: string, open: OpenView | null): void {
  const key = keyFor(store.get(sessionAtom)?.loginName, entity)
  store.set(openAtom, before => {
    const after = new Map(before)
    if (open) after.set(key, open)
    else after.delete(key)
    return after
  })
}

/** Shows a list as a view says. What is changed from now on is the view's, not how the person has the list otherwise. */
export function openView({ name: entity }: Entity, view: SavedView, isShared = false): void {
  setOpen(entity, { view, isShared })
  holdLayout(entity, view.layout)
  const { where, q, sort } = view
  setQuery(entity, { entity, where, q, sort })
}

/** Shows a list as the person has it without a view; what it asks is left to whoever leaves. */
export function leaveView({ name: entity }: Entity): void {
  setOpen(entity, null)
  holdLayout(entity, null)
}

/** Goes back to the whole list. */
export function showWhole(entity: Entity): void {
  leaveView(entity)
  setQuery(entity.name, defaultQuery(entity))
}

/** What a list shows now, as a view of this name. */
export function viewNow(query: Query, name: string): SavedView {
  const { entity, where, q, sort } = query
  return { name, where, q, sort, layout: store.get(layoutAtom(entity)) }
}

/** Does the list show something else by now than the view it opened? */
export function isChanged(open: OpenView, query: Query): boolean {
  return !isSameView(open.view, viewNow(query, open.view.name))
}

/** Keeps what a function makes of the views, also of those that another window has kept meanwhile. */
export function changeViews(entity: string, change: (saved: SavedViews) => SavedViews): Promise<void> {
  return changeUserSetting(settingOf(entity), before => storedViews(change(viewsIn(before))))
}

/** Says that the list shows this view of one's own as it is now: it was saved, or has another name. */
export function markOpen({ name: entity }: Entity, view: SavedView): void {
  setOpen(entity, { view, isShared: false })
  holdLayout(entity, view.layout)
}
