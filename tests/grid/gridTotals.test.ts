import { describe, expect, it } from 'vitest'
import { entityNamed } from '#contract/index.ts'
import { rate, type Values } from '#contract/schema/field.ts'
import { unitOf, unitShown } from '../../src/fields/units.ts'
import type { GridColumn } from '../../src/grid/state/column.ts'
import { Tally } from '../../src/grid/state/totals.ts'
import { gridColumns } from '../../src/tables/columns/columns.ts'

const columnsNamed = (entity: string, ...names: readonly string[]): readonly GridColumn[] => {
  const definition = entityNamed(entity)
  const all = definition ? gridColumns(definition, key => key) : []
  return names.map(name => all.find(({ id }) => id === name)).filter(column => column !== undefined)
}

function totalsOf(columns: readonly GridColumn[], rows: readonly (Values | undefined)[]) {
  const tally = new Tally()
  for (const row of rows) tally.add(row, columns)
  return tally.totals()
}

const stock = columnsNamed('stockbalance', 'quantity')
const kilos = (quantity: string | null) => ({ quantity, unitId: 1, unitId$label: '千克' })

describe('what marked cells come to', () => {
  it('is exact, whatever the places', () => {
    expect(totalsOf(stock, [kilos('0.1'), kilos('0.2'), kilos('0.3000')])).toMatchObject({
      filled: 3,
      numbers: 3,
      values: { sum: '0.6', average: '0.2', least: '0.1', most: '0.3' },
      unit: '千克',
    })
    expect(totalsOf(stock, [kilos('99999999999999.9999'), kilos('0.0001')]).values?.sum).toBe('100000000000000')
  })

  it('has an average of at most four places more than nobody needs', () => {
    expect(totalsOf(stock, [kilos('1'), kilos('1'), kilos('0')]).values?.average).toBe('0.6667')
  })

  it('counts quantities of different units and does not add them', () => {
    const totals = totalsOf(stock, [kilos('1'), { quantity: '2', unitId: 2, unitId$label: '升' }])
    expect(totals).toMatchObject({ filled: 2, numbers: 2, values: null, unit: '' })
  })

  it('does not add quantities whose unit nobody knows yet', () => {
    expect(totalsOf(stock, [{ quantity: '1' }, { quantity: '2' }]).values).toBeNull()
    expect(totalsOf(stock, [{ quantity: '1' }]).values?.sum).toBe('1')
  })

  it('passes over what is empty and what is no number, and counts the rest', () => {
    const columns = columnsNamed('material', 'name', 'minStock')
    const row = (name: string, minStock: string | null) => ({ name, minStock, baseUnitId: 1, baseUnitId$label: '千克' })
    expect(totalsOf(columns, [row('小麦', '5'), row('大豆', null)])).toMatchObject({
      filled: 3,
      numbers: 1,
      values: { sum: '5' },
    })
    expect(totalsOf(columnsNamed('material', 'name'), [row('小麦', '5')])).toMatchObject({ numbers: 0, values: null })
  })

  it('says of how many rows it speaks', () => {
    expect(totalsOf(stock, [kilos('1'), undefined, undefined])).toMatchObject({ rows: 3, loaded: 1, filled: 1 })
  })
})

describe('the unit of a quantity', () => {
  const of = (entity: string, name: string) => unitOf(entityNamed(entity)?.fields ?? {}, name)

  it('is told by the unit of the row, by one of its own, or by the base unit of the thing', () => {
    expect(of('stockbalance', 'quantity')).toEqual({ by: 'unitId', isNamed: true })
    expect(of('product', 'netContent')).toEqual({ by: 'netContentUnitId', isNamed: true })
    expect(of('product', 'minStock')).toEqual({ by: 'baseUnitId', isNamed: true })
  })

  it('is that of the product or lot where the row has none', () => {
    expect(of('produceplan', 'plannedQty')).toEqual({ by: 'productId', isNamed: false })
    expect(of('lotlink', 'usedQuantity')?.isNamed).toBe(false)
  })

  it('is nothing to a field that is no quantity', () => {
    expect(of('product', 'name')).toBeUndefined()
  })
})

describe('the unit beside a number', () => {
  const beside = (entity: string, name: string, row: Values) => {
    const fields = entityNamed(entity)?.fields ?? {}
    const field = fields[name]
    if (!field) throw new Error(`no field ${entity}.${name}`)
    return unitShown(field, row, unitOf(fields, name))
  }

  it('is that of the row, its own one or the base unit', () => {
    expect(beside('stockbalance', 'quantity', { unitId$label: '千克' })).toBe('千克')
    expect(beside('material', 'minStock', { baseUnitId$label: '千克' })).toBe('千克')
    const product = { baseUnitId$label: '千克', netContentUnitId$label: '毫升' }
    expect(beside('product', 'netContent', product)).toBe('毫升')
    expect(beside('product', 'maxStock', product)).toBe('千克')
    // Without its own unit chosen, the base unit would be wrong.
    expect(beside('product', 'netContent', { baseUnitId$label: '千克' })).toBe('')
  })

  it('is not said twice where the title says it already', () => {
    expect(beside('product', 'density', { baseUnitId$label: '千克' })).toBe('')
    expect(beside('material', 'maxUsePerKg', { baseUnitId$label: '千克' })).toBe('')
  })

  it('is a percent sign beside a rate, and nothing where the row names none', () => {
    expect(unitShown(rate('得率'), {}, undefined)).toBe('%')
    expect(beside('stockbalance', 'quantity', {})).toBe('')
    expect(beside('produceplan', 'plannedQty', { productId$label: '酱油' })).toBe('')
  })
})
