/** Times many calls and prints them beside their budgets and peers. */
import { performance } from 'node:perf_hooks'

export interface Result {
  readonly title: string
  readonly times: readonly number[]
  /** Milliseconds that 95 of 100 calls should stay within at the large plant. */
  readonly budget?: number
  /** How many of 100 should, where it is about what is usual: 50 for the middle one. */
  readonly budgetFor?: 50 | 95
  /** The same question asked in another way in the same run. */
  readonly peer?: { readonly title: string; readonly times: readonly number[] }
  readonly note?: string
}

export const quantile = (times: readonly number[], part: number): number => {
  const sorted = [...times].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Milliseconds of each call; the first ones warm up and are not counted. */
export async function timed(
  count: number,
  work: (index: number) => Promise<unknown>,
  warm = Math.ceil(count / 10),
): Promise<number[]> {
  const times: number[] = []
  for (let index = -warm; index < count; index += 1) {
    const time = await took(() => work(index + warm))
    if (index >= 0) times.push(time)
  }
  return times
}

type Work = (index: number) => Promise<unknown>

/** Times of calls and of their peer, asked once every `each` calls: other load falls on both alike. */
export async function timedInTurns(
  count: number,
  [work, peer]: readonly [work: Work, peer: Work],
  warm: number,
  each = 1,
): Promise<readonly [times: readonly number[], peerTimes: readonly number[]]> {
  const times: number[] = []
  const peerTimes: number[] = []
  for (let index = 0; index < count + warm; index += 1) {
    const isCounted = index >= warm
    const time = await took(() => work(index))
    if (isCounted) times.push(time)
    if (index % each !== 0) continue
    const peerTime = await took(() => peer(index))
    if (isCounted) peerTimes.push(peerTime)
  }
  return [times, peerTimes]
}

const ms = (value: number | undefined) => (value === undefined ? '' : value.toFixed(1))

function rowOf({ title, times, budget, budgetFor = 95, peer, note }: Result): readonly string[] {
  const [median, late] = [quantile(times, 0.5), quantile(times, 0.95)]
  const verdict = budget === undefined ? '' : quantile(times, budgetFor / 100) <= budget ? 'within' : 'OVER'
  const against = (part: number) => (quantile(times, part) / quantile(peer?.times ?? [], part)).toFixed(2)
  const ratio = peer ? `${against(0.5)} / ${against(0.95)} × ${peer.title}` : ''
  const peerTimes = peer ? `${ms(quantile(peer.times, 0.5))} / ${ms(quantile(peer.times, 0.95))}` : ''
  return [title, ms(median), ms(late), ms(budget), verdict, peerTimes, ratio, note ?? '']
}

const head = ['', 'p50 ms', 'p95 ms', 'budget', '', 'peer p50 / p95', 'ratios', '']

/** Prints rows under their heads, each column as wide as it must be; those of `right` end at one line. */
export function printColumns(heading: string, rows: readonly (readonly string[])[], right: readonly number[]): void {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0)))
  console.log(`\n${heading}`)
  for (const row of rows) {
    const cells = row.map((cell, at) =>
      right.includes(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
    )
    console.log(cells.join('  ').trimEnd())
  }
}

/** Prints the results as one table. */
export function printTable(heading: string, results: readonly Result[]): void {
  printColumns(heading, [head, ...results.map(rowOf)], [1, 2, 3])
}
