/** Key conflicts of catalogue, assignment, preset or file. Pure. */
import type { Command, KeyBinding } from '../core/command.ts'
import { and, conflictKind, constrains, overlaps, type When, type WhenCondition } from '../core/when.ts'
import { isSameKey, type KeyChange, withChange } from './keyChanges.ts'
import { type Bound, boundKey, boundKeys, needsWindow, pressedKeys, specificity } from './keyResolution.ts'
import { isPrintable, type Os } from './keyStroke.ts'
import { blockingOwners, ownersOf, type ReservedBy } from './reservedKeys.ts'
import { isSingleKey, keysFor, type UserKeys } from './userKeys.ts'

/** Two commands on one key, or on the beginning of one. */
export interface Conflict {
  readonly first: Bound
  readonly second: Bound
  readonly kind: 'same' | 'prefix'
}

function conflictOf(first: Bound, second: Bound): readonly Conflict[] {
  const kind = first.command === second.command ? null : conflictKind(first.strokes, second.strokes)
  return kind && and(first.when, second.when).length > 0 ? [{ first, second, kind }] : []
}

export function conflictsAmong(bindings: readonly Bound[]): readonly Conflict[] {
  return bindings.flatMap((first, index) => bindings.slice(index + 1).flatMap(second => conflictOf(first, second)))
}

function conflictsWith(bindings: readonly Bound[], others: readonly Bound[]): readonly Conflict[] {
  return bindings.flatMap(first => others.flatMap(second => conflictOf(first, second)))
}

/** Other owners of the strokes, in windows where the binding is active. */
export function ownersOfBound(bound: Bound, os: Os, isInstalled = needsWindow(bound)): readonly ReservedBy[] {
  return [...new Set(bound.strokes.flatMap(stroke => ownersOf(stroke, os, isInstalled)))]
}

// Precedence in a conflict: which of the two commands runs.

const written = (conditions: readonly WhenCondition[]) => JSON.stringify(conditions)

/** Implication: `wide` holds wherever `narrow` does. */
const covers = (wide: When, narrow: readonly WhenCondition[]): boolean =>
  narrow.every(one => [wide].flat().some((each: WhenCondition) => written(and(one, each)) === written(and(one))))

/** Precedence where both hold; both among `userBindings`, in resolution order. */
function isBehind(bound: Bound, other: Bound, userBindings: readonly Bound[]): boolean {
  if (!bound.isUserDefined) return true
  // Complete keys do not wait for longer ones.
  if (bound.strokes.length !== other.strokes.length) return other.strokes.length < bound.strokes.length
  const [mine, theirs] = [specificity(bound), specificity(other)]
  const at = (one: Bound) => userBindings.findIndex(({ command }) => command === one.command)
  return mine === theirs ? at(other) > at(bound) : theirs > mine
}

/** Command that owns this key wherever active, or on one page. */
export function overriddenBy(bound: Bound, userBindings: readonly Bound[], page?: string): string | undefined {
  // User-defined keys exist only after sign-in.
  const where = and(bound.when, { auth: 'in' }, page === undefined ? undefined : { page })
  const rivals = conflictsWith([bound], userBindings).map(({ second }) => second)
  return rivals.find(other => isBehind(bound, other, userBindings) && covers(other.when, where))?.command
}

export const sharedWith = (bound: Bound, userBindings: readonly Bound[]): string | undefined =>
  bound.isUserDefined ? conflictsWith([bound], userBindings)[0]?.second.command : undefined

// Conflicts of the catalogue, which tests refuse.

export interface KeyError {
  readonly command: string
  readonly keys: string
  /** Kinds: occupied, reserved, user habit, character while typing, or unsatisfiable. */
  readonly reason: 'same' | 'prefix' | 'reserved' | 'habit' | 'typing' | 'never'
  readonly other?: string
}

const typed = ['text', 'richtext', 'gridEditor'] as const

/** Checks for a character key that is active while typing. */
function wantsTyped(command: Command, binding: KeyBinding, first: string): boolean {
  if (!isPrintable(first)) return false
  const isNamed = [command.when, binding.when].some(
    when => constrains(when, 'focus') && overlaps(when, { focus: typed }),
  )
  return binding.inText === true || isNamed
}

function errorsOfOne(command: Command, os: Os): readonly KeyError[] {
  const bindings = pressedKeys(command, os)
  const bounds = bindings.map(binding => boundKey(command, binding, os))
  const isBlocking = (bound: Bound) => ownersOfBound(bound, os).some(owner => blockingOwners.has(owner))
  const isOutOfReach = bounds.every(isBlocking)
  return bindings.flatMap((binding, at) => {
    const bound = bounds[at]
    if (!bound) return []
    const { strokes, when } = bound
    const checks: readonly (readonly [KeyError['reason'], boolean])[] = [
      ['reserved', (isOutOfReach && isBlocking(bound)) || ownersOfBound(bound, os).includes('altGraph')],
      ['habit', ownersOfBound(bound, os).includes('habit')],
      ['typing', wantsTyped(command, binding, strokes[0] ?? '')],
      ['never', when.length === 0],
    ]
    return checks.flatMap(([reason, is]) => (is ? [{ command: command.id, keys: strokes.join(' '), reason }] : []))
  })
}

export function keyErrors(commands: readonly Command[], os: Os): readonly KeyError[] {
  const pairs = conflictsAmong(boundKeys(commands, os)).map(({ first, second, kind }) => ({
    command: first.command,
    keys: first.strokes.join(' '),
    reason: kind,
    other: second.command,
  }))
  return [...pairs, ...commands.flatMap(command => errorsOfOne(command, os))]
}

// Conflicts of an assignment, and the changes that resolve them.

export interface KeySurroundings {
  readonly userKeys: UserKeys
  readonly os: Os
  readonly isInstalled: boolean
  readonly commands: readonly Command[]
}

export interface AssignmentConflicts {
  readonly conflicts: readonly Conflict[]
  readonly owners: readonly ReservedBy[]
  /** Plain character: inactive while typing, or disabled altogether. */
  readonly single: 'no' | 'on' | 'off'
  readonly isNever: boolean
  readonly isSame: boolean
}

const boundsOf = (command: Command, keys: readonly KeyBinding[], os: Os): readonly Bound[] =>
  boundKeys([{ ...command, keys }], os).filter(({ when }) => when.length > 0)

export function boundsAfter(command: Command, change: KeyChange, { userKeys, os }: KeySurroundings): readonly Bound[] {
  const changes = withChange(userKeys.changes, change, os)
  const isAssigned = (seq: string) => change.seq !== null && isSameKey(seq, change.seq, os)
  const keys = keysFor(command, { ...userKeys, changes }, os)
  return boundsOf(
    command,
    keys.filter(({ seq }) => isAssigned(seq)),
    os,
  )
}

const placeOf = ({ second }: Conflict) => `${second.command} ${second.strokes.join(' ')}`

/** Conflicts with others; keys that these release do not count. */
export function assignmentConflicts(command: Command, change: KeyChange, around: KeySurroundings): AssignmentConflicts {
  const { userKeys, os, commands, isInstalled } = around
  const bounds = boundsAfter(command, change, around)
  const others = boundKeys(commands, os).filter(bound => bound.command !== command.id)
  const found = conflictsWith(bounds, others)
  const isSingle = bounds.length > 0 && isSingleKey(command, { seq: change.seq ?? '' }, os)
  return {
    conflicts: found.filter((one, at) => found.findIndex(each => placeOf(each) === placeOf(one)) === at),
    owners: [...new Set(bounds.flatMap(bound => ownersOfBound(bound, os, isInstalled)))],
    single: isSingle ? (userKeys.singleKeys ? 'on' : 'off') : 'no',
    isNever: change.seq !== null && bounds.length === 0,
    isSame:
      change.when === undefined &&
      keysFor(command, userKeys, os).some(({ seq }) => isSameKey(seq, change.seq ?? '', os)),
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
  const { conflicts: others } = assignmentConflicts(other, exchange, around)
  return others.every(({ second }) => second.command === change.command) ? other : undefined
}

/** Changes that release the key: conflicting commands lose or exchange theirs. */
export function releasingChanges(
  change: KeyChange,
  conflicts: readonly Conflict[],
  around: KeySurroundings,
): readonly KeyChange[] {
  const seq = swappedWith(change, conflicts, around) ? (change.was ?? null) : null
  return conflicts.map(({ second }) => ({ command: second.command, seq, was: second.strokes.join(' ') }))
}

// Conflicts of changes in bulk: a preset, a file of keys.

const isOf = (change: KeyChange, { command, strokes }: Bound, os: Os) =>
  change.command === command && change.seq !== null && isSameKey(change.seq, strokes.join(' '), os)

/** Conditional keys may overlap on purpose if the other keeps some context. */
function isIntended({ first, second }: Conflict, changes: readonly KeyChange[], os: Os): boolean {
  const isNarrowed = (bound: Bound) =>
    bound.isUserDefined && changes.some(each => each.when !== undefined && isOf(each, bound, os))
  return (
    (isNarrowed(first) && !covers(first.when, second.when)) || (isNarrowed(second) && !covers(second.when, first.when))
  )
}

export interface DroppedChange {
  readonly change: KeyChange
  readonly conflicts: readonly Conflict[]
}

/** Drops conflicting changes; the first of two wins. `commands` have default keys. */
export function withoutConflicts(
  keys: UserKeys,
  commands: readonly Command[],
  os: Os,
): { readonly keys: UserKeys; readonly leftOut: readonly DroppedChange[] } {
  const known = new Map(commands.map(command => [command.id, command]))
  const bounds = new Map(commands.map(command => [command.id, boundsOf(command, keysFor(command, keys, os), os)]))
  const leftOut: DroppedChange[] = []
  let changes = keys.changes
  // Fixed point: an omitted change restores a default, which may conflict.
  for (let before = -1; before !== changes.length; ) {
    before = changes.length
    for (const change of changes.toReversed()) {
      const made = (bounds.get(change.command) ?? []).filter(bound => bound.isUserDefined && isOf(change, bound, os))
      const conflicts = conflictsWith(made, [...bounds.values()].flat()).filter(each => !isIntended(each, changes, os))
      const command = known.get(change.command)
      if (!command || conflicts.length === 0) continue
      changes = changes.filter(each => each !== change)
      leftOut.unshift({ change, conflicts })
      bounds.set(command.id, boundsOf(command, keysFor(command, { ...keys, changes }, os), os))
    }
  }
  return { keys: { ...keys, changes }, leftOut }
}

/** Conflicts of user-defined keys, but those that `before` had, by name. */
export function newConflicts(
  before: UserKeys,
  after: UserKeys,
  commands: readonly Command[],
  os: Os,
): readonly Conflict[] {
  const conflictsOf = (keys: UserKeys) => {
    const bounds = commands.flatMap(command => boundsOf(command, keysFor(command, keys, os), os))
    const found = conflictsWith(
      bounds.filter(({ isUserDefined }) => isUserDefined),
      bounds,
    ).filter(each => !isIntended(each, keys.changes, os))
    return new Map(found.map(each => [nameOf(each), each]))
  }
  const earlier = conflictsOf(before)
  return [...conflictsOf(after)].flatMap(([name, each]) => (earlier.has(name) ? [] : [each]))
}

const nameOf = ({ first, second }: Conflict) =>
  [first, second].map(each => [each.command, ...each.strokes].join(' ')).join()
