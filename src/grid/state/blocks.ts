/** Cells merged into the fewest ranges. Pure. */
import type { Cell } from './cursor.ts'
import type { Range } from './selection.ts'

function runsOf(numbers: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && last[1] >= number - 1) last[1] = number
    else runs.push([number, number])
  }
  return runs
}

export function blocksOf(cells: readonly Cell[]): readonly Range[] {
  const rows = Map.groupBy(cells, ({ row }) => row)
  const done: Range[] = []
  const open = new Map<string, Range>()
  for (const row of [...rows.keys()].sort((one, other) => one - other)) {
    const columns = (rows.get(row) ?? []).map(({ column }) => column).sort((one, other) => one - other)
    for (const [left, right] of runsOf(columns)) {
      const above = open.get(`${left}:${right}`)
      const goesOn = above?.bottom === row - 1
      if (above && !goesOn) done.push(above)
      open.set(`${left}:${right}`, { top: goesOn ? above.top : row, left, bottom: row, right })
    }
  }
  return [...done, ...open.values()].sort((one, other) => one.top - other.top || one.left - other.left)
}
