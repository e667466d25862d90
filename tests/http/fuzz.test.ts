/** Fuzz of every operation by four roles: no defect, no blocked event loop. */
import { expect, test } from 'vitest'
import type { Route } from '../../server/http/calls/route.ts'
import { routes } from '../../server/http/routes.ts'
import { inputsOf, placeOf } from '../fuzz/inputs.ts'
import { printReport } from '../fuzz/report.ts'
import { fuzz, longestAllowed } from '../fuzz/run.ts'
import { roles } from '../fuzz/target.ts'
import { isSoak, sampled, sized } from '../support/soak.ts'

const { env } = process
/** Inputs of each operation by each role: `npm run fuzz` sends 300. */
const inputs = sized(1, 300, 'FUZZ')
const seed = Number(env.FUZZ_SEED ?? 1)
/** Part of a run: operations by pattern, roles by name, one shard (`2/5`). */
const only = new RegExp(env.FUZZ_ONLY ?? '')
const [shard = 1, shards = 1] = (env.FUZZ_SHARD ?? '1/1').split('/').map(Number)
const asked = routes.filter((route, at) => only.test(placeOf(route)) && at % shards === shard - 1)
const played = roles.filter(role => (env.FUZZ_ROLES ?? roles.join()).split(',').includes(role))
const isLong = isSoak || env.FUZZ !== undefined
/** In the gate two of the four roles in turn send an operation. */
const rolesOf = (route: Route) => (isLong ? played : sampled(2, played, asked.indexOf(route)))

test('the same seed makes the same inputs, another one others', () => {
  const made = (number: number) => asked.slice(0, 40).flatMap(route => inputsOf(route, 'admin', number, 3, new Map()))
  expect(made(seed)).toEqual(made(seed))
  expect(made(seed)).not.toEqual(made(seed + 1))
  expect(inputsOf(asked[0] as never, 'admin', seed, 9, new Map()).slice(0, 3)).toEqual(
    inputsOf(asked[0] as never, 'admin', seed, 3, new Map()),
  )
})

test('every operation answers roles without a defect or a stall', { timeout: 7_200_000 }, async () => {
  const say = isLong ? (line: string) => process.stdout.write(`${line}\n`) : () => undefined
  const report = await fuzz({ seed, inputs, roles: played, routes: asked, rolesOf, say })
  if (isLong) printReport({ seed, inputs, roles: played }, report, say)
  const sent = asked.reduce((sum, route) => sum + rolesOf(route).length, 0)
  expect(report.calls).toBe(sent * inputs)
  expect(report.defects).toEqual([])
  expect(report.stalls).toEqual([])
  expect(longestAllowed).toBe(100)
})
