/** Keys that the status bar promises: of each command the first that counts where the person stands. */
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

/** Joined, so that a move that changes none draws nothing; empty where no key of the command counts. */
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
