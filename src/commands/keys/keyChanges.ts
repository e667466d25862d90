/** Changes of keys, laid over the keys that the commands bring along. Pure. */
import type { KeyBinding } from '../core/command.ts'
import { together, type When } from '../core/when.ts'
import { type Os, sequenceOf, worksInText } from './keyStroke.ts'

/** One change: another key, one more key, or one less. */
export interface KeyChange {
  readonly command: string
  /** The new key; null takes keys away. */
  readonly seq: string | null
  /** The key that is replaced or taken away; without it the new one is added, and null takes away them all. */
  readonly was?: string
  /** Where alone the new key counts. */
  readonly when?: When
}

/** Are two sequences the same keys, however they are written? */
export const isSameKey = (a: string, b: string, os: Os) => sequenceOf(a, os).join(' ') === sequenceOf(b, os).join(' ')

/** A key in the place of another: it holds where that one held, and while typing too if it may. */
function inPlaceOf(
  model: KeyBinding,
  { seq, when, os }: { seq: string; when: When | undefined; os: Os },
): readonly KeyBinding[] {
  const where = when === undefined ? model.when : together(model.when, when)
  if (Array.isArray(where) && where.length === 0) return []
  const [first = ''] = sequenceOf(seq, os)
  const inText = model.inText === true || worksInText(first)
  return [{ seq, inText, ...(where === undefined ? {} : { when: where }), ...(model.repeat ? { repeat: true } : {}) }]
}

function changed(keys: readonly KeyBinding[], { seq, was, when }: KeyChange, os: Os): readonly KeyBinding[] {
  // What arrives through the clipboard is the browser's to give and to take away.
  const movable = keys.filter(({ native }) => !native)
  const meant = movable.filter(key => was !== undefined && isSameKey(key.seq, was, os))
  if (seq === null) {
    const gone = was === undefined ? movable : meant
    return keys.filter(key => !gone.includes(key))
  }
  const [first] = keys
  const models = meant.length > 0 ? meant : first ? keys.filter(key => isSameKey(key.seq, first.seq, os)) : [{ seq }]
  const left = keys.filter(key => !meant.includes(key) && (key.native || !isSameKey(key.seq, seq, os)))
  return [...models.flatMap(model => inPlaceOf(model, { seq, when, os })), ...left]
}

/** The keys of a command after these changes of it; the latest comes first, because it is the one that is shown. */
export function changedKeys(keys: readonly KeyBinding[], changes: readonly KeyChange[], os: Os): readonly KeyBinding[] {
  return changes.reduce((before, change) => changed(before, change, os), keys)
}

/** The changes with one more; what it makes void is left out, so that they do not pile up. */
export function withChange(changes: readonly KeyChange[], change: KeyChange, os: Os): readonly KeyChange[] {
  const { command, seq, was, when } = change
  if (was === undefined && seq === null) return [...changes.filter(before => before.command !== command), change]
  const earlier = changes.find(
    before => before.command === command && before.seq !== null && was !== undefined && isSameKey(before.seq, was, os),
  )
  if (!earlier) return [...changes, change]
  const narrowed = when ?? earlier.when
  const merged: KeyChange = {
    command,
    seq,
    ...(earlier.was === undefined ? {} : { was: earlier.was }),
    ...(narrowed === undefined || seq === null ? {} : { when: narrowed }),
  }
  // Taking away what was added, or going back to what was there, leaves nothing to say.
  const isBack = merged.was !== undefined && seq !== null && isSameKey(seq, merged.was, os) && narrowed === undefined
  const isNothing = isBack || (merged.was === undefined && seq === null)
  return changes.flatMap(before => (before !== earlier ? [before] : isNothing ? [] : [merged]))
}
