/** The keys in force: of which machine, of which command, for whom. */
import { type Atom, atom } from 'jotai'
import { grantsAtom } from '../../data/session/menu.ts'
import { sessionAtom } from '../../data/session/session.ts'
import { readingAloudAtom } from '../../data/settings/readingAloud.ts'
import { userSettingAtom } from '../../data/settings/userSettings.ts'
import { store } from '../../data/store.ts'
import type { Command, KeyBinding } from '../core/command.ts'
import { contextAtom, installedAtom } from '../core/context.ts'
import { findCommand, permitted, registryVersionAtom } from '../core/registry.ts'
import { type ContextKeys, matches } from '../core/when.ts'
import type { KeyChange } from './keyChanges.ts'
import { presets } from './keyPresets.ts'
import { type Bound, boundKey, boundKeys, needsWindow } from './keyResolution.ts'
import { lostTo } from './keySharing.ts'
import type { Os } from './keyStroke.ts'
import { defaultKeys, isSingleKey, keysFor, standardKeys, type UserKeys, userKeysIn } from './userKeys.ts'

/** Under which key the keys of a person are kept. */
export const KEPT_AS = 'keys'

const os: Os = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform) ? 'mac' : 'other'

/** On what kind of keyboard the person types; asked once, it does not change while a page is open. */
export function currentOs(): Os {
  return os
}

/** Is Ctrl held with it, or ⌘ on a Mac? */
export function isMod(event: { readonly ctrlKey: boolean; readonly metaKey: boolean }): boolean {
  return currentOs() === 'mac' ? event.metaKey : event.ctrlKey
}

/** What the person signed in has decided about keys. */
export const userKeysAtom: Atom<UserKeys> = atom(get => userKeysIn(get(userSettingAtom(KEPT_AS))) ?? standardKeys)

/** The commands whose keys are not their defaults; all others are spared the question. */
const touchedAtom = atom(get => {
  const { preset, changes } = get(userKeysAtom)
  return new Set([...presets[preset], ...changes].map((change: KeyChange) => change.command))
})

/** The keys that a command has itself, for this person on this machine. */
export function ownKeysOf(command: Command): readonly KeyBinding[] {
  const os = currentOs()
  const decided = store.get(userKeysAtom)
  const keys = store.get(touchedAtom).has(command.id) ? keysFor(command, decided, os) : defaultKeys(command, os)
  const reachable = store.get(installedAtom) ? keys : keys.filter(key => !needsWindow(key))
  // A screen reader has the plain characters for itself.
  const hasSingle = decided.singleKeys && !store.get(readingAloudAtom)
  return hasSingle ? reachable : reachable.filter(key => !isSingleKey(command, key, os))
}

/** The keys of a command that the person has not given to another in their place. */
function runningKeysOf(command: Command): readonly KeyBinding[] {
  const keys = ownKeysOf(command)
  if (store.get(userKeysAtom).changes.length === 0) return keys
  const given = store.get(givenAtom)
  const { page } = store.get(contextAtom)
  const isLost = (bound: Bound) =>
    given.some(({ strokes }) => strokes[0] === bound.strokes[0]) && lostTo(bound, given, page) !== undefined
  return keys.filter(key => key.native || !isLost(boundKey(command, key, currentOs())))
}

/**
 * The keys that run a command, its own or those of the built-in that stands for it on its page; those that do not run it on
 * the page that is open, because the person has given them to another, are left out.
 */
export function keysOf(command: Command): readonly KeyBinding[] {
  const general = command.via === undefined ? undefined : findCommand(command.via)
  const keys = runningKeysOf(command)
  return general ? [...keys, ...runningKeysOf(general)] : keys
}

/** Does a key of the command count in this context? */
export const countsIn = (command: Command, key: KeyBinding, context: ContextKeys): boolean =>
  matches(boundKey(command, key, currentOs()).when, context)

/** Bindings of everything permitted, made anew only when commands, rights, the person or his keys change. */
export const bindingsAtom = atom<readonly Bound[]>(get => {
  get(registryVersionAtom)
  get(grantsAtom)
  get(sessionAtom)
  get(userKeysAtom)
  get(readingAloudAtom)
  get(installedAtom)
  return boundKeys(
    permitted().map(command => ({ ...command, keys: ownKeysOf(command) })),
    currentOs(),
  )
})

/** The bindings that the person has given. */
const givenAtom = atom(get => get(bindingsAtom).filter(({ own }) => own))

/** Tells whatever follows the registry when the person's keys change; the returned function ends it. */
export function followUserKeys(): () => void {
  const tell = () => store.set(registryVersionAtom, version => version + 1)
  const ends = [userKeysAtom, readingAloudAtom, installedAtom].map(of => store.sub(of, tell))
  return () => {
    for (const end of ends) end()
  }
}
