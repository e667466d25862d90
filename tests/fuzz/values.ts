/** Values of the fuzz: valid, at the edge, and hostile. */
import fc from 'fast-check'
import type { Field, Fields } from '#contract/schema/field.ts'
import type { Random } from './random.ts'

/** Ids that are stored, by table. */
export type Ids = ReadonlyMap<string, readonly number[]>

const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)])
const deepObject = (depth: number): unknown => (depth === 0 ? 'x' : { a: deepObject(depth - 1) })

const numbers = [
  ...[0, -0, -1, 1, 1.5, 0.1, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 31 - 1, -(2 ** 31) - 1],
  ...[2 ** 53, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 1e21, 9_999_999, 99_999_999],
]
const decimals = [
  ...['NaN', 'Infinity', '-Infinity', '-0', '1e5', '1e308', '0', '-1', '0.00001', '99999999.9999', '99999999'],
  ...[
    '0x10',
    '1_000',
    '１２',
    '٣',
    '½',
    '1,5',
    ' 1 ',
    '+1',
    '.5',
    '5.',
    '9'.repeat(400),
    '99999999999999.999999999999',
  ],
]
const days = [
  ...['2026-02-30', '0000-01-01', '0001-01-01', '9999-12-31', '10000-01-01', '-000001-01-01', '2026-2-3', '2026-13-01'],
  ...['2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59-14:00'],
  ...['2026-01-01T24:00:00Z', '2026-01-01', '1900-01-01', '2099-12-31', '+275760-09-13T00:00:00.000Z'],
]
const words = [
  ...['', ' ', 'x', '\u0000', '\ud800', 'a\u0000b', '\u200b', '\ufeff', '\u202ex', 'a'.repeat(5000), '酱'.repeat(2000)],
  ...[
    '\ufdfa',
    '\ufdfa'.repeat(20),
    '\ufdfa'.repeat(190),
    '\u0430dmin',
    'ａｄｍｉｎ',
    'a\u0301'.repeat(500),
    '👩‍👩‍👧‍👦'.repeat(50),
  ],
  ...[
    "'; drop table brand --",
    '%',
    '_',
    '\\',
    '%'.repeat(200),
    '重庆行长乐'.repeat(40),
    '../../etc/passwd',
    '{{7*7}}',
  ],
  ...['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'null', 'undefined', 'DRAFT'],
  ...['<script>alert(1)</script>', '<p>'.repeat(900), '&'.repeat(3000), 'http://127.0.0.1/', 'javascript:alert(1)'],
  ...[`=cmd|' /C calc'!A0`, '[{"a":1}]', '{', '(a+)+$', `${'a'.repeat(3000)}!`, '9'.repeat(3000)],
]
const structures = [
  ...[null, true, false, [], [[]], {}, { a: 1 }, { $gt: '' }, { toString: 1 }, { length: 1e9 }],
  ...[[1, 'x', null], [1.5], ['ENABLED'], [1], [0], [-1], [null], [{}], ['\u0000'], [1, 1, 1], deep(40), deep(900)],
  ...[deepObject(300), JSON.parse('{"__proto__":{"id":1},"constructor":{"prototype":{}}}') as unknown],
  ...[Array.from({ length: 3000 }, (_, at) => at), Array.from({ length: 2000 }, () => ({})), Array(501).fill('\ufdfa')],
]
/** Fixed draw of fast-check: unicode of every plane, odd JSON. */
const drawn = [
  ...fc.sample(fc.string({ unit: 'binary', maxLength: 60 }), { seed: 22, numRuns: 60 }),
  ...fc.sample(fc.jsonValue({ maxDepth: 4 }), { seed: 22, numRuns: 60 }),
]
const groups: readonly (readonly unknown[])[] = [numbers, decimals, days, words, words, structures, drawn]

/** What no client sends. */
export const strange = (random: Random): unknown => random.pick(random.pick(groups))

/** Boundary values, and one beyond: off-by-one limits show. */
function edge(random: Random, field: Field): unknown {
  const most = field.max ?? 200
  if (['text', 'longText', 'richText'].includes(field.kind))
    return random.pick(['a', '酱', '👍', '\ufdfa', ' ']).repeat(random.pick([most - 1, most, most + 1]))
  if (field.kind === 'date') return random.pick(['1900-01-01', '2099-12-31', '2028-02-29', '0001-01-01'])
  if (field.kind === 'references' || field.kind === 'files') return Array(random.pick([20, 21, 500, 501])).fill(1)
  return random.pick([0, 1, -1, '0', '0.0001', '99999999.9999', '-99999999.99', '9999999', 2 ** 31 - 1, 2 ** 31])
}

function usualText(random: Random, { pattern }: Field): string {
  if (pattern === 'PHONE') return '12345'
  if (pattern === 'EMAIL') return `a${random.below(1e6)}@b.cn`
  return `v${random.below(1e9)}a1`
}

/** A value that a field of this kind might well have. */
export function commonValue(random: Random, field: Field, ids: Ids): unknown {
  if (field.enumeration) {
    const code = random.pick(Object.keys(field.enumeration.options))
    return field.kind === 'enumerations' ? [code] : code
  }
  const id = () => random.pick(ids.get(field.to ?? '') ?? [1, 2, 3])
  switch (field.kind) {
    case 'integer':
    case 'bigint':
      return 1 + random.below(3)
    case 'reference':
      return id()
    case 'references':
      return [id()]
    case 'date':
      return random.pick(['2026-11-01', '2026-11-20', '2027-06-30'])
    case 'instant':
      return random.pick(['2026-11-20T08:00:00.000Z', '2026-11-01T00:00:00.000Z'])
    case 'flag':
      return random.chance(0.5)
    case 'image':
      return null
    case 'files':
      return []
    case 'texts':
      return ['a']
    case 'text':
    case 'longText':
    case 'richText':
    case 'secret':
      return usualText(random, field)
    default:
      return random.pick(['1', '2.50', '0.5', '100'])
  }
}

/** Values a person fills in, mostly valid, sometimes at the edge. */
export const valuesOf = (random: Random, fields: Fields, ids: Ids): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !field.serverManaged && !field.derived && !field.computed)
      .map(([name, field]) => [name, random.chance(0.04) ? edge(random, field) : commonValue(random, field, ids)]),
  )

const unheardOf = ['unheardOf', 'constructor', 'toString', '__proto__', 'id', 'rows', 'ids', 'submit', 'rowVersion', '']

/** One hostile value, in a field or a line. */
export function spoiled(random: Random, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = Object.keys(values)
  const name = names.length > 0 && random.chance(0.9) ? random.pick(names) : random.pick(unheardOf)
  const inner = values[name]
  const first = Array.isArray(inner) ? inner[0] : undefined
  const isRow = typeof first === 'object' && first !== null && !Array.isArray(first)
  const value = isRow && random.chance(0.7) ? [spoiled(random, first as Record<string, unknown>)] : strange(random)
  // As JSON brings it: a name of its own, never the prototype.
  return { ...values, ...Object.defineProperty({}, name, { value, enumerable: true }) }
}
