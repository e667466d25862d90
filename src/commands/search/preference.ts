/** Tie-breaking of equal entries: near, frequently used, runnable. Pure. */
import { frecency, type Recents } from '../core/recents.ts'
import type { SearchIndex } from './searchIndex.ts'

export interface Surroundings {
  readonly page?: string
  readonly selected?: string
  /** Unavailable commands rank behind available ones. */
  readonly isBlocked?: (id: string) => boolean
}

/** Preferred entries by index; lower numbers rank first. */
export type Preference = ReadonlyMap<number, number>

const mostUsed = 1023

export function usedPlaces({ placeOf }: SearchIndex, recents: Recents, now: number): Preference {
  const scores = [...recents.keys()].map(id => [placeOf.get(id), frecency(recents, id, now)] as const)
  const order = new Map<number, number>()
  let rank = -1
  let last = Number.POSITIVE_INFINITY
  for (const [place, score] of scores.sort((a, b) => b[1] - a[1])) {
    if (score < last) rank += 1
    last = score
    if (place !== undefined) order.set(place, Math.min(rank, mostUsed - 1))
  }
  return order
}

const nearest = 2

/** Commands of the page; those of the selected rows' entity come before. */
export function nearPlaces({ ofEntity, entries }: SearchIndex, { page, selected }: Surroundings): Preference {
  const placesOf = (entity: string | undefined) => (entity === undefined ? [] : (ofEntity.get(entity) ?? []))
  const onRows = selected === page ? [] : placesOf(selected).filter(place => entries[place]?.onRows)
  return new Map([
    ...placesOf(page).map(place => [place, nearest - 1] as const),
    ...onRows.map(place => [place, 0] as const),
  ])
}

export function preferred(near: Preference, used: Preference): Preference {
  const places = new Set([...near.keys(), ...used.keys()])
  const orderOf = (place: number) => (near.get(place) ?? nearest) * (mostUsed + 1) + (used.get(place) ?? mostUsed)
  return new Map([...places].map(place => [place, orderOf(place)]))
}

/** Returns the first `most` of ordered groups. Availability is expensive: evaluated as rarely as possible. */
export function firstOf(
  groups: readonly (readonly number[])[],
  preference: Preference,
  isBlocked: (place: number) => boolean,
  most: number,
): readonly number[] {
  const first: number[] = []
  // Hot loop: a flag array is ten times faster than a map.
  const isPreferred = new Uint8Array(Math.max(0, ...preference.keys()) + 1)
  for (const place of preference.keys()) isPreferred[place] = 1
  for (const group of groups) {
    if (first.length >= most) break
    const blocked: number[] = []
    const put = (place: number) => (isBlocked(place) ? blocked : first).push(place)
    const orderOf = (place: number) => preference.get(place) ?? 0
    for (const place of group.filter(each => isPreferred[each] === 1).sort((a, b) => orderOf(a) - orderOf(b)))
      put(place)
    for (const place of group) {
      if (first.length >= most) return first.slice(0, most)
      if (isPreferred[place] !== 1) put(place)
    }
    first.push(...blocked)
  }
  return first.slice(0, most)
}
