import type { Command } from '../../src/commands/core/command.ts'
import { commands } from '../../src/commands/core/registry.ts'
// Lists and records register what only they perform as they are loaded: its keys are default keys like all others.
import '../../src/tables/tableCommands.ts'
import { headlessCommands } from './fullMenu.ts'

/** Everything there is, with what the screens registered by being loaded: looked up now, before a test registers its own. */
export const allCommands: readonly Command[] = [...headlessCommands, ...commands()]
