/** Default keys of a fully permitted user, from the console's own registry. */
import { startCommands } from '../../src/commands/app.ts'
import { navigateCommands } from '../../src/commands/builtins/navigate.ts'
import { registerConsoleCommands } from '../../src/commands/consoleCommands.ts'
import type { Command } from '../../src/commands/core/command.ts'
import { commands, registerCommands } from '../../src/commands/core/registry.ts'
import { registerTableCommands } from '../../src/tables/tableCommands.ts'
import { fullMenu } from '../commands/fullMenu.ts'

/** Commands registered at start and with the frame, once the menu has loaded. */
export function registeredCommands(): readonly Command[] {
  const stop = startCommands()
  const removals = [registerConsoleCommands(), registerTableCommands()]
  registerCommands('menu', navigateCommands(fullMenu))
  const registered = commands()
  for (const remove of removals) remove()
  stop()
  return registered
}
