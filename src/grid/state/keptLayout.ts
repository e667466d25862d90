/** The layout of each grid as a person left it: kept on the server, here at once, held by a view while one is open. */
import { type Atom, atom } from 'jotai'
import { reportError } from '../../data/errors.ts'
import { sessionAtom } from '../../data/session/session.ts'
import { changeUserSetting, userSettingAtom } from '../../data/settings/userSettings.ts'
import { store } from '../../data/store.ts'
import { asDefined, type Density, densities, type Layout } from './layout.ts'

/** Changing goes on while a column is dragged wider: only what comes of it is sent. */
const pause = 800

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function entriesOf<V>(value: unknown, is: (each: unknown) => each is V): Readonly<Record<string, V>> {
  if (!isObject(value)) return {}
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, V] => is(entry[1])))
}

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isSide = (value: unknown) => value === 'start' || value === 'end' || value === false
const isWidth = (value: unknown): value is number => typeof value === 'number' && value >= 20 && value <= 4000
const isDensity = (value: unknown): value is Density => densities.some(density => density === value)

/** The layout in what was kept; what cannot be read is as defined. */
export function layoutIn(value: unknown): Layout {
  if (!isObject(value) || value.v !== 1) return asDefined
  const { order, density } = value
  return {
    hidden: entriesOf(value.hidden, isFlag),
    pinned: entriesOf(value.pinned, isSide),
    order: Array.isArray(order) ? order.filter(id => typeof id === 'string') : [],
    widths: entriesOf(value.widths, isWidth),
    density: isDensity(density) ? density : asDefined.density,
  }
}

/** A layout as it is kept. */
export function storedLayout(layout: Layout): Readonly<Record<string, unknown>> {
  return { v: 1, ...layout }
}

/** Under the grid and whose it is: what one person changed is nothing for the next. */
type Layouts = ReadonlyMap<string, Layout>

/** Changed and not sent yet. */
const changedAtom = atom<Layouts>(new Map())
/** Of views that are open: nothing of these is kept by itself. */
const heldAtom = atom<Layouts>(new Map())

const login = () => store.get(sessionAtom)?.loginName ?? ''
const keyFor = (of: string, name: string) => `${of}/${name}`
const settingOf = (name: string) => `grid.${name}`

const keptAtoms = new Map<string, Atom<Layout>>()
const shownAtoms = new Map<string, Atom<Layout>>()

function made(atoms: Map<string, Atom<Layout>>, name: string, make: () => Atom<Layout>): Atom<Layout> {
  const found = atoms.get(name) ?? make()
  atoms.set(name, found)
  return found
}

/** The layout a person has for a grid where no view is open. */
export function keptLayoutAtom(name: string): Atom<Layout> {
  return made(keptAtoms, name, () => {
    const storedAtom = atom(get => layoutIn(get(userSettingAtom(settingOf(name)))))
    return atom(get => get(changedAtom).get(keyFor(get(sessionAtom)?.loginName ?? '', name)) ?? get(storedAtom))
  })
}

/** The layout a grid has now. */
export function layoutAtom(name: string): Atom<Layout> {
  return made(shownAtoms, name, () =>
    atom(get => get(heldAtom).get(keyFor(get(sessionAtom)?.loginName ?? '', name)) ?? get(keptLayoutAtom(name))),
  )
}

function put(which: typeof changedAtom, key: string, layout: Layout | null): void {
  store.set(which, before => {
    const after = new Map(before)
    if (layout) after.set(key, layout)
    else after.delete(key)
    return after
  })
}

const timers = new Map<string, ReturnType<typeof setTimeout>>()

async function send(of: string, name: string): Promise<void> {
  const key = keyFor(of, name)
  timers.delete(key)
  const layout = store.get(changedAtom).get(key)
  if (!layout || login() !== of) return
  try {
    await changeUserSetting(settingOf(name), () => storedLayout(layout))
    if (store.get(changedAtom).get(key) === layout) put(changedAtom, key, null)
  } catch (error) {
    // It stays as it is in this window, and is sent with the next change.
    reportError(error, settingOf(name))
  }
}

/** Changes the layout of a grid: that of the view that is open, else the person's own, which is kept after a pause. */
export function changeLayout(name: string, change: (layout: Layout) => Layout): void {
  const of = login()
  const key = keyFor(of, name)
  const before = store.get(layoutAtom(name))
  const after = change(before)
  if (after === before) return
  const isHeld = store.get(heldAtom).has(key)
  put(isHeld ? heldAtom : changedAtom, key, after)
  if (isHeld) return
  clearTimeout(timers.get(key))
  if (of !== '') timers.set(key, setTimeout(send, pause, of, name))
}

/** Shows a grid in the layout of a view; null goes back to the person's own. */
export function holdLayout(name: string, layout: Layout | null): void {
  put(heldAtom, keyFor(login(), name), layout)
}
