/** Frecency of commands (half-life one week), and palette runs for teaching keys. */
import type { Atom } from 'jotai'
import { personalStore } from '../../data/personalStore.ts'
import { store } from '../../data/store.ts'
import type { Surface } from './command.ts'

const halfLife = 7 * 24 * 60 * 60_000
const maxUses = 200
interface Use {
  readonly score: number
  readonly at: number
}

export type Recents = ReadonlyMap<string, Use>

const uses = personalStore<Use>('recents')

export const recentsAtom: Atom<Recents> = uses.ofPerson

export function frecency(recents: Recents, id: string, now = Date.now()): number {
  const use = recents.get(id)
  return use ? use.score * 2 ** ((use.at - now) / halfLife) : 0
}

export function recordUse(id: string, now = Date.now()): void {
  const before = store.get(recentsAtom)
  const after = new Map(before).set(id, { score: frecency(before, id, now) + 1, at: now })
  const strongest = () =>
    [...after].sort((a, b) => frecency(after, b[0], now) - frecency(after, a[0], now)).slice(0, maxUses)
  uses.save(after.size > maxUses ? new Map(strongest()) : after)
}

export function forgetUse(id: string): void {
  const after = new Map(store.get(recentsAtom))
  if (after.delete(id)) uses.save(after)
}

const runs = personalStore<number>('paletteRuns')

export function paletteRuns(id: string): number {
  return store.get(runs.ofPerson).get(id) ?? 0
}

export function resetPaletteRuns(id: string): void {
  const after = new Map(store.get(runs.ofPerson))
  if (after.delete(id)) runs.save(after)
}

/** Counts palette runs only: users of the key know it already. */
export function countRun(id: string, surface: Surface): void {
  if (surface === 'shortcut') resetPaletteRuns(id)
  else if (surface === 'palette') runs.save(new Map(store.get(runs.ofPerson)).set(id, paletteRuns(id) + 1))
}
