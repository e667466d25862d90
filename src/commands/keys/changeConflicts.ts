/** Bulk key changes: clashes with other commands. Pure. */
import type { Command } from '../core/command.ts'
import { isSameKey, type KeyChange } from './keyChanges.ts'
import { type Conflict, conflictsWith, covers } from './keyConflicts.ts'
import { type Bound, boundKeys } from './keyResolution.ts'
import type { Os } from './keyStroke.ts'
import { keysFor, type UserKeys } from './userKeys.ts'

export interface DroppedBinding {
  readonly change: KeyChange
  readonly conflicts: readonly Conflict[]
}

const boundsOf = (command: Command, keys: UserKeys, os: Os): readonly Bound[] =>
  boundKeys([{ ...command, keys: keysFor(command, keys, os) }], os).filter(({ when }) => when.length > 0)

const isOf = (change: KeyChange, { command, strokes }: Bound, os: Os) =>
  change.command === command && change.seq !== null && isSameKey(change.seq, strokes.join(' '), os)

/** Conditional keys may overlap on purpose if the other keeps some context. */
function isIntended({ first, second }: Conflict, changes: readonly KeyChange[], os: Os): boolean {
  const isNarrowed = (bound: Bound) =>
    bound.own && changes.some(each => each.when !== undefined && isOf(each, bound, os))
  return (
    (isNarrowed(first) && !covers(first.when, second.when)) || (isNarrowed(second) && !covers(second.when, first.when))
  )
}

/** Drops clashing changes; the first of two wins. `commands` have default keys. */
export function withoutConflicts(
  keys: UserKeys,
  commands: readonly Command[],
  os: Os,
): { readonly keys: UserKeys; readonly leftOut: readonly DroppedBinding[] } {
  const known = new Map(commands.map(command => [command.id, command]))
  const bounds = new Map(commands.map(command => [command.id, boundsOf(command, keys, os)]))
  const leftOut: DroppedBinding[] = []
  let changes = keys.changes
  // Fixed point: an omitted change restores a default, which may clash.
  for (let before = -1; before !== changes.length; ) {
    before = changes.length
    for (const change of changes.toReversed()) {
      const made = (bounds.get(change.command) ?? []).filter(bound => bound.own && isOf(change, bound, os))
      const conflicts = conflictsWith(made, [...bounds.values()].flat()).filter(each => !isIntended(each, changes, os))
      const command = known.get(change.command)
      if (!command || conflicts.length === 0) continue
      changes = changes.filter(each => each !== change)
      leftOut.unshift({ change, conflicts })
      bounds.set(command.id, boundsOf(command, { ...keys, changes }, os))
    }
  }
  return { keys: { ...keys, changes }, leftOut }
}

export function bindingConflicts(keys: UserKeys, commands: readonly Command[], os: Os): readonly Conflict[] {
  const bounds = commands.flatMap(command => boundsOf(command, keys, os))
  const own = bounds.filter(bound => bound.own)
  return conflictsWith(own, bounds).filter(each => !isIntended(each, keys.changes, os))
}

const nameOf = ({ first, second }: Conflict) =>
  [first, second].map(each => [each.command, ...each.strokes].join(' ')).join()

export function newConflicts(
  before: UserKeys,
  after: UserKeys,
  commands: readonly Command[],
  os: Os,
): readonly Conflict[] {
  const earlier = new Set(bindingConflicts(before, commands, os).map(nameOf))
  const found = new Map(bindingConflicts(after, commands, os).map(each => [nameOf(each), each]))
  return [...found].filter(([name]) => !earlier.has(name)).map(([, each]) => each)
}
