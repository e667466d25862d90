/** Totals of selected cells: count, sum, average, min, max. No floats. */
import { unitText } from '#contract/messages/shippedNames.ts'
import { type Decimal, decimal, decimalPlaces } from '#contract/schema/decimal.ts'
import { isEmpty, type Kind } from '#contract/schema/field.ts'
import { text } from '../../data/language.ts'
import { isNumber } from '../../data/numerals.ts'
import type { RowValues } from '../../data/records/row.ts'
import type { GridColumn } from './column.ts'
import type { Totals } from './shownTotals.ts'

const numeric: ReadonlySet<Kind | undefined> = new Set(['integer', 'bigint', 'quantity', 'money', 'rate', 'decimal'])
/** Kinds with one unit across columns. */
const alike: ReadonlySet<Kind> = new Set(['money', 'rate'])

const unknown = ''

/** Unit that a quantity shares with others, and its name beside a sum. */
type UnitOfSum = readonly [key: string, nameBeside: (sum: string) => string]

function unitOf({ id, field, unit, unitIn }: GridColumn, row: RowValues): UnitOfSum {
  if (field && alike.has(field.kind)) return [field.kind, () => (field.kind === 'rate' ? '%' : '')]
  const shown = unitIn?.(row, 1) ?? ''
  if (shown !== '') return [`:${shown}`, sum => unitIn?.(row, sum) ?? '']
  if (!unit) return [id, () => '']
  // Unsaved lines may lack the unit.
  if (isEmpty(row[unit.by])) return [unknown, () => '']
  const label = unit.isNamed ? row[`${unit.by}$label`] : undefined
  return [`${unit.by}:${row[unit.by]}`, sum => (typeof label === 'string' ? unitText(label, text, sum) : '')]
}

/** Average needs more decimal places than its numbers, but bounded. */
const places = (sum: Decimal) => Math.max(decimalPlaces(sum), 4)

export class Tally {
  #filled = 0
  #numbers = 0
  #rows = 0
  #loaded = 0
  #sum = decimal(0)
  #least: Decimal | null = null
  #most: Decimal | null = null
  #unit: UnitOfSum | null = null
  #isMixed = false

  add(row: RowValues | undefined, columns: readonly GridColumn[]): void {
    this.#rows++
    if (!row) return
    this.#loaded++
    for (const column of columns) {
      const value = row[column.id]
      if (isEmpty(value)) continue
      this.#filled++
      if (numeric.has(column.field?.kind) && isNumber(value)) this.#count(decimal(value), unitOf(column, row))
    }
  }

  #count(value: Decimal, unit: UnitOfSum): void {
    this.#numbers++
    this.#unit ??= unit
    this.#isMixed ||= this.#unit[0] !== unit[0] || (unit[0] === unknown && this.#numbers > 1)
    if (this.#isMixed) return
    this.#sum = this.#sum.plus(value)
    if (!this.#least || value.lt(this.#least)) this.#least = value
    if (!this.#most || value.gt(this.#most)) this.#most = value
  }

  totals(): Totals {
    const [least, most] = [this.#least, this.#most]
    const values =
      this.#isMixed || !least || !most
        ? null
        : {
            sum: this.#sum.toFixed(),
            average: this.#sum.div(this.#numbers).round(places(this.#sum)).toFixed(),
            least: least.toFixed(),
            most: most.toFixed(),
          }
    return {
      filled: this.#filled,
      numbers: this.#numbers,
      values,
      unit: values ? (this.#unit?.[1](values.sum) ?? '') : '',
      rows: this.#rows,
      loaded: this.#loaded,
    }
  }
}
