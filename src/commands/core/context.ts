/** What the screen is in: written by the screens, read by keys, palette and commands. */
import { atom } from 'jotai'
import type { Values } from '../../contract/schema/field.ts'
import { unsavedOf } from '../../data/drafts/drafts.ts'
import type { RowId } from '../../data/records/records.ts'
import { sessionAtom } from '../../data/session/session.ts'
import { locationAtom, pathOf } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'
import type { ContextKeys } from './when.ts'

/** Rows a person has chosen, with what is known of them. */
export interface Selection {
  readonly entity: string
  readonly ids: readonly RowId[]
  readonly rows: readonly Values[]
  /** Were the rows checked, rather than being where the person happens to stand? */
  readonly isChecked?: boolean
  /** Batches of plans that the rows are of, by their names (`lotName.ts`), where they tell of such. */
  readonly batches?: readonly string[]
  /** Where the row of the cursor stands among all of them, from 1. */
  readonly place?: { readonly at: number; readonly of: number }
}

export interface OpenRecord {
  readonly entity: string
  readonly id: RowId
}

/** The part that screens write. */
export interface Screen {
  readonly overlay: ContextKeys['overlay']
  readonly focus: ContextKeys['focus']
  readonly gridMode: ContextKeys['gridMode']
  readonly gridEditable: boolean
  /** Were several cells marked when the mode of the grid was last told? */
  readonly gridRange: boolean
  /** Has the cell that is entered a list or a calendar to pick from? */
  readonly gridPicks: boolean
  readonly selection: Selection | null
  /** The record whose document is open; null lets the address decide. */
  readonly record: OpenRecord | null
  readonly dirty: boolean
}

export interface Context extends Screen {
  readonly auth: ContextKeys['auth']
  /** Path without the query. */
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
  dirty: false,
}

/** Does the console run in a window of its own? True of the window, whoever is signed in. */
export const installedAtom = atom(false)

const screenAtom = atom<Screen>(untouched)

/** `/materialstorein/12` is record 12, `/materialstorein/new` one that is not stored yet. */
function recordAt(page: string, route: string): OpenRecord | null {
  const id = route.split('/')[2]
  if (!id) return null
  if (/^[1-9]\d*$/.test(id)) return { entity: page, id: Number(id) }
  return id.startsWith('new') ? { entity: page, id } : null
}

/** The whole context: what screens wrote, with who is signed in and where we are. */
export const contextAtom = atom<Context>(get => {
  const screen = get(screenAtom)
  const route = pathOf(get(locationAtom))
  const page = route.split('/')[1] || 'index'
  // A screen that is kept but hidden may have left its record behind: only the page's own counts.
  const record = screen.record?.entity === page ? screen.record : recordAt(page, route)
  const dirty = screen.dirty || get(unsavedOf(page)).size > 0
  return { ...screen, auth: get(sessionAtom) ? 'in' : 'out', route, page, record, dirty, installed: get(installedAtom) }
})

/** Says what changed on screen. */
export function setContext(patch: Partial<Screen>): void {
  const now = store.get(screenAtom)
  const changed = Object.entries(patch).some(([key, value]) => now[key as keyof Screen] !== value)
  if (changed) store.set(screenAtom, { ...now, ...patch })
}

/** Forgets what screens said, e.g. when someone else signs in. */
export function resetContext(): void {
  store.set(screenAtom, untouched)
}

/** The context reduced to the closed keys that conditions ask about. */
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
