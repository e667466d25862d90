/** Cells that are made and written once, however many rows hold the same: names, units and days come again and again. */
import type { SheetCell } from './workbook.ts'

/** So many values of a column are remembered, unless by then too few came again; long ones seldom do. */
const mostKnown = 8_192
const fewAgain = 1_024
const longest = 64

/** Makes the cells of a column from its values, the same cell for the same value. */
export function madeOnce(make: (value: unknown) => SheetCell): (value: unknown) => SheetCell {
  const known = new Map<unknown, SheetCell>()
  let again = 0
  let isVaried = false
  return value => {
    if (isVaried || typeof value === 'object' || String(value).length > longest) return make(value)
    const before = known.get(value)
    if (before !== undefined) {
      again += 1
      return before
    }
    const cell = make(value)
    if (known.size < mostKnown) {
      known.set(value, cell)
      if (cell) cell.isKept = true
    } else if (again < fewAgain) {
      isVaried = true
      known.clear()
    }
    return cell
  }
}
