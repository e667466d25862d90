/** Key settings of a user. Pure. */
import type { Command, KeyBinding } from '../core/command.ts'
import { domains, overlaps, type When } from '../core/when.ts'
import { changedKeys, type KeyChange } from './keyChanges.ts'
import { isPreset, type Preset, presets } from './keyPresets.ts'
import { conditionOf } from './keyResolution.ts'
import { isPrintable, isSequence, type Os, sequenceOf } from './keyStroke.ts'

/** Persisted settings; also the format of a key file. */
export interface UserKeys {
  readonly version: 1
  readonly preset: Preset
  readonly singleKeys: boolean
  /** Chronological. Unknown commands stay: other installations may know them. */
  readonly changes: readonly KeyChange[]
}

export const standardKeys: UserKeys = { version: 1, preset: 'default', singleKeys: true, changes: [] }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const domainOf = (name: string) => new Map<string, readonly unknown[] | null>(Object.entries(domains)).get(name)

function isConstraint(name: string, value: unknown): boolean {
  if (isRecord(value)) return 'not' in value && !isRecord(value.not) && isConstraint(name, value.not)
  const domain = domainOf(name)
  const fits = (each: unknown) => (domain === null ? typeof each === 'string' : (domain?.includes(each) ?? false))
  return Array.isArray(value) ? value.every(fits) : fits(value)
}

const isWhen = (value: unknown): value is When =>
  [value].flat().every(each => isRecord(each) && Object.entries(each).every(([name, of]) => isConstraint(name, of)))

const isKey = (value: unknown): value is string => typeof value === 'string' && isSequence(value)

function isChange(value: unknown): value is KeyChange {
  if (!isRecord(value) || typeof value.command !== 'string' || value.command === '') return false
  return (
    (value.seq === null || isKey(value.seq)) &&
    (value.was === undefined || isKey(value.was)) &&
    (value.when === undefined || isWhen(value.when))
  )
}

/** Parses key settings; null when invalid or of a later version. */
export function userKeysIn(value: unknown): UserKeys | null {
  if (!isRecord(value) || value.version !== 1 || !Array.isArray(value.changes)) return null
  const { preset = 'default', singleKeys = true, changes } = value
  if (!isPreset(preset) || typeof singleKeys !== 'boolean' || !changes.every(isChange)) return null
  return { version: 1, preset, singleKeys, changes }
}

export function userKeysInText(text: string): UserKeys | null {
  try {
    return userKeysIn(JSON.parse(text))
  } catch {
    return null
  }
}

export const textOfUserKeys = (keys: UserKeys): string => `${JSON.stringify(keys, null, 2)}\n`

export function defaultKeys({ keys = [] }: Command, os: Os): readonly KeyBinding[] {
  return keys.filter(binding => binding.os === undefined || binding.os === os)
}

export function keysFor(command: Command, { preset, changes }: UserKeys, os: Os): readonly KeyBinding[] {
  const of = (all: readonly KeyChange[]) => all.filter(change => change.command === command.id)
  const before = changedKeys(defaultKeys(command, os), of(presets[preset]), os)
  return changedKeys(before, of(changes), os).map(key => (before.includes(key) ? key : { ...key, isUserDefined: true }))
}

/** Plain characters outside cells; speech input may trigger them (WCAG 2.1.4). */
export function isSingleKey(command: Command, binding: KeyBinding, os: Os): boolean {
  const [first = ''] = sequenceOf(binding.seq, os)
  return isPrintable(first) && overlaps(conditionOf(command, binding, first), { focus: ['page', 'sidebar', 'tabs'] })
}
