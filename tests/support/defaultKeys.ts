/** Default keys of a fully permitted user, from the console's own registry. */
import { startCommands } from '../../src/commands/app.ts'
import { navigateCommands } from '../../src/commands/builtins/navigate.ts'
import type { Command } from '../../src/commands/core/command.ts'
import { commands, registerCommands } from '../../src/commands/core/registry.ts'
// Registered as soon as a list or record was opened.
import '../../src/tables/tableCommands.ts'
import { fullMenu } from '../commands/fullMenu.ts'

/** Commands registered at start, once the menu has loaded. */
export function registeredCommands(): readonly Command[] {
  const stop = startCommands()
  registerCommands('menu', navigateCommands(fullMenu))
  const registered = commands()
  stop()
  return registered
}
