import { useAtomValue } from 'jotai'
import { keysOf } from '../../commands/keyBindings.ts'
import { findCommand, registryVersionAtom } from '../../commands/registry.ts'

/** The keys that run a command as they are right now, the one that is shown first. */
export function useKeysOf(id: string): readonly string[] {
  useAtomValue(registryVersionAtom)
  const command = findCommand(id)
  return command ? keysOf(command).map(({ seq }) => seq) : []
}
