/** First calls after a restart of database and server, with the caches of the machine dropped where that is allowed. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { SizeName } from '../../server/domain/seed/generated/sizes.ts'
import { startPlant } from './build.ts'
import { type Result, timed } from './report.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import { forward, shownFirst, typical } from './traceRoots.ts'

const restarts = 3
const budget = 100

type FirstCall = readonly [title: string, call: (server: BenchServer, lotNo: string) => Promise<unknown>]

const listed =
  (entity: string, query: object): FirstCall[1] =>
  server =>
    server.call(`template/list/${entity}`, { size: 50, ...query })

const firstCalls: readonly FirstCall[] = [
  ['stockledger, page', listed('stockledger', {})],
  ['stockledger, searched', listed('stockledger', { q: '2024' })],
  ['stocklot, page', listed('stocklot', {})],
  ['stocklot, searched', listed('stocklot', { q: '1234' })],
  ['stockbalance, page', listed('stockbalance', {})],
  ['stockbalance, searched', listed('stockbalance', { q: '1234' })],
  ['productsaleout, page', listed('productsaleout', {})],
  ['trace of a lot', (server, lotNo) => forward(server, lotNo, shownFirst.asc)],
]

function dropCaches(): boolean {
  try {
    execFileSync('sync')
    writeFileSync('/proc/sys/vm/drop_caches', '3')
    return true
  } catch {
    return false
  }
}

/** A day before the restart: each call once. Answers the lot that is traced. */
async function used(size: SizeName): Promise<string> {
  const cluster = await startPlant(size)
  const server = await startBenchServer(cluster)
  const [typicalLot] = await typical(server, 'MATERIAL')
  const lotNo = String(typicalLot?.lotNo)
  for (const [, call] of firstCalls) await call(server, lotNo)
  await server.close()
  await cluster.stop()
  return lotNo
}

/** Each call first of all after a restart in turn, the others after it. */
export async function measureColdStart(size: SizeName): Promise<Result[]> {
  const times = new Map<string, number[]>()
  let note = ''
  for (let restart = 0; restart < restarts; restart += 1) {
    const lotNo = await used(size)
    note = dropCaches() ? 'caches of the machine dropped' : 'caches of the machine kept'
    const cluster = await startPlant(size)
    const server = await startBenchServer(cluster)
    const from = (restart * 2) % firstCalls.length
    for (const [title, call] of [...firstCalls.slice(from), ...firstCalls.slice(0, from)]) {
      const [time = 0] = await timed(1, () => call(server, lotNo), 0)
      times.set(title, [...(times.get(title) ?? []), time])
    }
    await server.close()
    await cluster.stop()
  }
  return [...times].map(([title, each]) => ({ title: `after a restart: ${title}`, times: each, budget, note }))
}
