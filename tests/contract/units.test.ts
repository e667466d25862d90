/** Units of numbers in the definitions. */
import { expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Field, Fields } from '#contract/schema/field.ts'

interface Declared {
  readonly at: string
  readonly field: Field
  /** Fields of the row, then those of its record. */
  readonly around: Fields
}

function declaredIn({ name, fields, lines, actions }: Entity): readonly Declared[] {
  const among = (path: string, own: Fields, around: Fields): readonly Declared[] =>
    Object.entries(own).map(([key, field]) => ({ at: `${path}.${key}`, field, around: { ...around, ...own } }))
  return [
    ...among(name, fields, {}),
    ...Object.values(lines).flatMap(line => among(line.name, line.fields, fields)),
    ...Object.entries(actions).flatMap(([verb, action]) => among(`${name}.${verb}`, action.arguments ?? {}, fields)),
  ]
}

const all = Object.values<Entity>(entities).flatMap(declaredIn)
const titled = ({ title }: Field) => /[(（]([^()（）]+)[)）]$/.exec(title)?.[1]

test('every quantity declares its unit, or what tells it', () => {
  const quantities = all.filter(({ field }) => field.kind === 'quantity')
  expect(quantities.length).toBeGreaterThan(50)
  expect(quantities.filter(({ field }) => field.unit === undefined).map(({ at }) => at)).toEqual([])
})

test('what tells a unit is a reference with one, of the row or of its record', () => {
  for (const { at, field, around } of all) {
    if (typeof field.unit !== 'object' || field.unit === null) continue
    expect(field.unit.by.length, at).toBeGreaterThan(0)
    for (const name of field.unit.by) {
      const to = around[name]?.to
      const target: Entity | undefined = Object.values<Entity>(entities).find(each => each.name === to)
      const units = target?.choiceFields?.filter(each => target.fields[each]?.to === 'unit') ?? []
      expect(to === 'unit' || units.length === 1, `${at} by ${name}`).toBe(true)
    }
    const specs = Object.values(around).filter(({ to }) => to === 'productspec' || to === 'materialspec')
    if (field.unit.in === 'package') expect(specs, at).toHaveLength(1)
  }
})

test('a unit in a title is the declared one', () => {
  const numbers = all.filter(({ field }) => ['quantity', 'decimal', 'integer'].includes(field.kind))
  for (const { at, field } of numbers) {
    const unit = typeof field.unit === 'string' ? field.unit : undefined
    expect(titled(field), at).toBe(unit)
  }
})
