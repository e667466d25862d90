/** Memoised cells: names, units and days repeat across rows. */
import type { SheetCell } from './workbook.ts'

/** Cache bound per column; columns with few repeats are not cached. */
const maxKnown = 8_192
const fewAgain = 1_024
const maxLength = 64

/** Memoises the cell maker of a column by value. */
export function madeOnce(make: (value: unknown) => SheetCell): (value: unknown) => SheetCell {
  const known = new Map<unknown, SheetCell>()
  let again = 0
  let isVaried = false
  return value => {
    if (isVaried || typeof value === 'object' || String(value).length > maxLength) return make(value)
    const before = known.get(value)
    if (before !== undefined) {
      again += 1
      return before
    }
    const cell = make(value)
    if (known.size < maxKnown) {
      known.set(value, cell)
      if (cell) cell.isKept = true
    } else if (again < fewAgain) {
      isVaried = true
      known.clear()
    }
    return cell
  }
}
