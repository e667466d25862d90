/** Verdict on a soak: errors, memory, late answers. */
import { readFileSync } from 'node:fs'
import { printColumns, quantile } from '../report.ts'
import type { Recorded } from './recorder.ts'
import type { Taken } from './watch.ts'

export interface Line extends Recorded, Taken {
  readonly at: string
  /** Since the traffic began. */
  readonly minutes: number
}

/** Bounds of growth, MB an hour, and of the late answers' ratio to those of the peer. */
const bounds = { 'heap after full collection': 4, 'server memory': 20, 'database memory of its own': 40 } as const
const lateBound = 1.5
const warmMinutes = 15
/** A kind is judged by so many calls in either quarter. */
const enough = 60

const megabytes = (bytes: number) => bytes / 1e6

/** Slope of the straight line nearest to the points. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  return over / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
}

const memories: readonly (readonly [title: keyof typeof bounds, of: (line: Line) => number | null])[] = [
  ['heap after full collection', ({ server }) => server.collectedHeap],
  ['server memory', ({ server }) => server.rss],
  ['database memory of its own', ({ postgres }) => postgres.privateBytes],
]

function timesOf(lines: readonly Line[], isMeant: (kind: string) => boolean): number[] {
  return lines.flatMap(line => Object.entries(line.times).flatMap(([kind, times]) => (isMeant(kind) ? [...times] : [])))
}

const isPeer = (kind: string) => kind.startsWith('peer ')
const posts = new Set(['receipt', 'issue', 'sale', 'plan'])
const late = (lines: readonly Line[], isMeant: (kind: string) => boolean) => quantile(timesOf(lines, isMeant), 0.95)

/** Growth of late answers, relative to the peer's. */
function ratioOf(
  first: readonly Line[],
  last: readonly Line[],
  isMeant: (kind: string) => boolean,
  peer: string,
): number {
  const grown = (which: (kind: string) => boolean) => late(last, which) / late(first, which)
  return grown(isMeant) / grown(kind => kind === peer)
}

function printTimes(first: readonly Line[], last: readonly Line[], all: readonly Line[]): void {
  const kinds = [...new Set(all.flatMap(line => Object.keys(line.times)))].sort()
  const ms = (value: number) => (Number.isNaN(value) ? '' : value.toFixed(1))
  const rows = kinds.map(kind => {
    const of = (lines: readonly Line[], part: number) =>
      ms(
        quantile(
          timesOf(lines, name => name === kind),
          part,
        ),
      )
    const times = timesOf(all, name => name === kind)
    const ratio = isPeer(kind) ? Number.NaN : ratioOf(first, last, name => name === kind, peerOf(kind))
    return [
      kind,
      String(times.length),
      of(first, 0.5),
      of(last, 0.5),
      of(first, 0.95),
      of(last, 0.95),
      ms(Math.max(...times)),
      Number.isNaN(ratio) ? '' : ratio.toFixed(2),
    ]
  })
  const head = ['', 'calls', 'p50 first', 'p50 last', 'p95 first', 'p95 last', 'longest', 'ratio to the peer']
  printColumns('ms by kind, in the first and the last quarter after warming up', [head, ...rows], [1, 2, 3, 4, 5, 6, 7])
}

const peerOf = (kind: string) => (posts.has(kind) ? 'peer receipt' : 'peer list')

function judgeMemory(lines: readonly Line[]): string[] {
  const faults: string[] = []
  const hours = (line: Line) => line.minutes / 60
  for (const [title, of] of memories) {
    const points = lines.flatMap(line => {
      const bytes = of(line)
      return bytes === null ? [] : [[hours(line), megabytes(bytes)] as const]
    })
    const [slope, bound] = [slopeOf(points), bounds[title]]
    const [first, last] = [points[0]?.[1] ?? Number.NaN, points.at(-1)?.[1] ?? Number.NaN]
    console.log(
      `${title}: ${first.toFixed(0)} MB, ${last.toFixed(0)} MB at the end, ${slope.toFixed(1)} MB an hour (bound ${bound})`,
    )
    if (slope > bound) faults.push(`${title} grows by ${slope.toFixed(1)} MB an hour`)
  }
  return faults
}

function judgeTimes(first: readonly Line[], last: readonly Line[]): string[] {
  const kinds = [...new Set(first.flatMap(line => Object.keys(line.times)))].filter(kind => !isPeer(kind))
  const count = (lines: readonly Line[], kind: string) => timesOf(lines, name => name === kind).length
  return kinds
    .filter(kind => count(first, kind) >= enough && count(last, kind) >= enough)
    .map(kind => [kind, ratioOf(first, last, name => name === kind, peerOf(kind))] as const)
    .filter(([, ratio]) => ratio > lateBound)
    .map(
      ([kind, ratio]) =>
        `${kind}: the late answers of the end are ${ratio.toFixed(2)} times those of the start, beside the peer`,
    )
}

function printEnd(line: Line): void {
  const { server, postgres, folders } = line
  console.log(
    `at ${line.at}: event loop late by ${server.loopP50} ms in the middle, ${server.loopP99} p99, ${server.loopLongest} longest`,
  )
  console.log(`open handles ${JSON.stringify(server.handles)}`)
  console.log(
    `connections ${JSON.stringify(postgres.connections)}, oldest transaction ${postgres.oldestSeconds.toFixed(1)} s`,
  )
  const sizes = Object.entries(folders).map(([name, bytes]) => `${name} ${megabytes(bytes).toFixed(1)} MB`)
  console.log(`database ${megabytes(postgres.databaseBytes).toFixed(0)} MB, folders: ${sizes.join(', ') || 'none'}`)
}

/** Prints the verdict; answers what is beyond a bound. */
export function summarize(lines: readonly Line[], warm = warmMinutes): readonly string[] {
  const all = lines.filter(({ minutes }) => minutes > warm)
  const quarter = Math.max(1, Math.floor(all.length / 4))
  const [first, last] = [all.slice(0, quarter), all.slice(-quarter)]
  const errors = lines.flatMap(line => line.errors)
  const calls = timesOf(lines, kind => !isPeer(kind)).length
  const [start, end] = [lines[0], lines.at(-1)]
  if (!start || !end || all.length < 2) return ['too short to be judged']
  console.log(`${start.at} to ${end.at}: ${end.minutes.toFixed(0)} minutes, ${calls} calls, ${errors.length} errors`)
  const refused: Record<string, number> = {}
  for (const line of lines)
    for (const [status, count] of Object.entries(line.refused)) refused[status] = (refused[status] ?? 0) + count
  console.log(`refusals that were meant: ${JSON.stringify(refused)}`)
  for (const error of errors.slice(0, 20)) console.log(`ERROR ${error}`)
  const share = (cpuMs: (line: Line) => number) =>
    ((cpuMs(end) - cpuMs(start)) / ((end.minutes - start.minutes) * 600)).toFixed(1)
  console.log(
    `CPU of one core: server ${share(line => line.server.cpuMs)} %, database ${share(line => line.postgres.cpuMs)} %`,
  )
  const faults = judgeMemory(all)
  printEnd(end)
  printTimes(first, last, all)
  return [...(errors.length > 0 ? [`${errors.length} errors`] : []), ...faults, ...judgeTimes(first, last)]
}

export const linesOf = (file: string): readonly Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(text => JSON.parse(text))
