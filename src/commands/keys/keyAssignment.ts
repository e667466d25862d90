/** Assignment of a key: objections, and changes of others. Pure. */
import type { Command } from '../core/command.ts'
import { isSameKey, type KeyChange, withChange } from './keyChanges.ts'
import { type Conflict, conflictsWith, keepersOfBound } from './keyConflicts.ts'
import { type Bound, boundKey, boundKeys } from './keyResolution.ts'
import type { Os } from './keyStroke.ts'
import type { Keeper } from './reservedKeys.ts'
import { isSingleKey, keysFor, type UserKeys } from './userKeys.ts'

export interface KeySurroundings {
  readonly decided: UserKeys
  readonly os: Os
  readonly isInstalled: boolean
  readonly commands: readonly Command[]
}

export interface Objections {
  readonly conflicts: readonly Conflict[]
  readonly keepers: readonly Keeper[]
  /** Plain character: inactive while typing, or disabled altogether. */
  readonly single: 'no' | 'on' | 'off'
  readonly isNever: boolean
  readonly isSame: boolean
}

export function boundsAfter(command: Command, change: KeyChange, { decided, os }: KeySurroundings): readonly Bound[] {
  const changes = withChange(decided.changes, change, os)
  const isAssigned = (seq: string) => change.seq !== null && isSameKey(seq, change.seq, os)
  return keysFor(command, { ...decided, changes }, os)
    .filter(key => !key.native && isAssigned(key.seq))
    .map(key => boundKey(command, key, os))
    .filter(bound => bound.when.length > 0)
}

const placeOf = ({ second }: Conflict) => `${second.command} ${second.strokes.join(' ')}`

/** Objections; keys released by conflicting commands do not count. */
export function objectionsTo(command: Command, change: KeyChange, around: KeySurroundings): Objections {
  const { decided, os, commands, isInstalled } = around
  const bounds = boundsAfter(command, change, around)
  const others = boundKeys(commands, os).filter(bound => bound.command !== command.id)
  const conflicts = conflictsWith(bounds, others)
  const once = conflicts.filter(
    (conflict, at) => conflicts.findIndex(each => placeOf(each) === placeOf(conflict)) === at,
  )
  const isSingle = bounds.length > 0 && isSingleKey(command, { seq: change.seq ?? '' }, os)
  return {
    conflicts: once,
    keepers: [...new Set(bounds.flatMap(bound => keepersOfBound(bound, os, isInstalled)))],
    single: isSingle ? (decided.singleKeys ? 'on' : 'off') : 'no',
    isNever: change.seq !== null && bounds.length === 0,
    isSame:
      change.when === undefined &&
      keysFor(command, decided, os).some(({ seq }) => isSameKey(seq, change.seq ?? '', os)),
  }
}

export function swappedWith(
  change: KeyChange,
  conflicts: readonly Conflict[],
  around: KeySurroundings,
): Command | undefined {
  const [only] = conflicts
  if (conflicts.length !== 1 || only?.kind !== 'same' || change.was === undefined) return undefined
  const other = around.commands.find(({ id }) => id === only.second.command)
  if (!other) return undefined
  const exchange = { command: other.id, seq: change.was, was: only.second.strokes.join(' ') }
  // Outside the shared context the key may be occupied: then no exchange.
  const isFree = objectionsTo(other, exchange, around).conflicts.every(
    ({ second }) => second.command === change.command,
  )
  return isFree ? other : undefined
}

/** Changes that release the key: conflicting commands lose or exchange theirs. */
export function makingRoom(
  change: KeyChange,
  conflicts: readonly Conflict[],
  around: KeySurroundings,
): readonly KeyChange[] {
  const given = swappedWith(change, conflicts, around) ? (change.was ?? null) : null
  return conflicts.map(({ second }) => ({ command: second.command, seq: given, was: second.strokes.join(' ') }))
}
