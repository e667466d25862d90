import { useAtomValue } from 'jotai'
import { findCommand, registryVersionAtom } from '../../commands/core/registry.ts'
import { keysOf } from '../../commands/keys/keyBindings.ts'

/** Current shortcuts of a command, primary first. */
export function useKeysOf(id: string): readonly string[] {
  useAtomValue(registryVersionAtom)
  const command = findCommand(id)
  return command ? keysOf(command).map(({ seq }) => seq) : []
}
