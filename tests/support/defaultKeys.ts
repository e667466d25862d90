/** Every default key of the console for somebody who may do everything, taken from the registry as the console fills it. */
import { startCommands } from '../../src/commands/app.ts'
import { navigateCommands } from '../../src/commands/builtins/navigate.ts'
import type { Command } from '../../src/commands/core/command.ts'
import { commands, registerCommands } from '../../src/commands/core/registry.ts'
// The console has these as soon as a list or a record was opened.
import '../../src/tables/tableCommands.ts'
import { fullMenu } from '../commands/fullMenu.ts'

/** The commands that are registered when the console starts and its menu has come. */
export function registeredCommands(): readonly Command[] {
  const stop = startCommands()
  registerCommands('menu', navigateCommands(fullMenu))
  const registered = commands()
  stop()
  return registered
}
