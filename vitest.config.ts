import { defineConfig } from 'vitest/config'

/** Tests that change what modules hold: the console's store, its registry, the definitions. */
const stateful = ['tests/commands/**/*.test.ts', 'tests/data/**/*.test.ts', 'tests/one-field-more.test.ts']

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: ['tests/support/globalSetup.ts'],
    maxWorkers: 2,
    // So long that only what hangs runs over it, on a machine three times as slow.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // What is waited for comes from a real server, database or process.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      // Modules are loaded once for all files: loading them anew took a third of the time.
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/browser/**', '**/node_modules/**', ...stateful],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'stateful', include: stateful } },
    ],
  },
})
