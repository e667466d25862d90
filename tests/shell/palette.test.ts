import { describe, expect, it } from 'vitest'
import { shipped } from '#contract/messages/index.ts'
import type { Locale } from '#contract/messages/locales.ts'
import { produceplan } from '#contract/production/produceplan.ts'
import { callbackdealer } from '#contract/recall/callbackdealer.ts'
import { date, quantity, rate, secret, text } from '#contract/schema/field.ts'
import { done, type Result } from '../../src/commands/core/command.ts'
import type { FoundRecord } from '../../src/commands/search/foundRecords.ts'
import { paletteEntries } from '../../src/commands/search/paletteEntries.ts'
import type { Hit, Section } from '../../src/commands/search/search.ts'
import { searchable } from '../../src/commands/search/searchText.ts'
import { scriptOf } from '../../src/shell/palette/state/copying.ts'
import { markedParts } from '../../src/shell/palette/state/marking.ts'
import { entered, queryOf } from '../../src/shell/palette/state/modes.ts'
import { ambiguousTitles, firstOffer, type Given, offersOf } from '../../src/shell/palette/state/offers.ts'
import { first, movedBy, selectedIndex, selectionAt } from '../../src/shell/palette/state/selection.ts'
import {
  argumentsOf,
  beginningOf,
  isNeeded,
  keepable,
  nextOpen,
  type PaletteStep,
  readEntry,
  stepsOf,
  unitOf,
} from '../../src/shell/palette/state/steps.ts'
import { troubleOf } from '../../src/shell/palette/state/trouble.ts'

const plain = { group: 'group.pages', permission: 'session', risk: 'read', run: async () => done() } as const

function hit(id: string, section?: Section, title = id): Hit {
  const [entry] = paletteEntries([{ ...plain, id, title }], 'zh-CN', {})
  if (!entry) throw new Error('a command makes an entry')
  return { entry, score: 0, ...(section ? { section } : {}) }
}

const record = (id: number): FoundRecord => ({
  entity: 'brand',
  id,
  title: `B${id}`,
  detail: '',
  path: `/brand/${id}`,
})
const given: Given = {
  mode: 'all',
  text: '',
  hits: [],
  records: [],
  line: null,
  mayCome: false,
  tabs: [],
  running: [],
  value: null,
  isChosen: true,
}
const idsOf = (of: Partial<Given>) => offersOf({ ...given, ...of }).map(({ offer }) => offer.id)

describe('what the palette shows', () => {
  it('suggests what is running, what may be done here, recent tabs, what is often used, and the rest', () => {
    const hits = [
      hit('brand.delete', 'selection'),
      hit('brand.new', 'page'),
      hit('unit.new', 'recent'),
      hit('navigate.unit', 'pages'),
    ]
    const suggested = offersOf({ ...given, hits, tabs: ['/dealer'], running: ['brand.export'] })
    expect(suggested.map(({ group, offer }) => [group, offer.id])).toEqual([
      ['running', 'running brand.export'],
      ['selection', 'command brand.delete'],
      ['page', 'command brand.new'],
      ['tabs', 'tab /dealer'],
      ['recent', 'command unit.new'],
      ['pages', 'command navigate.unit'],
    ])
    expect(firstOffer(suggested), 'Enter must not call off what is running').toBe(1)
  })

  it('says "this page" of what acts on rows while none are chosen', () => {
    const [only] = offersOf({ ...given, hits: [hit('brand.delete', 'selection')], isChosen: false })
    expect(only?.group).toBe('page')
  })

  it('keeps places free for records that may come, so that their coming takes none away', () => {
    const hits = Array.from({ length: 80 }, (_, index) => hit(`c.${index}`))
    const before = idsOf({ text: '原料', hits, mayCome: true })
    const after = idsOf({
      text: '原料',
      hits,
      mayCome: true,
      records: Array.from({ length: 12 }, (_, id) => record(id)),
    })
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after).toHaveLength(50)
    expect(after.at(-1)).toBe('record /brand/11')
  })

  it('answers a sum with its value and help with the signs', () => {
    expect(idsOf({ mode: 'calculate', text: '1+1', value: '2' })).toEqual(['value'])
    expect(idsOf({ mode: 'calculate', text: '1+' })).toEqual([])
    expect(idsOf({ mode: 'help', hits: [hit('brand.new')] })).toEqual([
      'mode actions',
      'mode pages',
      'mode records',
      'mode people',
      'mode calculate',
      'command brand.new',
    ])
    expect(idsOf({ mode: 'help', text: 'new', hits: [hit('brand.new')] })).toEqual(['command brand.new'])
  })

  it('knows the titles that stand there twice', () => {
    const offers = offersOf({
      ...given,
      text: 'x',
      hits: [hit('a', undefined, '导出'), hit('b', undefined, '导出'), hit('c')],
    })
    expect([...ambiguousTitles(offers)]).toEqual(['导出'])
  })
})

describe('modes', () => {
  it('takes the sign off what is typed, of whatever width', () => {
    expect(entered('all', '》dc')).toEqual({ mode: 'actions', text: 'dc' })
    expect(entered('all', '# MI')).toEqual({ mode: 'records', text: ' MI' })
    expect(entered('all', 'dc')).toEqual({ mode: 'all', text: 'dc' })
  })

  it('leaves a sign alone where a mode is on already', () => {
    expect(entered('calculate', '=1')).toEqual({ mode: 'calculate', text: '=1' })
    expect(queryOf('people', '王')).toBe('@王')
    expect(queryOf('all', '王')).toBe('王')
  })
})

describe('the selection', () => {
  const rows = ['a', 'b', 'c'].map(id => ({ id }))

  it('stays on its row when others come before it', () => {
    const selected = selectionAt(1, rows)
    expect(selectedIndex(selected, [{ id: 'new' }, ...rows])).toBe(2)
  })

  it('goes to the row that took the place of one that is gone', () => {
    const selected = selectionAt(1, rows)
    expect(selectedIndex(selected, [{ id: 'a' }, { id: 'c' }])).toBe(1)
    expect(selectedIndex(selectionAt(2, rows), [{ id: 'a' }])).toBe(0)
    expect(selectedIndex(first, [])).toBe(-1)
  })

  it("goes round with the arrows; Home and End are the caret's while there is a text", () => {
    expect(movedBy('ArrowDown', 2, 3, true)).toBe(0)
    expect(movedBy('ArrowUp', 0, 3, true)).toBe(2)
    expect(movedBy('ArrowDown', -1, 3, true)).toBe(0)
    expect(movedBy('End', 0, 3, true)).toBe(2)
    expect(movedBy('End', 0, 3, false)).toBeNull()
    expect(movedBy('PageDown', 0, 30, false)).toBe(8)
    expect(movedBy('x', 0, 3, true)).toBeNull()
  })
})

describe('marks', () => {
  const sounds: Readonly<Record<string, string>> = {
    新: 'xin',
    增: 'zeng',
    原: 'yuan',
    料: 'liao',
    入: 'ru',
    库: 'ku',
    产: 'chan',
    品: 'pin',
  }
  const soundOf = (said: string) => [...said].flatMap(character => sounds[character] ?? [])
  const marked = (title: string, typed: string) =>
    markedParts(searchable(title, soundOf), typed)
      .map(({ text: part, isFound }) => (isFound ? `[${part}]` : part))
      .join('')

  it.each([
    ['原料入库', '入库', '原料[入库]'],
    ['原料入库', 'ylrk', '[原料入库]'],
    ['原料入库', 'ruku', '原料[入库]'],
    ['新增产品', '产p', '新增[产品]'],
    ['产品入库', 'chan pin', '[产品]入库'],
    ['产品入库', "chan'pin", '[产品]入库'],
    ['产品入库', 'ru’ku', '产品[入库]'],
    ["Wendy's Foods", "wendy's", "[Wendy's] Foods"],
    ['Export (CSV)', 'csv', 'Export ([CSV])'],
    ['Material', 'mtl', '[M]a[t]eria[l]'],
    ['原料', 'zzz', '原料'],
    ['原料', '', '原料'],
  ])('%s found by %s', (title, typed, expected) => expect(marked(title, typed)).toBe(expected))
})

describe('the questions of a command', () => {
  const scrap = {
    rows: { entity: produceplan, one: true },
    fields: produceplan.actions.scrapRest.arguments,
    values: {},
  }
  const steps = stepsOf(scrap)

  it('begin with the rows and leave out what was given', () => {
    expect(steps.map(({ name, kind, isMany }) => [name, kind, isMany])).toEqual([
      ['ids', 'rows', false],
      ['lotId', 'choice', false],
      ['qty', 'entry', false],
      ['reason', 'entry', false],
    ])
    const rest = stepsOf({ rows: undefined, fields: scrap.fields, values: { reason: '破损', qty: 'much' } })
    expect(rest.map(({ name }) => name)).toEqual(['lotId', 'qty'])
  })

  it('go on where they were left, and are whole with null for what was passed over', () => {
    const answers = { ids: { value: [3], label: 'P3' }, lotId: { value: null, label: '' } }
    expect(nextOpen(steps, answers)).toBe(2)
    expect(argumentsOf(steps, answers, { mode: 'x' })).toEqual({
      mode: 'x',
      ids: [3],
      lotId: null,
      qty: null,
      reason: null,
    })
  })

  it('need rows and required fields, and let the others be passed over', () => {
    expect(steps.map(step => isNeeded(step, {}, {}))).toEqual([true, false, false, true])
  })

  const stepOf = (field: Parameters<typeof stepsOf>[0]['fields'][string]): Extract<PaletteStep, { field: unknown }> => {
    const [step] = stepsOf({ rows: undefined, fields: { it: field }, values: {} })
    if (!step || step.kind === 'rows') throw new Error('a field makes a field step')
    return step
  }

  it.each([
    [quantity('数量', { pattern: 'UNUMBER4' }), '１，２００.5', { value: '1200.5', label: '1200.5' }],
    [quantity('数量', { positive: true }), '0', { fieldError: 'positive' }],
    [quantity('数量', { pattern: 'UNUMBER4' }), '1.23456', { fieldError: 'UNUMBER4' }],
    [date('日期'), '2026/2/30', { fieldError: 'date' }],
    [date('日期'), '2026年5月1日', { value: '2026-05-01', label: '2026-05-01' }],
    [text('原因', { max: 3 }), '四个字呀', { fieldError: 'tooLong' }],
    [text('原因'), '  ', { fieldError: 'required' }],
    [secret('密码'), 'abc123', { value: 'abc123', label: '••••••' }],
  ])('%o typed as %s', (field, typed, expected) =>
    expect(readEntry(stepOf(field), typed, true, 'zh-CN')).toEqual(expected),
  )

  it('begin with the earlier answer, else with the default', () => {
    const clock = { today: '2026-11-21', now: '2026-11-21T08:00:00.000Z' }
    expect(beginningOf(stepOf(date('日期', { default: 'today' })), undefined, clock, 'zh-CN')).toBe('2026-11-21')
    expect(beginningOf(stepOf(text('原因')), { value: '破损', label: '破损' }, clock, 'zh-CN')).toBe('破损')
    expect(beginningOf(stepOf(secret('密码')), { value: 'abc123', label: '••••••' }, clock, 'zh-CN')).toBe('')
  })

  it('say the unit of a quantity and take it in others', () => {
    expect(unitOf(stepOf(rate('比例')), { unit: '%', decimals: 2 })).toBe('%')
    const kilograms = { unit: '千克', decimals: 4 }
    const step = stepOf(quantity('数量'))
    expect(unitOf(step, kilograms)).toBe('千克')
    expect(unitOf(stepOf(quantity('毛重(kg)', { unit: 'kg' })), { unit: 'kg', decimals: 4 })).toBeUndefined()
    expect(readEntry(step, '0.5t', true, 'zh-CN', kilograms)).toEqual({ value: '500', label: '500' })
    expect(readEntry(step, '3箱', true, 'zh-CN', kilograms)).toHaveProperty('fieldError')
  })

  it('keep no secret for another time', () => {
    const both = stepsOf({ rows: undefined, fields: { password: secret('密码'), reason: text('原因') }, values: {} })
    const answers = { password: { value: 'abc123', label: '••••••' }, reason: { value: '破损', label: '破损' } }
    expect(Object.keys(keepable(both, answers))).toEqual(['reason'])
  })
})

describe('what came of a command', () => {
  const reverse = { ...plain, id: 'unit.scrap', title: 't', entity: 'unit' } as const
  const fields = { reason: text('原因', { required: true }), qty: quantity('数量') }
  const request = { by: 'palette', command: reverse, fields, values: {}, fieldErrors: {}, confirmation: null } as const
  const steps = stepsOf({ rows: undefined, fields, values: {} })
  const trouble = (result: Result) => troubleOf(result, request, steps)
  const saidIn = (locale: Locale, result: Result) => trouble(result)?.said(key => shipped[locale][key] ?? key)

  it('is told above the question it is about, in the language that is spoken then', () => {
    const faulty = { status: 'invalid', faults: { reason: 'required' } } as const
    expect(trouble(faulty)?.step).toBe('reason')
    expect([saidIn('zh-CN', faulty), saidIn('en-US', faulty)]).toEqual(['必填', 'Required'])
  })

  it('is told of a refusal by the server likewise, each once', () => {
    const message = shipped['zh-CN']['error.notFound'] ?? ''
    const row = { id: 1, ok: false, status: 1005, message }
    const refused = { status: 'failed', code: 1005, message, rows: [row, { ...row, id: 2 }] } as const
    expect([saidIn('zh-CN', refused), saidIn('en-US', refused)]).toEqual([message, shipped['en-US']['error.notFound']])
  })
})

describe('a command as a line of script', () => {
  const base = { ...plain, title: 't' }

  it('names what it needs and what is known of it', () => {
    expect(scriptOf({ ...base, id: 'brand.new', risk: 'read' }, {})).toBe(`await lotline.run('brand.new')`)
    const notify = {
      ...base,
      id: 'callbackdealer.notified',
      risk: 'write',
      rows: { entity: callbackdealer },
      arguments: callbackdealer.actions.notified.arguments,
    } as const
    expect(scriptOf(notify, { ids: [3, 4] })).toBe(
      `await lotline.run('callbackdealer.notified', { ids: [3, 4], notifyMethod: null })`,
    )
    expect(scriptOf({ ...notify, confirm: true }, { notifyMethod: "it's" })).toBe(
      `await lotline.run('callbackdealer.notified', { ids: [], notifyMethod: 'it\\'s' }, { confirm: 'accept' })`,
    )
  })
})
