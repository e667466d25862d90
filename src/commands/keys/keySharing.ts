/** Keys shared by two commands: which one runs where. Pure. */

import { together, type When, type WhenCondition } from '../core/when.ts'
import { conflictsWith } from './keyConflicts.ts'
import { type Bound, narrowness } from './keyResolution.ts'

const written = (conditions: readonly WhenCondition[]) => JSON.stringify(conditions)

/** Implication: `wide` holds wherever `narrow` does. */
export const covers = (wide: When, narrow: readonly WhenCondition[]): boolean =>
  narrow.every(one =>
    [wide].flat().some((each: WhenCondition) => written(together(one, each)) === written(together(one))),
  )

/** Precedence where both hold; both among `own`, in resolution order. */
function isBehind(bound: Bound, other: Bound, own: readonly Bound[]): boolean {
  if (!bound.own) return true
  // Complete keys do not wait for longer ones.
  if (bound.strokes.length !== other.strokes.length) return other.strokes.length < bound.strokes.length
  const [mine, theirs] = [narrowness(bound), narrowness(other)]
  const at = (one: Bound) => own.findIndex(({ command }) => command === one.command)
  return mine === theirs ? at(other) > at(bound) : theirs > mine
}

/** Command that owns this key wherever active, or on one page. */
export function lostTo(bound: Bound, own: readonly Bound[], page?: string): string | undefined {
  // User-defined keys exist only after sign-in.
  const where = together(bound.when, { auth: 'in' }, page === undefined ? undefined : { page })
  const rivals = conflictsWith([bound], own).map(({ second }) => second)
  return rivals.find(other => isBehind(bound, other, own) && covers(other.when, where))?.command
}

export const sharedWith = (bound: Bound, own: readonly Bound[]): string | undefined =>
  bound.own ? conflictsWith([bound], own)[0]?.second.command : undefined
