import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { format, shipped } from '#contract/messages/index.ts'
import { locales, type Texts } from '#contract/messages/locales.ts'
import { buttonsOf, pages } from '#contract/pages.ts'
import { refusals } from '#contract/schema/answer.ts'
import { type Entity, hasPage } from '#contract/schema/entity.ts'
import { patterns } from '#contract/schema/patterns.ts'
import { loadTexts } from '../../src/data/language.ts'

const others = ['zh-TW', 'en-US'] as const
const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort()
const own = shipped['zh-CN']

describe('the texts', () => {
  test.each(others)('in %s are all there and no more', locale => {
    expect(Object.keys(own).filter(key => !Object.hasOwn(shipped[locale], key))).toEqual([])
    // Chinese has no plural.
    expect(Object.keys(shipped[locale]).filter(key => !Object.hasOwn(own, key) && !/^plural\./.test(key))).toEqual([])
  })

  test.each(locales)('of %s stand in one namespace each, and no namespace is left out', locale => {
    const folder = new URL(`../../src/contract/messages/${locale}/`, import.meta.url)
    const written = readdirSync(folder).flatMap(file =>
      Object.entries(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Texts),
    )
    expect(new Set(written.map(([key]) => key)).size).toBe(written.length)
    expect(shipped[locale]).toMatchObject(Object.fromEntries(written))
  })

  test.each(locales)('in %s are none of them empty', locale => {
    expect(Object.entries(shipped[locale]).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test.each(others)('in %s name the same values as in zh-CN', locale => {
    const differing = Object.entries(own)
      .filter(([key, text]) => String(placeholders(shipped[locale][key] ?? '')) !== String(placeholders(text)))
      .map(([key]) => key)
    expect(differing).toEqual([])
  })

  test('in English hold no Chinese, but for the names of the languages', () => {
    const chinese = Object.entries(shipped['en-US']).filter(([, text]) => /\p{Script=Han}/u.test(text))
    expect(chinese.filter(([key]) => !/lang|locale/i.test(key)).map(([key]) => key)).toEqual([])
  })

  test.each(locales)('in %s keep the words of programs out of screens and refusals', locale => {
    // Scripts and workbooks are for those who know them.
    const shown = Object.entries(shipped[locale]).filter(
      ([key]) => !/^(script|link|tracesheet)\.|^errors\.copy$/.test(key),
    )
    const technical = /idempoten|幂等|冪等|JSON|\(ms\)/i
    expect(shown.filter(([, text]) => technical.test(text))).toEqual([])
  })

  test('in English count one thing as one', () => {
    const counts =
      /(?<!At most )\{(count|days|rows|lots|plans|dealers|suppliers|samples)\} (?!of\b|with\b)([a-z]+ )?[a-z]+s\b/
    expect(Object.entries(shipped['en-US']).filter(([, text]) => counts.test(text))).toEqual([])
  })

  test.each(['zh-CN', 'zh-TW'] as const)('in %s address people as 您', locale => {
    expect(Object.entries(shipped[locale]).filter(([, text]) => text.includes('你'))).toEqual([])
  })

  test('in zh-TW say 記錄 for what a list holds', () => {
    const records = Object.entries(shipped['zh-TW']).filter(([, text]) => /(?:新|這筆|沒有)紀錄/.test(text))
    expect(records.map(([key]) => key)).toEqual([])
  })

  test('in zh-TW are written in traditional characters', () => {
    // Characters of the trade whose two forms differ.
    const simplified = /[产单库条记录员经销审过账冲领维护设备质检验规总额类别]/
    expect(
      Object.entries(shipped['zh-TW'])
        .filter(([, text]) => simplified.test(text))
        .map(([key]) => key),
    ).toEqual([])
  })

  test.each(locales)(
    'the browser loads those of %s as the server has them, but for those of the workbook',
    async locale => {
      const ofScreens = Object.entries(shipped[locale]).filter(([key]) => !key.startsWith('tracesheet.'))
      expect(ofScreens.length).toBeLessThan(Object.keys(shipped[locale]).length)
      expect(await loadTexts(locale)).toEqual(Object.fromEntries(ofScreens))
    },
  )
})

describe('a text for everything that is shown', () => {
  test('every refusal, with the values its error carries', () => {
    for (const [name, { text }] of Object.entries(refusals)) expect(own[`error.${name}`]).toBe(text)
    expect(new Set(Object.values(refusals).map(({ status }) => status)).size).toBe(Object.keys(refusals).length)
  })

  test('every fault a pattern or a check can name', () => {
    const checks = Object.values<Entity>(entities).flatMap(entity =>
      [entity, ...Object.values(entity.lines)].flatMap(each => (each.checks ?? []).map(check => check.message)),
    )
    const kinds = ['required', 'text', 'tooLong', 'number', 'integer', 'date', 'instant', 'flag', 'option', 'reference']
    const named = [
      ...Object.keys(patterns),
      ...checks,
      ...kinds,
      'missing',
      'taken',
      'unknown',
      'fixed',
      'positive',
      'lines',
      'future',
    ]
    expect(named.filter(name => !own[`fault.${name}`])).toEqual([])
  })

  test('every page, area and button', () => {
    const missing = pages.flatMap(page => {
      const keys = page.buttons.map(button =>
        own[`${page.name}.${button}`] === undefined ? `button.${button}` : `${page.name}.${button}`,
      )
      return [page.name, `area.${page.area}`, ...keys].filter(key => !own[key])
    })
    expect(missing).toEqual([])
    for (const entity of Object.values<Entity>(entities).filter(hasPage))
      expect(buttonsOf(entity).length).toBeGreaterThan(0)
  })
})

test('a text is filled with its values, and falls back to zh-CN, then to its key', () => {
  const values = { lotNo: 'L1', needed: '5', available: '3', unit: 'kg' }
  expect(format('zh-CN', 'error.shortOfStock', values)).toBe('批次 L1 库存不足：需要 5，可用 3 kg')
  expect(format('en-US', 'error.shortOfStock', values)).toMatch(/L1.*5.*3 kg/)
  expect(format('en-US', 'nobody.knows')).toBe('nobody.knows')
  // No shipped text lacks a language: this one exists in zh-CN alone.
  const key = 'nobody.translated'
  Object.assign(own, { [key]: '只有 {lotNo}' })
  expect(others.map(locale => format(locale, key, values))).toEqual(['只有 L1', '只有 L1'])
  Reflect.deleteProperty(own, key)
})
