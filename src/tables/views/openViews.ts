import { atom } from 'jotai'
import type { Entity } from '#contract/schema/entity.ts'
import { type ShippedView, shippedViews } from '#contract/views.ts'
import { sessionAtom } from '../../data/api/credentials.ts'
import { locationAtom, navigate, pathOfAddress } from '../../data/location.ts'
import { atomFamily } from '../../data/memo.ts'
import { setQuery } from '../../data/records/rows.ts'
import type { Query } from '../../data/records/rowWindow.ts'
import { changeUserSetting, userSettingAtom } from '../../data/settings/userSettings.ts'
import { store } from '../../data/store.ts'
import { holdLayout, layoutAtom } from '../../grid/state/storedLayout.ts'
import { defaultQuery } from '../filter/query.ts'
import { isSameView, type SavedView, type SavedViews, storedViews, viewsIn } from './savedViews.ts'

export interface OpenView {
  readonly view: SavedView
  readonly isShared: boolean
  readonly shipped?: string
}

const openAtom = atom<ReadonlyMap<string, OpenView>>(new Map())

const settingOf = (entity: string) => `views.${entity}`
const keyFor = (of: string | undefined, entity: string) => `${of ?? ''}/${entity}`

export const savedViewsAtom = atomFamily((entity: string) => {
  const setting = userSettingAtom(settingOf(entity))
  return atom((get): SavedViews => viewsIn(get(setting)))
})

export const openViewAtom = atomFamily((entity: string) =>
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

export function openView({ name: entity }: Entity, view: SavedView, isShared = false): void {
  setOpen(entity, { view, isShared })
  holdLayout(entity, view.layout)
  const { where, q, sort } = view
  setQuery(entity, { entity, where, q, sort })
}

/** Opens a shipped view; columns stay one's own. */
export function openShipped(entity: Entity, { name: shipped, where }: ShippedView): void {
  const { sort } = defaultQuery(entity)
  holdLayout(entity.name, null)
  const view: SavedView = { name: '', where, q: '', sort, layout: store.get(layoutAtom(entity.name)) }
  setOpen(entity.name, { view, isShared: false, shipped })
  setQuery(entity.name, { entity: entity.name, where, q: '', sort })
}

/** Clears the address parameters: a reload must not restore them. */
export function forgetAddress({ name }: Entity): void {
  const address = store.get(locationAtom)
  if (pathOfAddress(address) === `/${name}` && address !== `/${name}`) navigate(`/${name}`, { replace: true })
}

export function shippedNamed(entity: Entity, name: string | null | undefined): ShippedView | undefined {
  return shippedViews(entity).find(view => view.name === name)
}

export function leaveView({ name: entity }: Entity): void {
  setOpen(entity, null)
  holdLayout(entity, null)
}

export function showWhole(entity: Entity): void {
  leaveView(entity)
  setQuery(entity.name, defaultQuery(entity))
}

export function viewNow(query: Query, name: string): SavedView {
  const { entity, where, q, sort } = query
  return { name, where, q, sort, layout: store.get(layoutAtom(entity)) }
}

export function isChanged(open: OpenView, query: Query): boolean {
  const now = viewNow(query, open.view.name)
  return !isSameView(open.view, open.shipped === undefined ? now : { ...now, layout: open.view.layout })
}

/** Updates saved views, merging concurrent changes of other windows. */
export function changeViews(entity: string, change: (saved: SavedViews) => SavedViews): Promise<void> {
  return changeUserSetting(settingOf(entity), before => storedViews(change(viewsIn(before))))
}

export function markOpen({ name: entity }: Entity, view: SavedView): void {
  setOpen(entity, { view, isShared: false })
  holdLayout(entity, view.layout)
}
