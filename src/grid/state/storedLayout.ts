/** Persisted column layout per user and grid. */
import { atom } from 'jotai'
import { sessionAtom } from '../../data/api/credentials.ts'
import { reportError } from '../../data/errors.ts'
import { atomFamily } from '../../data/memo.ts'
import { changeUserSetting, userSettingAtom } from '../../data/settings/userSettings.ts'
import { store, storeLocal } from '../../data/store.ts'
import { asDefined, type Density, densities, type Layout } from './layout.ts'

/** Debounce in ms: dragging a width changes continuously. */
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

export function storedLayout(layout: Layout): Readonly<Record<string, unknown>> {
  return { v: 1, ...layout }
}

/** Layouts by grid and user: changes never leak to the next user. */
type Layouts = ReadonlyMap<string, Layout>

const changedAtom = atom<Layouts>(new Map())
/** Layouts of open views, never persisted by themselves. */
const heldAtom = atom<Layouts>(new Map())

const login = () => store.get(sessionAtom)?.loginName ?? ''
const keyFor = (of: string, name: string) => `${of}/${name}`
const settingOf = (name: string) => `grid.${name}`

export const storedLayoutAtom = atomFamily((name: string) => {
  const storedAtom = atom(get => layoutIn(get(userSettingAtom(settingOf(name)))))
  return atom(get => get(changedAtom).get(keyFor(get(sessionAtom)?.loginName ?? '', name)) ?? get(storedAtom))
})

export const layoutAtom = atomFamily((name: string) =>
  atom(get => get(heldAtom).get(keyFor(get(sessionAtom)?.loginName ?? '', name)) ?? get(storedLayoutAtom(name))),
)

function put(which: typeof changedAtom, key: string, layout: Layout | null): void {
  store.set(which, before => {
    const after = new Map(before)
    if (layout) after.set(key, layout)
    else after.delete(key)
    return after
  })
}

interface Pending {
  readonly timer: ReturnType<typeof setTimeout>
  readonly send: () => void
}

/** Changes not sent yet; leaving the page sends them. */
const pending = storeLocal(() => {
  const changes = new Map<string, Pending>()
  if (typeof document !== 'undefined')
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') for (const { send } of [...changes.values()]) send()
    })
  return changes
})

async function send(of: string, name: string): Promise<void> {
  const key = keyFor(of, name)
  clearTimeout(pending().get(key)?.timer)
  pending().delete(key)
  const layout = store.get(changedAtom).get(key)
  if (!layout || login() !== of) return
  try {
    await changeUserSetting(settingOf(name), () => storedLayout(layout))
    if (store.get(changedAtom).get(key) === layout) put(changedAtom, key, null)
  } catch (error) {
    // Local layout survives; the next change retries persisting.
    reportError(error, settingOf(name))
  }
}

export function changeLayout(name: string, change: (layout: Layout) => Layout): void {
  const of = login()
  const key = keyFor(of, name)
  const before = store.get(layoutAtom(name))
  const after = change(before)
  if (after === before) return
  const isHeld = store.get(heldAtom).has(key)
  put(isHeld ? heldAtom : changedAtom, key, after)
  if (isHeld) return
  clearTimeout(pending().get(key)?.timer)
  if (of === '') return
  const sendNow = () => void send(of, name)
  pending().set(key, { timer: setTimeout(sendNow, pause), send: sendNow })
}

export function holdLayout(name: string, layout: Layout | null): void {
  put(heldAtom, keyFor(login(), name), layout)
}
