import { test as base, expect } from '@playwright/test'
export const test = base.extend<{ noise: string[] }, { demoUrl: string }>({
  demoUrl: [async ({}, use) => { await use('http://127.0.0.1:5999') }, { scope: 'worker' }],
  noise: [async ({ page }, use) => { const noise: string[] = []; page.on('console', m => { if (['error','warning'].includes(m.type())) noise.push(m.text()) }); page.on('pageerror', e => noise.push(String(e.stack ?? e))); await use(noise); expect(noise).toEqual([]) }, { auto: true }],
})
export { expect }
