/** Plant of the walk: three materials, two products, a by-product, bins. */
import type { PlantServer } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import type { Item, Position } from './operation.ts'
import { units } from './quantity.ts'

/** What is made: its share of each item in one kilogram. */
export interface Good {
  readonly item: Item
  readonly productId: number
  readonly specId: number
  readonly formulaId: number | null
  readonly shares: readonly { readonly item: Item; readonly share: bigint }[]
}

export interface PlantFixture {
  readonly today: string
  readonly materials: readonly { readonly item: Item; readonly id: number; readonly specId: number }[]
  readonly goods: readonly Good[]
  readonly byProduct: Good
  /** Bins by store; the last of each is quarantine. */
  readonly bins: { readonly material: readonly number[]; readonly product: readonly number[] }
  readonly warehouses: { readonly material: number; readonly product: number }
  readonly quarantine: ReadonlySet<Position>
  readonly suppliers: readonly number[]
  readonly dealers: readonly number[]
  employee(jobNo: string): number
}

const recipes = {
  X1: [
    ['M001', '0.7'],
    ['M002', '0.3'],
  ],
  X2: [
    ['X1', '0.8'],
    ['M004', '0.2'],
  ],
} as const

async function bins(at: PlantServer, warehouse: string): Promise<readonly number[]> {
  const room = stockroomOf(at)
  return [
    await room.defaultBin(warehouse),
    await room.bin(`A-${warehouse}`, warehouse),
    await room.bin(`Q-${warehouse}`, warehouse, { isQuarantine: true }),
  ]
}

/** Makes products and bins; the administrator may sign. */
export async function openFixture(at: PlantServer): Promise<PlantFixture> {
  const { day } = at
  const kilograms = { baseUnitId: day.id('unit', 'kg') }
  await day.product('X1', recipes.X1, kilograms)
  await day.product('X2', recipes.X2, kilograms)
  await day.product('B1', [['M001', '1']], { ...kilograms, productType: 'BYPRODUCT' })
  await stockroomOf(at).signAs('E001')
  const codes = ['M001', 'M002', 'M004']
  const itemOf = (code: string): Item =>
    code.startsWith('M') ? `material:${day.id('material', code)}` : `product:${day.id('product', code)}`
  const good = (code: string, lines: readonly (readonly [string, string])[]): Good => ({
    item: itemOf(code),
    productId: day.id('product', code),
    specId: day.id('productspec', `${code}-1`),
    formulaId: day.id('productformula', code),
    shares: lines.map(([item, share]) => ({ item: itemOf(item), share: units(share) })),
  })
  const places = { material: await bins(at, 'WH01'), product: await bins(at, 'WH05') }
  return {
    today: at.plant.today,
    materials: codes.map(code => ({
      item: itemOf(code),
      id: day.id('material', code),
      specId: day.id('materialspec', `${code}-1`),
    })),
    goods: [good('X1', recipes.X1), good('X2', recipes.X2)],
    byProduct: good('B1', []),
    bins: places,
    warehouses: { material: day.id('warehouse', 'WH01'), product: day.id('warehouse', 'WH05') },
    quarantine: new Set([places.material[2], places.product[2]].map(bin => `bin:${bin}`)),
    suppliers: [day.id('supply', 'S001'), day.id('supply', 'S002')],
    dealers: ['D001', 'D002', 'D003'].map(code => day.id('dealer', code)),
    employee: jobNo => day.id('employee', jobNo),
  }
}
