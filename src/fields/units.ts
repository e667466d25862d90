import type { Field, Fields } from '#contract/schema/field.ts'
import type { RowValues } from '../data/records/row.ts'

export interface UnitOf {
  /** Field whose value decides unit equality. */
  readonly by: string
  /** Unit reference itself: its label is the name. */
  readonly isNamed: boolean
}

const suffix = 'UnitId'

/** Quantity of a unit field: `netContentUnitId` for `netContent`, `unitId` for all. */
const stemOf = (name: string) => (name.endsWith(suffix) ? name.slice(0, -suffix.length) : '')

/** References implying a unit: one thing has one unit. */
const itemKinds = ['material', 'product', 'stocklot']

export function unitOf(fields: Fields, name: string): UnitOf | undefined {
  if (fields[name]?.kind !== 'quantity') return undefined
  const references = Object.entries(fields).filter(([, { kind }]: [string, Field]) => kind === 'reference')
  const units = references.filter(([, { to }]) => to === 'unit').map(([of]) => of)
  const own = units.filter(unit => name.startsWith(stemOf(unit))).sort((a, b) => b.length - a.length)[0]
  const unit = own ?? units.find(of => of === 'baseUnitId')
  if (unit) return { by: unit, isNamed: true }
  const item = itemKinds.flatMap(to => references.filter(([, field]) => field.to === to))[0]
  return item && { by: item[0], isNamed: false }
}

export interface QuantitySources {
  /** Unit chosen in the row; `isOwn` where a person enters it. */
  readonly unit?: { readonly by: string; readonly isOwn: boolean }
  readonly items: readonly (readonly [name: string, to: string])[]
  readonly specs: readonly (readonly [name: string, to: string])[]
  readonly isPackages: boolean
  readonly titled?: string
}

const specKinds = ['productspec', 'materialspec']
const numericKinds: ReadonlySet<string> = new Set(['quantity', 'decimal', 'integer'])

export function quantitySourcesOf(fields: Fields, name: string): QuantitySources | undefined {
  const field = fields[name]
  if (!field || !numericKinds.has(field.kind)) return undefined
  const of = (kinds: readonly string[]) =>
    kinds.flatMap(to => Object.entries(fields).flatMap(([by, each]) => (each.to === to ? [[by, to] as const] : [])))
  const unit = unitOf(fields, name)
  const isPackages = field.kind !== 'quantity' && /package/i.test(name)
  const titled = /[(（]([^)）]+)[)）]/.exec(field.title)?.[1]
  return {
    ...(unit?.isNamed ? { unit: { by: unit.by, isOwn: !fields[unit.by]?.serverManaged } } : {}),
    items: field.kind === 'quantity' || isPackages ? of(itemKinds) : [],
    specs: of(specKinds),
    isPackages,
    ...(titled === undefined ? {} : { titled }),
  }
}

/** Unit of a form number, or percent; empty if titled so. */
export function unitShown({ kind, title }: Field, row: RowValues, unit: UnitOf | undefined): string {
  if (kind === 'rate') return '%'
  if (kind !== 'quantity' || !unit?.isNamed || /[(（]/.test(title)) return ''
  const said = row[`${unit.by}$label`]
  return typeof said === 'string' ? said : ''
}
