/** Quantity of a scanned label in the units of its line. */
import type { Gs1Element } from '#contract/gs1/elementString.ts'
import { readCount, readMeasure } from '#contract/gs1/measure.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { parseQuantity } from '#contract/schema/quantity.ts'
import type { RowValues } from '../../data/records/row.ts'
import { loadQuantityRules, quantityRules } from '../../fields/quantities.ts'
import { quantitySourcesOf } from '../../fields/units.ts'

/** Decimal text; null where the label does not say it. */
export interface ScannedQuantity {
  readonly packages: string | null
  /** In the unit of the line's quantity. */
  readonly quantity: string | null
}

export const PACKAGES = 'packageQty'

export const isOpenField = ({ fields }: Entity, name: string) =>
  fields[name] !== undefined && !fields[name].serverManaged

/** Field of the line's quantity, which is not in packages. */
export const quantityFieldOf = (line: Entity): string | undefined =>
  Object.keys(line.fields).find(name => {
    const { unit } = line.fields[name] ?? {}
    return isOpenField(line, name) && typeof unit === 'object' && unit !== null && unit.in !== 'package'
  })

/** Net weight or volume, as people write it: `12.500kg`. */
function writtenMeasure(elements: readonly Gs1Element[]): string | null {
  const measures = elements.map(readMeasure).filter(measure => measure !== null)
  const net = measures.find(({ kind }) => kind === 'weight' || kind === 'volume')
  return net ? `${net.quantity}${net.unit}` : null
}

const isWhole = (value: string) => /^[1-9]\d*$/.test(value)

function converterFor(line: Entity, name: string | undefined, row: RowValues) {
  const field = name === undefined ? undefined : line.fields[name]
  if (name === undefined || !field) return () => null
  const rules = quantityRules(field, quantitySourcesOf(line.fields, name), row)
  return (written: string): string | null => {
    const read = parseQuantity(written, rules)
    return 'value' in read ? read.value : null
  }
}

/** What the label counts and weighs; `size` is the content of one package. */
export async function scannedQuantity(
  line: Entity,
  row: RowValues,
  elements: readonly Gs1Element[],
  size: string | null,
): Promise<ScannedQuantity> {
  const name = quantityFieldOf(line)
  const hasPackages = isOpenField(line, PACKAGES)
  for (const each of [name, PACKAGES]) if (each) await loadQuantityRules(quantitySourcesOf(line.fields, each), row)
  const [inUnit, inPackages] = [converterFor(line, name, row), converterFor(line, PACKAGES, row)]
  const counts = new Map(elements.map(({ ai, value }) => [ai, readCount({ ai, value })]))
  const [pieces, contained] = [counts.get('30') ?? null, counts.get('37') ?? null]
  const measure = writtenMeasure(elements)
  const weighed = measure === null ? null : inUnit(measure)
  const filled = measure === null || !hasPackages ? null : inPackages(measure)
  const isMeasured = inUnit('1kg') !== null || inUnit('1l') !== null
  const packages = contained ?? (filled !== null && isWhole(filled) ? filled : null)
  const ofPackages =
    size === null || hasPackages
      ? null
      : decimal(size)
          .times(packages ?? 1)
          .toFixed()
  return { packages, quantity: weighed ?? (isMeasured ? null : pieces) ?? ofPackages }
}
