import type { Command } from '../../src/commands/core/command.ts'
import { commands } from '../../src/commands/core/registry.ts'
import { registerTableCommands } from '../../src/tables/tableCommands.ts'
import { headlessCommands } from './fullMenu.ts'

// Their default keys count like all others.
registerTableCommands()

/** Complete registry with the frame, before a test registers its own. */
export const allCommands: readonly Command[] = [...headlessCommands, ...commands()]
