import { expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { text } from '#contract/schema/field.ts'
import { fits, type PatternName, patterns } from '#contract/schema/patterns.ts'
import { validateValue } from '#contract/schema/validate.ts'

/** Edges of each named pattern of the specification: accepted and refused. */
const edges: Readonly<Record<PatternName, { readonly takes: readonly string[]; readonly refuses: readonly string[] }>> =
  {
    UINT: { takes: ['0', '7', '0007', '9999999'], refuses: ['', '-1', '10000000', '1.0', ' 1', '1\n', '１'] },
    INT: { takes: ['0', '-1', '-9999999', '9999999'], refuses: ['', '-', '--1', '+1', '10000000', '1.5'] },
    UNUMBER: {
      takes: ['0', '0.5', '99999999.99', '1.25'],
      refuses: ['', '-1', '1.', '.5', '1.234', '100000000', '1,5'],
    },
    UNUMBER4: { takes: ['0', '0.0001', '99999999.9999'], refuses: ['-1', '1.00001', '100000000', '1e3', '1.'] },
    NUMBER: { takes: ['-0.5', '0', '-99999999.99', '12.34'], refuses: ['', '-', '1.234', '+1', '100000000'] },
    EMAIL: {
      takes: ['a@b.cn', 'first.last+tag@mail.example.com'],
      refuses: ['', 'a', 'a@', '@b.cn', 'a@b', 'a b@c.cn', 'a@b@c.cn', 'a@b..cn'],
    },
    PHONE: {
      takes: ['123', '12345678', '020-86541230', '0755-2889100', '02086541230', '13812345678'],
      refuses: ['', '12', '+8613812345678', '020-86541230-1', '020 8654', '12-3456', '1234567890123'],
    },
    PASSWORD: {
      takes: ['abc123', 'a1!@#$', 'A2345678901234567890', '1a 2b3c'],
      refuses: ['', 'abc12', 'abcdef', '123456', '密码123456', 'a23456789012345678901'],
    },
    POSITIVEINTEGER: { takes: ['1', '10', '123456789'], refuses: ['', '0', '01', '-1', '1.0'] },
    MONTHSELLAWARDRATE: { takes: ['0.0', '0.5', '0.99'], refuses: ['', '0', '1.00', '.5', '0.', '0.123', '-0.1'] },
  }

test('every pattern is told here', () => {
  expect(Object.keys(edges)).toEqual(Object.keys(patterns))
})

test.each(Object.entries(edges))('%s', (name, { takes, refuses }) => {
  const pattern = name as PatternName
  expect(takes.filter(value => !fits(pattern, value))).toEqual([])
  expect(refuses.filter(value => fits(pattern, value))).toEqual([])
})

test.each(Object.entries(edges))('a field with the pattern %s is refused by its name', (name, { takes, refuses }) => {
  const field = text('值', { pattern: name as PatternName })
  expect(takes.filter(value => validateValue(field, value) !== null)).toEqual([])
  // What is empty is missing, not ill-formed.
  expect(refuses.filter(value => value.trim() !== '' && validateValue(field, value) !== name)).toEqual([])
})

const everyEntity = (list: readonly Entity[]): readonly Entity[] =>
  list.flatMap(entity => [entity, ...everyEntity(Object.values(entity.lines))])

test('every pattern is that of a field', () => {
  const used = everyEntity(Object.values(entities)).flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ pattern }) => pattern ?? []),
  )
  expect(Object.keys(patterns).filter(name => !used.includes(name as PatternName))).toEqual([])
})
