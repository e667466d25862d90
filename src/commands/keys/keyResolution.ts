/** Resolution of key events: event and bindings → decision. Pure. */
import type { Command, KeyBinding } from '../core/command.ts'
import { and, type ContextKeys, constrains, matches, overlaps, type When, type WhenCondition } from '../core/when.ts'
import { isIgnored, isPrintable, type KeyLike, type Os, sequenceOf, strokesOf } from './keyStroke.ts'

export interface Bound {
  readonly command: string
  readonly strokes: readonly string[]
  readonly when: readonly WhenCondition[]
  readonly repeat: boolean
  readonly isUserDefined: boolean
}

export type Resolution =
  /** Foreign event; keeps the pending sequence. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'none' }
  | { readonly kind: 'run'; readonly command: string }
  /** Auto-repeat of a non-repeating command: consumed without a run. */
  | { readonly kind: 'held' }
  | { readonly kind: 'pending'; readonly strokes: readonly string[]; readonly next: readonly Bound[] }
  | { readonly kind: 'cancelled' }

/** Typing: an explicit focus is required, or a non-character key. */
function focusRule(command: Command, binding: KeyBinding, first: string): When | undefined {
  const isNamed = constrains(command.when, 'focus') || constrains(binding.when, 'focus')
  if (!isPrintable(first)) {
    return isNamed || binding.inText ? undefined : { focus: ['page', 'grid', 'sidebar', 'tabs'] }
  }
  // Characters start cell entry; only space may be a cell's key.
  if (first.endsWith('space') && isNamed) return { focus: ['page', 'grid', 'sidebar', 'tabs'] }
  // Read-only cells: characters start no entry.
  return [{ focus: ['page', 'sidebar', 'tabs'] }, { focus: 'grid', gridEditable: false }]
}

export function conditionOf(command: Command, binding: KeyBinding, first: string): readonly WhenCondition[] {
  const overlay: When | undefined =
    constrains(command.when, 'overlay') || constrains(binding.when, 'overlay') ? undefined : { overlay: 'none' }
  const auth: When | undefined = command.permission === 'public' ? undefined : { auth: 'in' }
  return and(command.when, binding.when, focusRule(command, binding, first), overlay, auth)
}

export function pressedKeys({ keys = [] }: Command, os: Os): readonly KeyBinding[] {
  return keys.filter(binding => !binding.native && (binding.os === undefined || binding.os === os))
}

/** Keys limited to an app window, where browsers reserve none. */
export const needsWindow = ({ when }: { readonly when?: When }): boolean => !overlaps(when, { installed: false })

export function boundKey(command: Command, binding: KeyBinding, os: Os): Bound {
  const strokes = sequenceOf(binding.seq, os)
  const when = conditionOf(command, binding, strokes[0] ?? '')
  return {
    command: command.id,
    strokes,
    when,
    repeat: binding.repeat ?? false,
    isUserDefined: binding.isUserDefined ?? false,
  }
}

export function boundKeys(commands: readonly Command[], os: Os): readonly Bound[] {
  return commands.flatMap(command => pressedKeys(command, os).map(binding => boundKey(command, binding, os)))
}

const begins = (strokes: readonly string[], sequence: readonly string[]) =>
  sequence.every((stroke, index) => strokes[index] === stroke)

export const specificity = (bound: Bound) => Math.min(...bound.when.map(condition => Object.keys(condition).length))

/** Precedence: user-defined, then specificity, then last registered. */
const isBefore = (a: Bound, b: Bound) =>
  a.isUserDefined === b.isUserDefined ? specificity(a) >= specificity(b) : a.isUserDefined

/** Decides on a keydown. Keys without handler (`can`) go to the browser. */
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
    const matching = bindings.filter(
      bound => begins(bound.strokes, sequence) && matches(bound.when, context) && can(bound.command),
    )
    const whole = matching.filter(bound => bound.strokes.length === sequence.length)
    const longer = matching.filter(bound => bound.strokes.length > sequence.length)
    const winner = whole.reduce<Bound | null>((best, bound) => (best && !isBefore(bound, best) ? best : bound), null)
    // User-defined sequences are awaited despite a matching default.
    if (winner && (winner.isUserDefined || !longer.some(bound => bound.isUserDefined)))
      return event.repeat && !winner.repeat ? { kind: 'held' } : { kind: 'run', command: winner.command }
    if (longer.length > 0) return { kind: 'pending', strokes: sequence, next: longer }
  }
  return { kind: pending.length > 0 ? 'cancelled' : 'none' }
}
