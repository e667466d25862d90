/** Effective keys of a command per machine and user. */
import { type Atom, atom } from 'jotai'
import { sessionAtom } from '../../data/api/credentials.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { readingAloudAtom } from '../../data/settings/readingAloud.ts'
import { userSettingAtom } from '../../data/settings/userSettings.ts'
import { store } from '../../data/store.ts'
import type { Command, KeyBinding } from '../core/command.ts'
import { contextAtom, installedAtom } from '../core/context.ts'
import { findCommand, permitted, registryVersionAtom } from '../core/registry.ts'
import { type ContextKeys, matches } from '../core/when.ts'
import type { KeyChange } from './keyChanges.ts'
import { overriddenBy } from './keyConflicts.ts'
import { presets } from './keyPresets.ts'
import { type Bound, boundKey, boundKeys, needsWindow } from './keyResolution.ts'
import type { Os } from './keyStroke.ts'
import { defaultKeys, isSingleKey, keysFor, standardKeys, type UserKeys, userKeysIn } from './userKeys.ts'

export const SETTING_NAME = 'keys'

const os: Os = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform) ? 'mac' : 'other'

export function currentOs(): Os {
  return os
}

/** Platform modifier: Ctrl, or ⌘ on a Mac. */
export function isMod(event: { readonly ctrlKey: boolean; readonly metaKey: boolean }): boolean {
  return currentOs() === 'mac' ? event.metaKey : event.ctrlKey
}

export const userKeysAtom: Atom<UserKeys> = atom(get => userKeysIn(get(userSettingAtom(SETTING_NAME))) ?? standardKeys)

/** Commands with changed keys: lets all others skip the lookup. */
const touchedAtom = atom(get => {
  const { preset, changes } = get(userKeysAtom)
  return new Set([...presets[preset], ...changes].map((change: KeyChange) => change.command))
})

export function effectiveKeysOf(command: Command): readonly KeyBinding[] {
  const os = currentOs()
  const userKeys = store.get(userKeysAtom)
  const keys = store.get(touchedAtom).has(command.id) ? keysFor(command, userKeys, os) : defaultKeys(command, os)
  const reachable = store.get(installedAtom) ? keys : keys.filter(key => !needsWindow(key))
  // Screen readers reserve plain characters.
  const hasSingle = userKeys.singleKeys && !store.get(readingAloudAtom)
  return hasSingle ? reachable : reachable.filter(key => !isSingleKey(command, key, os))
}

function runningKeysOf(command: Command): readonly KeyBinding[] {
  const keys = effectiveKeysOf(command)
  if (store.get(userKeysAtom).changes.length === 0) return keys
  const userBindings = store.get(userBindingsAtom)
  const { page } = store.get(contextAtom)
  const isLost = (bound: Bound) =>
    userBindings.some(({ strokes }) => strokes[0] === bound.strokes[0]) &&
    overriddenBy(bound, userBindings, page) !== undefined
  return keys.filter(key => key.native || !isLost(boundKey(command, key, currentOs())))
}

/** Keys in force on the open page. */
export function keysOf(command: Command): readonly KeyBinding[] {
  const general = command.via === undefined ? undefined : findCommand(command.via)
  const keys = runningKeysOf(command)
  return general ? [...keys, ...runningKeysOf(general)] : keys
}

export const countsIn = (command: Command, key: KeyBinding, context: ContextKeys): boolean =>
  matches(boundKey(command, key, currentOs()).when, context)

/** Bindings of permitted commands, recomputed only when these change. */
export const bindingsAtom = atom<readonly Bound[]>(get => {
  get(registryVersionAtom)
  get(grantsAtom)
  get(sessionAtom)
  get(userKeysAtom)
  get(readingAloudAtom)
  get(installedAtom)
  return boundKeys(
    permitted().map(command => ({ ...command, keys: effectiveKeysOf(command) })),
    currentOs(),
  )
})

const userBindingsAtom = atom(get => get(bindingsAtom).filter(({ isUserDefined }) => isUserDefined))

export function followUserKeys(): () => void {
  const notify = () => store.set(registryVersionAtom, version => version + 1)
  const ends = [userKeysAtom, readingAloudAtom, installedAtom].map(of => store.sub(of, notify))
  return () => {
    for (const end of ends) end()
  }
}
