/** In what a quantity of a row is counted. */
import type { Field, Fields, Values } from '../contract/schema/field.ts'

export interface UnitOf {
  /** The field of the row by which quantities differ: of the same value, of the same unit. */
  readonly by: string
  /** Is it the unit itself, so that its label names it? */
  readonly isNamed: boolean
}

const suffix = 'UnitId'

/** What a field of this name says the unit of: `netContentUnitId` that of `netContent`, `unitId` that of all. */
const stemOf = (name: string) => (name.endsWith(suffix) ? name.slice(0, -suffix.length) : '')

/** References by which a quantity without a unit of its own is told: things of one kind are counted alike. */
const things = ['material', 'product', 'stocklot']

/** By which field of the row the unit of a quantity is told; undefined for other fields, and where nothing tells it. */
export function unitOf(fields: Fields, name: string): UnitOf | undefined {
  if (fields[name]?.kind !== 'quantity') return undefined
  const references = Object.entries(fields).filter(([, { kind }]: [string, Field]) => kind === 'reference')
  const units = references.filter(([, { to }]) => to === 'unit').map(([of]) => of)
  const own = units.filter(unit => name.startsWith(stemOf(unit))).sort((a, b) => b.length - a.length)[0]
  const unit = own ?? units.find(of => of === 'baseUnitId')
  if (unit) return { by: unit, isNamed: true }
  const thing = things.flatMap(to => references.filter(([, field]) => field.to === to))[0]
  return thing && { by: thing[0], isNamed: false }
}

/**
 * What stands behind a number while it is entered or read in a form: the unit its row names, the percent sign of a rate.
 * Nothing where the title says already in what it is counted.
 */
export function unitShown({ kind, title }: Field, row: Values, unit: UnitOf | undefined): string {
  if (kind === 'rate') return '%'
  if (kind !== 'quantity' || !unit?.isNamed || /[(（]/.test(title)) return ''
  const said = row[`${unit.by}$label`]
  return typeof said === 'string' ? said : ''
}
