import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { defineEntity, type Entity } from '#contract/schema/entity.ts'
import { date, defineEnumeration, enumeration, isEntered, money, quantity, text } from '#contract/schema/field.ts'
import { allows, compute, initial, validate, validateParameters } from '#contract/schema/validate.ts'

const withLines = (entity: Entity): readonly Entity[] => [entity, ...Object.values(entity.lines).flatMap(withLines)]
const allEntities = Object.values(entities as Readonly<Record<string, Entity>>).flatMap(withLines)

const colours = defineEnumeration('Colour', { RED: '红', BLUE: '蓝' })
const line = defineEntity({
  name: 'line',
  area: 'basic',
  label: '行',
  line: true,
  fields: {
    item: text('物', { required: true, max: 5 }),
    qty: quantity('数量', { required: true, pattern: 'UNUMBER4', positive: true }),
    made: date('产', { past: true }),
    price: money('单价', { pattern: 'UNUMBER' }),
    amount: money('金额', { computed: row => (Number(row.qty) * Number(row.price)).toFixed(2) }),
  },
})
const paper = defineEntity({
  name: 'paper',
  area: 'basic',
  label: '单据',
  document: true,
  fields: {
    no: text('单号', { serverManaged: true }),
    on: date('日期', { required: true, default: 'today' }),
    kind: enumeration('类', colours, { required: true, default: 'RED' }),
    reason: text('原因', { requiredIf: row => row.kind === 'BLUE' }),
    until: date('止'),
    seen: date('见', { past: true }),
    total: money('合计', { computed: row => String(((row.lines as unknown[]) ?? []).length) }),
    status: enumeration('状态', colours, { serverManaged: true, default: 'RED' }),
  },
  lines: { lines: line },
  checks: [{ at: 'until', ok: row => !row.until || String(row.until) >= String(row.on), message: 'endBeforeStart' }],
})
const good = { on: '2026-11-20', kind: 'RED', lines: [{ item: '盐', qty: '1' }] }

describe('a row', () => {
  test('that is whole has no faults', () => {
    expect(validate(paper, good)).toEqual({})
  })

  test('names every fault by its path, lines counted from nothing', () => {
    const lines = [{ item: '盐' }, { item: '很长的名字啊', qty: '-1', colour: 1 }, 'x']
    expect(validate(paper, { kind: 'BLUE', until: '2026', lines, colour: 1 })).toEqual({
      on: 'required',
      reason: 'required',
      until: 'date',
      colour: 'unknown',
      'lines.0.qty': 'required',
      'lines.1.item': 'tooLong',
      'lines.1.qty': 'UNUMBER4',
      'lines.1.colour': 'unknown',
      'lines.2': 'lines',
    })
  })

  test('that is a draft may be incomplete, but not wrong', () => {
    expect(validate(paper, { lines: [] }, { complete: false })).toEqual({})
    expect(validate(paper, { on: '2026', lines: [{ qty: 'x' }] }, { complete: false })).toEqual({
      on: 'date',
      'lines.0.qty': 'number',
    })
  })

  test('that is whole has no day of the past after today, lines included', () => {
    const today = '2026-11-20'
    const late = { ...good, seen: '2026-11-21', lines: [{ item: '盐', qty: '1', made: '2026-11-21' }, { item: '' }] }
    expect(validate(paper, late, { complete: true, today })).toEqual({
      seen: 'future',
      'lines.0.made': 'future',
      'lines.1.item': 'required',
      'lines.1.qty': 'required',
    })
    expect(validate(paper, { ...good, seen: today }, { complete: true, today })).toEqual({})
    expect(validate(paper, { seen: '2026-11-21' }, { complete: false, today })).toEqual({})
  })

  test('of a document has at least one line, and not more than 500', () => {
    expect(validate(paper, { ...good, lines: [] })).toEqual({ lines: 'required' })
    expect(validate(paper, { ...good, lines: 'x' })).toEqual({ lines: 'lines' })
    expect(validate(paper, { ...good, lines: Array(501).fill(good.lines[0]) })).toEqual({ lines: 'lines' })
  })

  test('is asked over several fields only where the field itself is good', () => {
    expect(validate(paper, { ...good, until: '2026-11-19' })).toEqual({ until: 'endBeforeStart' })
    expect(validate(paper, { ...good, until: 'x' })).toEqual({ until: 'date' })
  })

  test('is not asked for what the server fills, nor troubled by what comes with a row', () => {
    expect(
      validate(paper, { ...good, no: 5, status: 'GREEN', total: 'x', id: 1, rowVersion: 2, no$label: 'x' }),
    ).toEqual({})
  })

  test('begins with its defaults, today and now by the clock given', () => {
    const clock = { today: '2026-11-20', now: '2026-11-20T08:00:00.000Z' }
    expect(initial(paper, clock)).toEqual({ on: '2026-11-20', kind: 'RED', status: 'RED', lines: [] })
    expect(initial(entities.materialstorein, clock)).toMatchObject({ storeInDate: clock.now, storeInType: 'PURCHASE' })
  })

  test('is computed from its lines upwards, with decimals in the places they are kept with', () => {
    const row = compute(paper, {
      ...good,
      lines: [
        { item: '盐', qty: '2.5', price: '2.000' },
        { item: '糖', qty: '1' },
      ],
    })
    expect(row).toMatchObject({
      total: '2.00',
      lines: [{ qty: '2.5000', price: '2.00', amount: '5.00' }, { qty: '1.0000' }],
    })
    expect(compute(paper, { ...good, lines: [{ item: '盐', qty: 'x' }] })).toMatchObject({ lines: [{ qty: 'x' }] })
  })

  test('keeps what was entered with more places than are stored, in every field of every entity, and refuses it', () => {
    const stored = { quantity: 4, money: 2, rate: 2, decimal: 2 }
    let count = 0
    for (const entity of allEntities) {
      for (const [name, field] of Object.entries(entity.fields)) {
        const places = stored[field.kind as keyof typeof stored]
        if (places === undefined || !isEntered(field)) continue
        const value = `0.${'0'.repeat(places)}1`
        expect([entity.name, name, compute(entity, { [name]: value })[name]]).toEqual([entity.name, name, value])
        expect([name, validate(entity, { [name]: value }, { complete: false })[name]]).toEqual([
          name,
          expect.any(String),
        ])
        expect(validateParameters({ [name]: field }, { [name]: value })).toHaveProperty(name)
        count += 1
      }
    }
    expect(count).toBeGreaterThan(50)
  })

  test('may be acted upon from the states that were said', () => {
    expect(allows(paper, undefined, {})).toBe(true)
    expect(allows(paper, ['RED'], { status: 'RED' })).toBe(true)
    expect(allows(paper, ['RED'], { status: 'BLUE' })).toBe(false)
    expect(allows(entities.stocklot, ['PENDING'], { qualityStatus: 'PENDING' })).toBe(true)
  })
})

test('parameters are refused when missing, wrong or unknown, prototype names included', () => {
  const fields = { reason: text('原因', { required: true, max: 5 }) }
  expect(validateParameters(fields, { reason: '破损' })).toEqual({})
  expect(validateParameters(fields, {})).toEqual({ reason: 'required' })
  expect(validateParameters(fields, { reason: '破', toString: 1, x: 1 })).toEqual({ toString: 'unknown', x: 'unknown' })
  expect(validateParameters(fields, { reason: '破', x: 1 }, ['x'])).toEqual({})
})

test('a country is two capital letters, wherever one is said', () => {
  for (const [entity, field] of [
    [entities.supply, 'country'],
    [entities.dealer, 'country'],
    [entities.customer, 'country'],
    [entities.material, 'originCountry'],
  ] as const) {
    const errorOf = (value: unknown) => validate(entity, { [field]: value }, { complete: false })[field]
    for (const code of ['CN', 'TW', 'US', null]) expect([entity.name, errorOf(code)]).toEqual([entity.name, undefined])
    for (const code of ['cn', 'C', 'ＣＮ', '中国', '86'])
      expect([entity.name, code, errorOf(code)]).toEqual([entity.name, code, 'countryCode'])
  }
})

test('a sign-in password is required of new users only', () => {
  expect(validate(entities.user, {})).toMatchObject({ loginName: 'required', password: 'required' })
  expect(validate(entities.user, { id: 'new:1' })).toMatchObject({ password: 'required' })
  expect(validate(entities.user, { id: 7 }).password).toBeUndefined()
})
