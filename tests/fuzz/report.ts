/** The report of a run on standard output. */
import type { FuzzOptions, FuzzReport } from './run.ts'

const longest = (values: readonly number[]) => Math.max(0, ...values).toFixed(1)

export function printReport(
  { seed, inputs, roles }: Pick<FuzzOptions, 'seed' | 'inputs' | 'roles'>,
  { operations, calls, byStatus, defects, slowest, loops, stalls, renewals }: FuzzReport,
  say: (line: string) => void,
): void {
  const statuses = [...byStatus].toSorted(([, one], [, other]) => other - one)
  say(`\nseed ${seed} · ${operations} operations × ${roles.length} roles (${roles.join(', ')}) × ${inputs} inputs`)
  say(`${calls} calls · ${renewals} plants begun anew`)
  say(`answers by status: ${statuses.map(([status, count]) => `${status}: ${count}`).join(' · ')}`)
  const loop = (name: string, of: (report: (typeof loops)[number]) => { p50: number; p99: number; longest: number }) =>
    say(
      `event loop of the server, ${name}: p50 ${longest(loops.map(each => of(each).p50))} ms · p99 ${longest(loops.map(each => of(each).p99))} ms · longest ${longest(loops.map(each => of(each).longest))} ms`,
    )
  loop('processor time', each => each)
  loop('by the clock', each => each.clock)
  say(`stalls over 100 ms that came again alone: ${stalls.length}`)
  for (const [ms, call] of stalls) say(`  ${ms} ms · ${call}`)
  say(`5xx and refusals that name no field: ${defects.length}`)
  for (const defect of defects.slice(0, 100)) say(`  ${defect}`)
  say('slowest calls:')
  for (const [ms, place] of slowest) say(`  ${ms.toFixed(0)} ms · ${place}`)
}
