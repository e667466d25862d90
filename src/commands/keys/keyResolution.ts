/** Which command a key event runs. Pure: event, pending sequence, bindings and context in, decision out. */
import type { Command, KeyBinding } from '../core/command.ts'
import { type Condition, type ContextKeys, matches, names, overlaps, together, type When } from '../core/when.ts'
import { isIgnored, isPrintable, type KeyLike, type Os, sequenceOf, strokesOf } from './keyStroke.ts'

/** A binding made ready to compare: its strokes, and all that must hold for it to fire. */
export interface Bound {
  readonly command: string
  readonly strokes: readonly string[]
  readonly when: readonly Condition[]
  readonly repeat: boolean
  /** Given by the person. */
  readonly own: boolean
}

export type Resolution =
  /** Not ours, and the pending sequence stays as it is. */
  | { readonly kind: 'ignored' }
  /** Nothing is bound to it here. */
  | { readonly kind: 'none' }
  | { readonly kind: 'run'; readonly command: string }
  /** A held key of a command that runs once: taken, but not run again. */
  | { readonly kind: 'held' }
  | { readonly kind: 'pending'; readonly strokes: readonly string[]; readonly next: readonly Bound[] }
  /** A begun sequence came to nothing. */
  | { readonly kind: 'cancelled' }

/** While typing: only where the binding names that focus, or opts in with a key that produces no character. */
function focusRule(command: Command, binding: KeyBinding, first: string): When | undefined {
  const isNamed = names(command.when, 'focus') || names(binding.when, 'focus')
  if (!isPrintable(first)) {
    return isNamed || binding.inText ? undefined : { focus: ['page', 'grid', 'sidebar', 'tabs'] }
  }
  // In a cell every character begins an entry; the blank alone may be a cell's own key (a check box).
  if (first.endsWith('space') && isNamed) return { focus: ['page', 'grid', 'sidebar', 'tabs'] }
  // Where nothing can be entered no character begins anything.
  return [{ focus: ['page', 'sidebar', 'tabs'] }, { focus: 'grid', gridEditable: false }]
}

/** All that must hold for a binding to fire, the rules that go without saying included. */
export function conditionOf(command: Command, binding: KeyBinding, first: string): readonly Condition[] {
  const overlay: When | undefined =
    names(command.when, 'overlay') || names(binding.when, 'overlay') ? undefined : { overlay: 'none' }
  const auth: When | undefined = command.permission === 'public' ? undefined : { auth: 'in' }
  return together(command.when, binding.when, focusRule(command, binding, first), overlay, auth)
}

/** The keys of a command on this kind of machine that arrive as strokes. */
export function pressedKeys({ keys = [] }: Command, os: Os): readonly KeyBinding[] {
  return keys.filter(binding => !binding.native && (binding.os === undefined || binding.os === os))
}

/** Does a key count only in a window of its own, where the browser keeps none for itself? */
export const needsWindow = ({ when }: { readonly when?: When }): boolean => !overlaps(when, { installed: false })

/** One key of a command made ready to compare. */
export function boundKey(command: Command, binding: KeyBinding, os: Os): Bound {
  const strokes = sequenceOf(binding.seq, os)
  const when = conditionOf(command, binding, strokes[0] ?? '')
  return { command: command.id, strokes, when, repeat: binding.repeat ?? false, own: binding.own ?? false }
}

/** The bindings of these commands on this kind of machine. */
export function boundKeys(commands: readonly Command[], os: Os): readonly Bound[] {
  return commands.flatMap(command => pressedKeys(command, os).map(binding => boundKey(command, binding, os)))
}

const begins = (strokes: readonly string[], sequence: readonly string[]) =>
  sequence.every((stroke, index) => strokes[index] === stroke)

/** How much must hold for it: what holds in fewer places comes first. */
export const narrowness = (bound: Bound) => Math.min(...bound.when.map(condition => Object.keys(condition).length))

/** What the person chose comes first, then what holds in fewer places, then what came last. */
const isBefore = (a: Bound, b: Bound) => (a.own === b.own ? narrowness(a) >= narrowness(b) : a.own)

/**
 * Decides on one keydown. `can` says whether anybody performs a command right now: a key that nobody performs
 * is left to the browser.
 */
export function resolve(
  event: KeyLike,
  pending: readonly string[],
  bindings: readonly Bound[],
  context: ContextKeys,
  os: Os,
  can: (command: string) => boolean = () => true,
): Resolution {
  if (isIgnored(event, os)) return { kind: 'ignored' }
  if (event.repeat && pending.length > 0) return { kind: 'held' }
  for (const stroke of strokesOf(event, os)) {
    const sequence = [...pending, stroke]
    const fitting = bindings.filter(
      bound => begins(bound.strokes, sequence) && matches(bound.when, context) && can(bound.command),
    )
    const whole = fitting.filter(bound => bound.strokes.length === sequence.length)
    const longer = fitting.filter(bound => bound.strokes.length > sequence.length)
    const winner = whole.reduce<Bound | null>((best, bound) => (best && !isBefore(bound, best) ? best : bound), null)
    // A sequence of one's own is worth waiting for, even where its first stroke is a default.
    if (winner && (winner.own || !longer.some(bound => bound.own)))
      return event.repeat && !winner.repeat ? { kind: 'held' } : { kind: 'run', command: winner.command }
    if (longer.length > 0) return { kind: 'pending', strokes: sequence, next: longer }
  }
  return { kind: pending.length > 0 ? 'cancelled' : 'none' }
}
