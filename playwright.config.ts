import { defineConfig } from '@playwright/test'
import { chromium, chromiumArguments } from './tests/support/chromium.ts'

const launch = (executablePath: string) => ({
  executablePath,
  args: chromiumArguments,
  // Downloads have Chinese names, which need a UTF-8 locale.
  env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
})

export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: './tests/support/browserSetup.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // Each has its own servers; the machine of the tests has two cores.
  workers: 2,
  // The lanes share two cores; what passes at the second go is reported as flaky.
  retries: 1,
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
    // Snapshots of every step cost an eighth of all processor time.
    trace: process.env.TRACE ? { mode: 'retain-on-failure', snapshots: true, screenshots: false } : 'off',
    screenshot: 'only-on-failure',
    launchOptions: launch(chromium()),
  },
})
