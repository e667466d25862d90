/** The grids side by side. */
import { printColumns, quantile } from '../report.ts'
import type { MeasuredList } from './expected.ts'
import { type Measure, type Measured, measures } from './measures.ts'
import { type GridName, gridNames } from './names.ts'
import type { WeighedGrid, Weight } from './pages.ts'

/** Milliseconds that 95 of 100 should stay within. */
const budgets: Readonly<Partial<Record<Measure, number>>> = {
  jump: 150,
  wheel: 16.7,
  drag: 16.7,
  trace: 16.7,
  moveScript: 4,
}

const own = ['ours', 'alone'] as const
type Own = (typeof own)[number]
const peers: readonly GridName[] = ['ag', 'glide']
/** A difference as small as this says nothing. */
const level = 1.05

interface Line {
  readonly title: string
  readonly times: Readonly<Record<GridName, readonly number[]>>
  readonly budget?: number | undefined
}

const isMissing = (times: readonly number[]) => times.length === 0 || times.some(Number.isNaN)

const both = (times: readonly number[]) =>
  isMissing(times) ? 'missing' : `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.95).toFixed(1)}`

const ratioOf = (mine: readonly number[], theirs: readonly number[], part: number) =>
  quantile(mine, part) / quantile(theirs, part)

const ratios = (mine: readonly number[], theirs: readonly number[]) =>
  isMissing(mine) || isMissing(theirs)
    ? ''
    : [0.5, 0.95].map(part => ratioOf(mine, theirs, part).toFixed(2)).join(' / ')

function standingOf(own: Own, { times }: Line): string {
  if (isMissing(times[own]) || peers.some(peer => isMissing(times[peer]))) return 'incomplete'
  const behind = peers.filter(peer => [0.5, 0.95].some(part => ratioOf(times[own], times[peer], part) > level))
  return behind.length === 0
    ? 'ahead or level'
    : `BEHIND ${behind.map(peer => gridNames[peer].split(' ')[0]).join(', ')}`
}

function rowOf(line: Line): readonly string[] {
  const { title, times, budget } = line
  const kept =
    budget === undefined || isMissing(times.ours) ? '' : quantile(times.ours, 0.95) <= budget ? 'within' : 'OVER'
  const beside = peers.flatMap(peer => [both(times[peer]), ...own.map(name => ratios(times[name], times[peer]))])
  const [mine, alone] = own.map(name => both(times[name]))
  const reported = own.map(name => standingOf(name, line))
  return [title, mine ?? '', budget?.toFixed(1) ?? '', kept, alone ?? '', ...beside, ...reported]
}

const head = [
  'p50 / p95 in ms',
  gridNames.ours,
  'budget',
  '',
  gridNames.alone,
  ...peers.flatMap(peer => [gridNames[peer], 'ours : it', 'alone : it']),
  'ours',
  'alone',
]

/** Prints what was measured of all grids on one list. */
export function printMeasured({ title, count }: MeasuredList, measured: Readonly<Record<GridName, Measured>>): void {
  const lines = (Object.keys(measures) as Measure[]).map((measure): Line => {
    const { ours, alone, ag, glide } = measured
    const times = { ours: ours[measure], alone: alone[measure], ag: ag[measure], glide: glide[measure] }
    return { title: measures[measure], times, budget: budgets[measure] }
  })
  printColumns(`${count.toLocaleString('en-US')} ${title}`, [head, ...lines.map(rowOf)], [1, 2, 4, 5, 6, 7, 8, 9, 10])
}

/** Prints what the grids weigh. */
export function printWeights(weights: Readonly<Record<WeighedGrid, Weight>>): void {
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
  const rows = (Object.keys(weights) as WeighedGrid[]).map(name => {
    const { bytes, gzipped } = weights[name]
    const ratio = (weights.ours.gzipped / gzipped).toFixed(2)
    return [gridNames[name], kilobytes(bytes), kilobytes(gzipped), name === 'ours' ? '' : ratio]
  })
  const note = 'scripts and styles alone: without React, ours without the data and commands of the console'
  printColumns(note, [['', 'kB', 'gzipped', 'ours : it'], ...rows], [1, 2, 3])
}
