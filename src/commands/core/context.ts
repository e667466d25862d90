/** Console context: written by screens, read by keys, palette, commands. */
import { atom } from 'jotai'
import { sessionAtom } from '../../data/api/credentials.ts'
import { unsavedOf } from '../../data/drafts/draftStore.ts'
import { locationAtom, pathOfAddress } from '../../data/location.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import type { ContextKeys } from './when.ts'

export interface Selection {
  readonly entity: string
  readonly ids: readonly RowId[]
  readonly rows: readonly RowValues[]
  /** Checked explicitly, as opposed to the row of the cursor. */
  readonly isChecked?: boolean
  /** Plan batches of the rows, by lot name (`lotName.ts`), where known. */
  readonly batches?: readonly string[]
  /** Position of the cursor row in the whole list, 1-based. */
  /** `more`: sign after the number where further rows follow. */
  readonly place?: { readonly at: number; readonly of: number; readonly more: string }
}

export interface OpenRecord {
  readonly entity: string
  readonly id: RowId
}

export interface Screen {
  readonly overlay: ContextKeys['overlay']
  readonly focus: ContextKeys['focus']
  readonly gridMode: ContextKeys['gridMode']
  readonly gridEditable: boolean
  readonly gridRange: boolean
  readonly gridPicks: boolean
  readonly selection: Selection | null
  /** Record of the open document; null falls back to the address. */
  readonly record: OpenRecord | null
  /** Address of a record that could not be loaded. */
  readonly gone: string | null
  readonly dirty: boolean
}

export interface Context extends Screen {
  readonly auth: ContextKeys['auth']
  readonly route: string
  readonly page: string
  readonly installed: boolean
}

const untouched: Screen = {
  overlay: 'none',
  focus: 'page',
  gridMode: 'none',
  gridEditable: false,
  gridRange: false,
  gridPicks: false,
  selection: null,
  record: null,
  gone: null,
  dirty: false,
}

/** Installed as an app window, whoever the user is. */
export const installedAtom = atom(false)

const screenAtom = atom<Screen>(untouched)

/** Record of a path: `/materialstorein/12`, or `/materialstorein/new` when unsaved. */
function recordAt(page: string, route: string): OpenRecord | null {
  const id = route.split('/')[2]
  if (!id) return null
  if (/^[1-9]\d*$/.test(id)) return { entity: page, id: Number(id) }
  return id.startsWith('new') ? { entity: page, id } : null
}

export const contextAtom = atom<Context>(get => {
  const screen = get(screenAtom)
  const route = pathOfAddress(get(locationAtom))
  const page = route.split('/')[1] || 'index'
  // Hidden screens stay mounted and may leave a stale record behind.
  const open = screen.record?.entity === page ? screen.record : recordAt(page, route)
  const record = screen.gone === route ? null : open
  const dirty = screen.dirty || get(unsavedOf(page)).size > 0
  return { ...screen, auth: get(sessionAtom) ? 'in' : 'out', route, page, record, dirty, installed: get(installedAtom) }
})

export function setContext(patch: Partial<Screen>): void {
  const now = store.get(screenAtom)
  const changed = Object.entries(patch).some(([key, value]) => now[key as keyof Screen] !== value)
  if (changed) store.set(screenAtom, { ...now, ...patch })
}

/** Clears the screen state, e.g. when another user signs in. */
export function resetContext(): void {
  store.set(screenAtom, untouched)
}

export function keysOfContext(context: Context): ContextKeys {
  const { auth, page, overlay, focus, gridMode, gridEditable, gridRange, gridPicks, dirty, installed } = context
  const chosen = context.selection?.ids.length ?? 0
  const selection = chosen === 0 ? 'none' : chosen === 1 ? 'one' : 'many'
  const record = context.record === null ? 'none' : typeof context.record.id === 'number' ? 'stored' : 'new'
  return {
    auth,
    page,
    overlay,
    focus,
    gridMode,
    gridEditable,
    gridRange,
    gridPicks,
    dirty,
    installed,
    selection,
    record,
  }
}
