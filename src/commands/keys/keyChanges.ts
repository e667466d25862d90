/** Key changes applied over default keys. Pure. */
import type { KeyBinding } from '../core/command.ts'
import { and, type When } from '../core/when.ts'
import { type Os, sequenceOf, worksInText } from './keyStroke.ts'

export interface KeyChange {
  readonly command: string
  readonly seq: string | null
  /** Replaced or removed key; absent means add, or with null remove all. */
  readonly was?: string
  readonly when?: When
}

export const isSameKey = (a: string, b: string, os: Os) => sequenceOf(a, os).join(' ') === sequenceOf(b, os).join(' ')

/** Inherits condition and typing behaviour of the replaced key. */
function inPlaceOf(
  model: KeyBinding,
  { seq, when, os }: { seq: string; when: When | undefined; os: Os },
): readonly KeyBinding[] {
  const where = when === undefined ? model.when : and(model.when, when)
  if (Array.isArray(where) && where.length === 0) return []
  const [first = ''] = sequenceOf(seq, os)
  const inText = model.inText === true || worksInText(first)
  return [{ seq, inText, ...(where === undefined ? {} : { when: where }), ...(model.repeat ? { repeat: true } : {}) }]
}

function changed(keys: readonly KeyBinding[], { seq, was, when }: KeyChange, os: Os): readonly KeyBinding[] {
  // Clipboard keys belong to the browser.
  const movable = keys.filter(({ native }) => !native)
  const targets = movable.filter(key => was !== undefined && isSameKey(key.seq, was, os))
  if (seq === null) {
    const gone = was === undefined ? movable : targets
    return keys.filter(key => !gone.includes(key))
  }
  const [first] = keys
  const models =
    targets.length > 0 ? targets : first ? keys.filter(key => isSameKey(key.seq, first.seq, os)) : [{ seq }]
  const left = keys.filter(key => !targets.includes(key) && (key.native || !isSameKey(key.seq, seq, os)))
  return [...models.flatMap(model => inPlaceOf(model, { seq, when, os })), ...left]
}

/** Applies changes to a command's keys; the latest comes first. */
export function changedKeys(keys: readonly KeyBinding[], changes: readonly KeyChange[], os: Os): readonly KeyBinding[] {
  return changes.reduce((before, change) => changed(before, change, os), keys)
}

/** Adds a change and drops superseded ones. */
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
  // No-op: removes an added key, or restores the original.
  const isBack = merged.was !== undefined && seq !== null && isSameKey(seq, merged.was, os) && narrowed === undefined
  const isNothing = isBack || (merged.was === undefined && seq === null)
  return changes.flatMap(before => (before !== earlier ? [before] : isNothing ? [] : [merged]))
}
