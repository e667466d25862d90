/** Fails the gate when a test file takes too long. */
import type { Reporter, TestModule } from 'vitest/node'

const maxFileMs = Number(process.env.LONGEST_FILE_MS ?? 60_000)
/** Fewer files are no gate: somebody runs some by name. */
const least = 80

export class SlowFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < least) return
    for (const module of modules) {
      const ms = Math.round(module.diagnostic().duration)
      if (ms <= maxFileMs) continue
      process.stderr.write(
        `${module.relativeModuleId} took ${ms} ms, more than ${maxFileMs}: its size belongs to test:soak\n`,
      )
      process.exitCode = 1
    }
  }
}
