import { startCommands } from './app.ts'
import { registerConsoleCommands } from './consoleCommands.ts'
import { registerCommands } from './core/registry.ts'
import { paperCommands } from './paper/paperCommands.ts'
import { registerTraceCommands } from './trace/traceRegistration.ts'

/** Commands of a console without screens; returns the disposer. */
export function startHeadless(): () => void {
  const removals = [
    startCommands(),
    registerConsoleCommands(),
    registerTraceCommands(),
    registerCommands('paper', paperCommands),
  ]
  return () => {
    for (const remove of removals) remove()
  }
}
