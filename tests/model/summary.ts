/** Table of a walk: operations done, and refused by reason. */
import type { Entry } from './randomWalk.ts'

/** The table as text; `milliseconds` is how long the walk took. */
export function summaryOf(entries: readonly Entry[], milliseconds: number, deadlocks: number): string {
  const rows = new Map<string, { done: number; readonly refused: Map<string, number> }>()
  for (const { name, refusal } of entries) {
    const row = rows.get(name) ?? { done: 0, refused: new Map() }
    if (refusal === null) row.done += 1
    else row.refused.set(refusal, (row.refused.get(refusal) ?? 0) + 1)
    rows.set(name, row)
  }
  const lines = [...rows]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, { done, refused }]) => {
      const reasons = [...refused]
        .sort((one, other) => other[1] - one[1])
        .map(([reason, count]) => `${reason} ${count}`)
      return `${name.padEnd(16)}${String(done).padStart(7)}  ${reasons.join(', ')}`
    })
  const done = entries.filter(entry => entry.done !== null).length
  const busy = entries.reduce((sum, entry) => sum + entry.busy, 0)
  const rate = (entries.length / milliseconds) * 1000
  const head = `${entries.length} operations, ${done} done, ${entries.length - done} refused, ${rate.toFixed(0)} per second, ${deadlocks} deadlocks, ${busy} times too busy (503)`
  return `${[head, ...lines].join('\n')}\n`
}
