/** Traces: the widest of the plant, a typical one, one backwards, and the workbook, beside the naive recursive query. */
import type { Cluster } from '../../server/postgres/cluster.ts'
import { extraMemory } from './memory.ts'
import { type Result, timed, timedInTurns } from './report.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import { backward, forward, shownFirst, typical, widest } from './traceRoots.ts'

// Every row of every table inside the recursion, sale edges too: what is written first and does not last.
const naive = `
  with recursive walk as (
    select l.*, 0 as level, null::bigint as via, null::text as "docNo", null::bigint as "dealerId", null::numeric as sold
    from stocklot l where l.id = $1
    union
    select o.*, w.level + 1, k.id, g."docNo", g."dealerId", g.quantity
    from walk w join lotlink k on k."inLotId" = w.id join stocklot o on o.id = k."outLotId"
    left join stockledger g on g."lotId" = o.id and g."moveType" = 'SAL'
  ) select * from walk`

/** What others wait for meanwhile: a list, a lot and its balances, asked while one person traces in a loop. */
async function beside(server: BenchServer, trace: () => Promise<unknown>): Promise<number[]> {
  let tracing = true
  const loop = (async () => {
    while (tracing) await trace()
  })()
  const others = [
    () => server.call('template/list/stocklot', { size: 50 }),
    () => server.call('template/list/productsaleout', { size: 50 }),
    () => server.call('template/list/stockbalance', { size: 50 }),
  ]
  const times = await timed(120, index => others[index % others.length]?.() ?? Promise.resolve(), 6)
  tracing = false
  await loop
  return times
}

/** What the first export of a server that was just started takes of memory; others have listed and traced before it. */
async function exportMemory(cluster: Cluster, asked: unknown): Promise<string> {
  const server = await startBenchServer(cluster)
  try {
    await server.call('template/list/stocklot', { size: 50 })
    await server.call('SafetyReview/ReviewAsc', asked)
    const bytes = await extraMemory(server, () => server.call('SafetyReview/ReviewAscDataExport', asked))
    return bytes === undefined ? '' : `${(bytes / 1e6).toFixed(0)} MB more memory (300)`
  } finally {
    await server.close()
  }
}

/** Measures the traces and the export. */
export async function measureTraces(server: BenchServer, cluster: Cluster): Promise<Result[]> {
  const [wide] = await widest(server, 1)
  if (!wide) throw new Error('the plant has no lot to trace')
  const asked = { lotNos: [wide.lotNo] }
  const answer = await server.ask('SafetyReview/ReviewAsc', asked)
  const rowsOf = (more: Readonly<Record<string, unknown>>) => () =>
    server.call('SafetyReview/ReviewAscRows', { ...asked, section: 'reviewdealer', asOfSeq: answer.asOfSeq, ...more })
  const naively = (id: string | undefined) => server.client.query(naive, [id])
  const widestWays = [() => forward(server, wide.lotNo, shownFirst.asc), () => naively(wide.id)] as const
  const [times, byHand] = await timedInTurns(40, widestWays, 5, 8)
  const whole = await timed(20, () => forward(server, wide.lotNo), 3)
  const [lots, products] = [await typical(server, 'MATERIAL'), await typical(server, 'PRODUCT')]
  const lotOf = (index: number) => lots[index % lots.length]
  const typicalWays = [
    (index: number) => forward(server, lotOf(index)?.lotNo, shownFirst.asc),
    (index: number) => naively(lotOf(index)?.id),
  ] as const
  const [usual, usualNaive] = await timedInTurns(60, typicalWays, 60)
  const usualWhole = await timed(60, index => forward(server, lotOf(index)?.lotNo), 6)
  const back = await timed(60, index => backward(server, products[index % products.length]?.lotNo, shownFirst.desc), 6)
  const page = await timed(20, index => rowsOf({ page: index + 2 })(), 3)
  const sorted = await timed(20, index => rowsOf({ page: index + 2, sort: ['-netQty'] })(), 3)
  const long = Math.round(answer.asOfSeq * 0.9)
  const past = await timed(10, () => server.call('SafetyReview/ReviewAsc', { ...asked, asOfSeq: long }), 2)
  const planned = await timed(10, () => server.call('SafetyReview/ReviewAsc', { ...asked, precision: 'PLAN' }), 2)
  const concurrent = await beside(server, () => forward(server, wide.lotNo, shownFirst.asc))
  const exported = await timed(3, () => server.call('SafetyReview/ReviewAscDataExport', asked), 1)
  const memory = await exportMemory(cluster, asked)
  const peer = (of: readonly number[]) => ({ title: 'naive recursion', times: of })
  const bytes = JSON.stringify(answer).length
  const note = `${wide.products} product lots, ${wide.sales} sale lines, ${(bytes / 1e6).toFixed(1)} MB`
  return [
    { title: 'widest forward trace', times, budget: 100, peer: peer(byHand), note },
    { title: 'the same with rows of every section', times: whole },
    { title: 'a page of its sale lines', times: page, budget: 100 },
    { title: 'the same by another order', times: sorted },
    { title: 'the same trace of a tenth of the ledger ago', times: past },
    { title: 'the same trace by plan', times: planned },
    { title: 'lists of others meanwhile', times: concurrent, budget: 100 },
    { title: 'typical forward trace', times: usual, budget: 10, budgetFor: 50, peer: peer(usualNaive) },
    { title: 'the same with rows of every section', times: usualWhole },
    { title: 'backward trace of a product lot', times: back },
    { title: 'export of the widest trace', times: exported, budget: 5000, note: memory },
  ]
}
