/** Status bar key hints: first active shortcut per command. */
import { atom } from 'jotai'
import { contextAtom, keysOfContext } from '../../commands/core/context.ts'
import { findCommand, registryVersionAtom } from '../../commands/core/registry.ts'
import { countsIn, keysOf } from '../../commands/keys/keyBindings.ts'

export const hints = [
  ['palette.open', 'status.palette'],
  ['record.save', 'status.save'],
  ['region.next', 'status.regions'],
  ['keys.sheet', 'status.keys'],
] as const

/** Joined text avoids rendering on equal keys; empty without active shortcuts. */
export const hintKeysAtom = atom(get => {
  get(registryVersionAtom)
  const context = { ...keysOfContext(get(contextAtom)), overlay: 'none' } as const
  return hints
    .map(([id]) => {
      const command = findCommand(id)
      return (command && keysOf(command).find(key => countsIn(command, key, context))?.seq) ?? ''
    })
    .join('\n')
})
