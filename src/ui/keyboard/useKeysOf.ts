import { useAtomValue } from 'jotai'
import { findCommand, registryVersionAtom } from '../../commands/core/registry.ts'
import { keysOf } from '../../commands/keys/keyBindings.ts'

/** The keys that run a command as they are right now, the one that is shown first. */
export function useKeysOf(id: string): readonly string[] {
  useAtomValue(registryVersionAtom)
  const command = findCommand(id)
  return command ? keysOf(command).map(({ seq }) => seq) : []
}
