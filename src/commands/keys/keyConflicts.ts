/** Conflicts of keys: with each other, browser or system. Pure. */
import type { Command, KeyBinding } from '../core/command.ts'
import { conflictKind, names, overlaps, together, type When, type WhenCondition } from '../core/when.ts'
import { type Bound, boundKey, boundKeys, narrowness, needsWindow, pressedKeys } from './keyResolution.ts'
import { isPrintable, type Os } from './keyStroke.ts'
import { hardKeepers, type Keeper, keepersOf } from './reservedKeys.ts'

export interface Conflict {
  readonly first: Bound
  readonly second: Bound
  readonly kind: 'same' | 'prefix'
}

function conflictOf(first: Bound, second: Bound): readonly Conflict[] {
  const kind = first.command === second.command ? null : conflictKind(first.strokes, second.strokes)
  return kind && together(first.when, second.when).length > 0 ? [{ first, second, kind }] : []
}

export function conflictsAmong(bindings: readonly Bound[]): readonly Conflict[] {
  return bindings.flatMap((first, index) => bindings.slice(index + 1).flatMap(second => conflictOf(first, second)))
}

export function conflictsWith(bindings: readonly Bound[], others: readonly Bound[]): readonly Conflict[] {
  return bindings.flatMap(first => others.flatMap(second => conflictOf(first, second)))
}

/** Other owners of the strokes, in windows where the binding is active. */
export function keepersOfBound(bound: Bound, os: Os, isInstalled = needsWindow(bound)): readonly Keeper[] {
  return [...new Set(bound.strokes.flatMap(stroke => keepersOf(stroke, os, isInstalled)))]
}

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
  const isNamed = [command.when, binding.when].some(when => names(when, 'focus') && overlaps(when, { focus: typed }))
  return binding.inText === true || isNamed
}

function errorsOfOne(command: Command, os: Os): readonly KeyError[] {
  const bindings = pressedKeys(command, os)
  const bounds = bindings.map(binding => boundKey(command, binding, os))
  const isHard = (bound: Bound) => keepersOfBound(bound, os).some(keeper => hardKeepers.has(keeper))
  const isOutOfReach = bounds.every(isHard)
  return bindings.flatMap((binding, at) => {
    const bound = bounds[at]
    if (!bound) return []
    const { strokes, when } = bound
    const checks: readonly (readonly [KeyError['reason'], boolean])[] = [
      ['reserved', (isOutOfReach && isHard(bound)) || keepersOfBound(bound, os).includes('altGraph')],
      ['habit', keepersOfBound(bound, os).includes('habit')],
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

// Keys shared by two commands: which one runs where.

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
