import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/browser/**', '**/node_modules/**'],
    globalSetup: ['tests/support/globalSetup.ts'],
    fileParallelism: true,
    maxWorkers: 2,
    // So long that only what hangs runs over it, on a machine three times as slow.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // What is waited for comes from a real server, database or process.
    expect: { poll: { timeout: 20_000 } },
  },
})
