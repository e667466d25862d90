/** Choice of language and fallback texts (specification §3, §9). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { localeAtom, ownTextsAtom, restoreLocale, switchLocale, text, textIn } from '../../src/data/language.ts'
import { store } from '../../src/data/store.ts'
import { emptyStorage } from '../support/storage.ts'

beforeEach(() => void vi.stubGlobal('localStorage', emptyStorage()))
afterEach(async () => {
  store.set(ownTextsAtom, {})
  await switchLocale('zh-CN')
  vi.unstubAllGlobals()
})

describe('the language', () => {
  /** What a visit begins with: nothing but what the storage holds. */
  const visit = async () => {
    vi.resetModules()
    const [messages, { store: own }] = await Promise.all([
      import('../../src/data/language.ts'),
      import('../../src/data/store.ts'),
    ])
    await messages.restoreLocale()
    return own.get(messages.localeAtom)
  }

  test('of a first visit is zh-CN, whatever the browser speaks', async () => {
    vi.stubGlobal('navigator', { language: 'en-US', languages: ['en-US', 'zh-TW'] })
    expect(await visit()).toBe('zh-CN')
  })

  test('is the next time the one that was chosen', async () => {
    await switchLocale('en-US')
    expect(await visit()).toBe('en-US')
    await switchLocale('zh-TW')
    expect(await visit()).toBe('zh-TW')
  })

  test('stays as it is where another one is kept than there are', async () => {
    await switchLocale('zh-TW')
    for (const name of Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? ''))
      localStorage.setItem(name, 'fr-FR')
    await restoreLocale()
    expect(store.get(localeAtom)).toBe('zh-TW')
    expect(await visit()).toBe('zh-CN')
  })
})

test('what a language lacks is said in zh-CN, and what that lacks as its key', async () => {
  const key = 'plant.greeting'
  store.set(ownTextsAtom, { 'zh-CN': { [key]: '您好' } })
  await switchLocale('en-US')
  expect([text(key), textIn('en-US', key), textIn('zh-TW', key)]).toEqual(['您好', '您好', '您好'])
  store.set(ownTextsAtom, { 'zh-CN': { [key]: '您好' }, 'en-US': { [key]: 'Hello' } })
  expect([text(key), textIn('zh-TW', key)]).toEqual(['Hello', '您好'])
  expect([text('nobody.knows'), textIn('zh-CN', 'nobody.knows')]).toEqual(['nobody.knows', 'nobody.knows'])
})
