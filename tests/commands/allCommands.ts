import type { Command } from '../../src/commands/core/command.ts'
import { commands } from '../../src/commands/core/registry.ts'
// Registered on load: their default keys count like all others.
import '../../src/tables/tableCommands.ts'
import { headlessCommands } from './fullMenu.ts'

/** Complete registry after loading the screens, before a test registers its own. */
export const allCommands: readonly Command[] = [...headlessCommands, ...commands()]
