/** The keys in force: of which machine, of which command, for whom. */
import { atom } from 'jotai'
import { grantsAtom } from '../data/menu.ts'
import { sessionAtom } from '../data/session.ts'
import type { Command, KeyBinding } from './command.ts'
import { type Bound, boundKeys } from './keyResolution.ts'
import type { Os } from './keyStroke.ts'
import { findCommand, permitted, registryVersionAtom } from './registry.ts'

export function currentOs(): Os {
  return typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform) ? 'mac' : 'other'
}

/** The keys that run a command, its own or those of the built-in that stands for it on its page. */
export function keysOf(command: Command): readonly KeyBinding[] {
  const own = command.keys ?? []
  const borrowed = command.via ? (findCommand(command.via)?.keys ?? []) : []
  return [...own, ...borrowed].filter(binding => binding.os === undefined || binding.os === currentOs())
}

/** Bindings of everything permitted, made anew only when commands, rights or the person change. */
export const bindingsAtom = atom<readonly Bound[]>(get => {
  get(registryVersionAtom)
  get(grantsAtom)
  get(sessionAtom)
  return boundKeys(permitted(), currentOs())
})
