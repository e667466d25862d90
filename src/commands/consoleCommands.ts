/** Commands of a signed-in console: they load with its frame. */
import { entities } from '#contract/index.ts'
import { type Entity, hasPage } from '#contract/schema/entity.ts'
import { authenticatorCommands } from './account/authenticatorCommands.ts'
import { userPasswordCommands } from './account/userPassword.ts'
import { appBuiltins } from './builtins/builtins.ts'
import { editorCommands } from './builtins/editorCommands.ts'
import { graphBuiltins } from './builtins/graphBuiltins.ts'
import { gridBuiltins } from './builtins/gridBuiltins.ts'
import { keyCommands } from './builtins/keyCommands.ts'
import { listBuiltins, recordBuiltins } from './builtins/recordBuiltins.ts'
import { tabBuiltins } from './builtins/tabBuiltins.ts'
import type { Command } from './core/command.ts'
import { registerCommands } from './core/registry.ts'
import { commandsOfEntity } from './entity/entity.ts'
import { menuOrderCommands } from './entity/menuOrder.ts'
import { recordingCommands } from './recorder/recordingCommands.ts'

export const entityCommands: readonly Command[] = Object.values<Entity>(entities)
  .filter(hasPage)
  .flatMap(commandsOfEntity)

const workBuiltins = [...tabBuiltins, ...recordBuiltins, ...listBuiltins, ...gridBuiltins, ...graphBuiltins]

/** Every built-in, those before sign-in too. */
export const builtins: readonly Command[] = [...appBuiltins, ...workBuiltins]

export const consoleCommands: Readonly<Record<string, readonly Command[]>> = {
  work: workBuiltins,
  entities: entityCommands,
  authenticator: authenticatorCommands,
  menuOrder: menuOrderCommands,
  userPassword: userPasswordCommands,
  script: recordingCommands,
  keys: keyCommands,
  editor: editorCommands,
}

/** Registers them; returns the disposer. */
export function registerConsoleCommands(): () => void {
  const removals = Object.entries(consoleCommands).map(([source, added]) => registerCommands(source, added))
  return () => {
    for (const remove of removals) remove()
  }
}
