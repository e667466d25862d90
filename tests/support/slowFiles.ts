/** Fails the gate when a test file takes too long. */
import type { Reporter, TestModule } from 'vitest/node'

const maxFileMs = Number(process.env.LONGEST_FILE_MS ?? 60_000)
/** A busy machine slows all files: the limit grows with their sum. */
const maxShare = 0.06
/** Fewer files are no gate: somebody runs some by name. */
const least = 80

export class SlowFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < least) return
    const durations = modules.map(module => Math.round(module.diagnostic().duration))
    const limit = Math.max(maxFileMs, durations.reduce((sum, each) => sum + each, 0) * maxShare)
    for (const [at, module] of modules.entries()) {
      const ms = durations[at] ?? 0
      if (ms <= limit) continue
      process.stderr.write(
        `${module.relativeModuleId} took ${ms} ms, more than ${Math.round(limit)}: its size belongs to test:soak\n`,
      )
      process.exitCode = 1
    }
  }
}
