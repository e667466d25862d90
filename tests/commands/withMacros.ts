/** Console with its macros, for the tests of one file. */
import { afterAll, beforeAll } from 'vitest'
import { registerMacros } from '../../src/commands/macro/macroCommands.ts'
import { lotline } from '../../src/commands/script.ts'
import { loadUserSettings } from '../../src/data/settings/userSettings.ts'
import { type Console, startConsole } from './console.ts'

export function withMacros(): () => Console {
  let started: Console
  let end: () => void
  beforeAll(async () => {
    started = await startConsole()
    await lotline.ready()
    await loadUserSettings()
    end = registerMacros()
  })
  afterAll(() => {
    end()
    return started.close()
  })
  return () => started
}
