/** Keys that two commands have: which of them runs, and where. Pure. */

import { type Condition, together, type When } from '../core/when.ts'
import { conflictsWith } from './keyConflicts.ts'
import { type Bound, narrowness } from './keyResolution.ts'

const written = (conditions: readonly Condition[]) => JSON.stringify(conditions)

/** Does `wide` hold wherever `narrow` does? What it adds to a condition shows as another condition. */
export const covers = (wide: When, narrow: readonly Condition[]): boolean =>
  narrow.every(one => [wide].flat().some((each: Condition) => written(together(one, each)) === written(together(one))))

/** Would the other run where both hold? Both among `own`, in the order in which keys are decided on. */
function isBehind(bound: Bound, other: Bound, own: readonly Bound[]): boolean {
  if (!bound.own) return true
  // A key that is whole does not wait for a longer one.
  if (bound.strokes.length !== other.strokes.length) return other.strokes.length < bound.strokes.length
  const [mine, theirs] = [narrowness(bound), narrowness(other)]
  const at = (one: Bound) => own.findIndex(({ command }) => command === one.command)
  return mine === theirs ? at(other) > at(bound) : theirs > mine
}

/** The command that one's own keys give this key to, wherever it would count; on one page where only that is asked about. */
export function lostTo(bound: Bound, own: readonly Bound[], page?: string): string | undefined {
  // Nobody has keys of his own before he has signed in.
  const where = together(bound.when, { auth: 'in' }, page === undefined ? undefined : { page })
  const rivals = conflictsWith([bound], own).map(({ second }) => second)
  return rivals.find(other => isBehind(bound, other, own) && covers(other.when, where))?.command
}

/** Another command that has one's own key as well, and runs by it in some places or nowhere. */
export const sharedWith = (bound: Bound, own: readonly Bound[]): string | undefined =>
  bound.own ? conflictsWith([bound], own)[0]?.second.command : undefined
