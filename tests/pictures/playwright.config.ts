/** Configuration of `npm run pictures`: one worker, the size of the pictures. */
import console from '../../playwright.config.ts'

export default {
  ...console,
  testDir: '..',
  testMatch: ['guide/*.spec.ts', 'pictures/*.spec.ts'],
  globalSetup: '../support/browserSetup.ts',
  outputDir: '../../test-results',
  projects: [{ name: 'pictures' }],
  workers: 1,
  retries: 0,
  timeout: 1_500_000,
  expect: { timeout: 60_000 },
  use: { ...console.use, viewport: { width: 1366, height: 768 }, colorScheme: 'light' as const },
}
