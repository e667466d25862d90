/** Order of columns: lists by `columns`, lines by item, specification, quantity, unit, lot. */
import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { isEntered } from '#contract/schema/field.ts'
import { gridColumns, lineColumnsOf } from '../../src/tables/columns/columns.ts'

const say = (key: string) => key
const all = Object.values<Entity>(entities)

describe.each(all.filter(({ columns }) => columns).map(entity => [entity.name, entity] as const))('%s', (_, entity) => {
  test('names columns of its list, each once, and they come first', () => {
    const { columns = [], fields } = entity
    expect(columns.filter(name => !fields[name]?.list)).toEqual([])
    expect(new Set(columns).size).toBe(columns.length)
    const shown = gridColumns(entity, say).map(({ id }) => id)
    expect(shown.slice(0, columns.length)).toEqual(columns)
    expect([...shown].sort()).toEqual(
      Object.keys(fields)
        .filter(name => !['secret', 'json'].includes(fields[name]?.kind ?? '') && !fields[name]?.filterOnly)
        .sort(),
    )
  })
})

test('units the server fills in are listed, and hidden beside quantities that carry them', () => {
  const filled = all.filter(({ line, fields }) => !line && fields.unitId && !isEntered(fields.unitId))
  expect(filled.length).toBeGreaterThan(8)
  for (const entity of filled) {
    expect(entity.fields.unitId?.list, entity.name).toBe(true)
    expect(gridColumns(entity, say).find(({ id }) => id === 'unitId')?.hidden, entity.name).toBe(true)
  }
})

/** Lines of stock documents. */
const documents = all.filter(({ document, name }) => document && name !== 'callback')
const lines = documents.flatMap(entity => Object.values<Entity>(entity.lines))
const items = ['materialId', 'semiProductId', 'productId', 'productName', 'itemName']
const wholeQuantity = 'baseQty'
const entered = ({ fields }: Entity, name: string) => fields[name] !== undefined && isEntered(fields[name])

function wantedOf(line: Entity, shown: readonly string[]): readonly string[] {
  const [fields, lot] = [line.fields, shown.find(id => ['lotId', 'supplierLotNo'].includes(id) && entered(line, id))]
  const item = shown.filter(id => items.includes(id))
  const spec = shown.filter(id => /^(material|product)spec$/.test(fields[id]?.to ?? ''))
  const quantity = shown.filter(
    id => fields[id]?.pattern?.startsWith('UNUMBER') && fields[id].unit && (id === wholeQuantity || entered(line, id)),
  )
  const unit = shown.filter(id => id === 'unitId' || id === 'unitName')
  // A lot that tells its item stands before it.
  const followsLot = lot !== undefined && !item.some(id => entered(line, id))
  const rest = [...item, ...spec, ...quantity, ...unit]
  return lot === undefined ? rest : followsLot ? [lot, ...rest] : [...rest, lot]
}

test('lines of documents begin with item, specification, quantity, unit and lot', () => {
  expect(lines.length).toBeGreaterThan(6)
  for (const line of lines) {
    const shown = lineColumnsOf(line, say).map(({ id }) => id)
    const wanted = wantedOf(line, shown)
    expect(shown.slice(0, wanted.length), line.name).toEqual(wanted)
  }
})
