/** How the traces grow with the plant: the same questions at every size, with what they have to go through. */
import { type SizeName, sizes } from '../../server/domain/seed/generated/sizes.ts'
import { startPlant } from './build.ts'
import { printColumns, quantile, timed } from './report.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import { backward, forward, type Root, shownFirst, typical, widest } from './traceRoots.ts'

interface Grown {
  readonly size: SizeName
  /** Rows of the ledger; product lots and sale lines that the widest trace reaches. */
  readonly ledger: number
  readonly products: number
  readonly sales: number
  readonly widest: readonly number[]
  readonly typical: readonly number[]
  readonly backward: readonly number[]
}

const each = (roots: readonly Root[], ask: (lotNo: string | undefined) => Promise<unknown>) =>
  timed(60, index => ask(roots[index % roots.length]?.lotNo), roots.length)

async function measured(server: BenchServer, size: SizeName): Promise<Grown> {
  const { rows } = await server.client.query<{ count: string }>('select count(*) from stockledger')
  const [wide] = await widest(server, 1)
  const [materials, products] = [await typical(server, 'MATERIAL'), await typical(server, 'PRODUCT')]
  return {
    size,
    ledger: Number(rows[0]?.count),
    products: Number(wide?.products),
    sales: Number(wide?.sales),
    widest: await timed(40, () => forward(server, wide?.lotNo, shownFirst.asc), 5),
    typical: await each(materials, lotNo => forward(server, lotNo, shownFirst.asc)),
    backward: await each(products, lotNo => backward(server, lotNo, shownFirst.desc)),
  }
}

async function grown(size: SizeName): Promise<Grown> {
  const cluster = await startPlant(size)
  try {
    const server = await startBenchServer(cluster)
    try {
      return await measured(server, size)
    } finally {
      await server.close()
    }
  } finally {
    await cluster.stop()
  }
}

type Line = readonly [title: string, of: (grown: Grown) => string, ratio?: (grown: Grown) => number]

const ms = (times: readonly number[]) => `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.95).toFixed(1)}`
const count = (value: number) => value.toLocaleString('en-US')

const lines: readonly Line[] = [
  ['rows of the ledger', ({ ledger }) => count(ledger), ({ ledger }) => ledger],
  ['product lots of the widest trace', ({ products }) => count(products), ({ products }) => products],
  ['its sale lines', ({ sales }) => count(sales), ({ sales }) => sales],
  ['widest forward trace, p50 / p95 ms', of => ms(of.widest), of => quantile(of.widest, 0.5)],
  ['typical forward trace', of => ms(of.typical), of => quantile(of.typical, 0.5)],
  ['backward trace of a product lot', of => ms(of.backward), of => quantile(of.backward, 0.5)],
]

/** Measures the traces at these sizes, all unless some are named, and prints how they grow from each to the next. */
export async function benchGrowth(named: readonly SizeName[]): Promise<void> {
  const found: Grown[] = []
  for (const size of named.length > 0 ? named : (Object.keys(sizes) as SizeName[])) found.push(await grown(size))
  const cells = ([title, of, ratio]: Line) => [
    title,
    ...found.map((grown, at) => {
      const before = found[at - 1]
      const times = before && ratio ? ` (× ${(ratio(grown) / ratio(before)).toFixed(1)})` : ''
      return of(grown) + times
    }),
  ]
  printColumns(
    'how traces grow, over HTTP; × the size before',
    [['', ...found.map(({ size }) => size)], ...lines.map(cells)],
    found.map((_, at) => at + 1),
  )
}
