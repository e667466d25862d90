import { defineConfig } from '@playwright/test'
import { chromium, chromiumArguments } from './tests/support/chromium.ts'

export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: './tests/support/browserSetup.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // Each has its own servers; the machine of the tests has two cores.
  workers: 2,
  retries: 0,
  // The longest test first: were it the last, the other core would wait for it.
  projects: [
    { name: 'keys', testMatch: /everyKey.*\.spec\.ts/ },
    { name: 'console', testIgnore: /everyKey/ },
  ],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // What the page held at every step, without a film of it: drawing every frame for one took half of the time of a test.
    trace: { mode: 'retain-on-failure', snapshots: true, screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium(),
      args: chromiumArguments,
      // Names of files that are taken out are Chinese: without a locale of UTF-8 the browser would call them all "download".
      env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
    },
  },
})
