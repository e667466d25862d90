/** Giving a command a key: what speaks against it, and what becomes of the commands in its way. Pure. */
import type { Command } from '../core/command.ts'
import { isSameKey, type KeyChange, withChange } from './keyChanges.ts'
import { type Conflict, conflictsWith, keepersOfBound } from './keyConflicts.ts'
import { type Bound, boundKey, boundKeys } from './keyResolution.ts'
import type { Os } from './keyStroke.ts'
import type { Keeper } from './reservedKeys.ts'
import { isSingleKey, keysFor, type UserKeys } from './userKeys.ts'

/** For whom and where keys are looked at. */
export interface KeySurroundings {
  readonly decided: UserKeys
  readonly os: Os
  /** Does the console run in a window of its own? */
  readonly isInstalled: boolean
  /** Everything the person may run, with the keys in force. */
  readonly commands: readonly Command[]
}

export interface Objections {
  /** Bindings of other commands that it gets in the way of, each once. */
  readonly conflicts: readonly Conflict[]
  /** Who else has the key. */
  readonly keepers: readonly Keeper[]
  /** A plain character: it counts only where nothing is typed, and not at all where those are switched off. */
  readonly single: 'no' | 'on' | 'off'
  /** Never in force: the conditions leave no place for it. */
  readonly isNever: boolean
  /** The command has it already. */
  readonly isSame: boolean
}

/** The bindings that a change would give the command. */
export function boundsAfter(command: Command, change: KeyChange, { decided, os }: KeySurroundings): readonly Bound[] {
  const changes = withChange(decided.changes, change, os)
  const isMeant = (seq: string) => change.seq !== null && isSameKey(seq, change.seq, os)
  return keysFor(command, { ...decided, changes }, os)
    .filter(key => !key.native && isMeant(key.seq))
    .map(key => boundKey(command, key, os))
    .filter(bound => bound.when.length > 0)
}

const placeOf = ({ second }: Conflict) => `${second.command} ${second.strokes.join(' ')}`

/** What speaks against a change; keys that the commands in its way give up do not count against it. */
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

/** The one command that could have the key that is replaced for the one it gives up, so that both keep one. */
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
  // Where the other holds, the key may be somebody else's: then it only gives up its own.
  const isFree = objectionsTo(other, exchange, around).conflicts.every(
    ({ second }) => second.command === change.command,
  )
  return isFree ? other : undefined
}

/** What makes room for a change: the commands in its way give the key up, or one of them exchanges it. */
export function makingRoom(
  change: KeyChange,
  conflicts: readonly Conflict[],
  around: KeySurroundings,
): readonly KeyChange[] {
  const given = swappedWith(change, conflicts, around) ? (change.was ?? null) : null
  return conflicts.map(({ second }) => ({ command: second.command, seq: given, was: second.strokes.join(' ') }))
}
