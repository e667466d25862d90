import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longestFirst.ts'
import { SlowFiles } from './tests/support/slowFiles.ts'
import { withDatabase } from './tests/support/testFiles.ts'

const server = withDatabase()

const timeouts = {
  // So long that only what hangs runs over it, on a machine three times as slow.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // What is waited for comes from a real server, database or process.
  expect: { poll: { timeout: 20_000 } },
}
const shared = {
  environment: 'node',
  // Modules are loaded once for all files of a worker: loading them anew took a third of the time.
  isolate: false,
  setupFiles: ['tests/support/freshEnvironment.ts', 'tests/support/freshModules.ts'],
  ...timeouts,
} as const

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new SlowFiles()],
    projects: [
      {
        test: {
          ...{ name: 'server', include: server },
          globalSetup: ['tests/support/globalSetup.ts'],
          ...shared,
        },
      },
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'tests/browser/**', ...server],
          pool: 'threads',
          ...shared,
        },
      },
    ],
  },
})
