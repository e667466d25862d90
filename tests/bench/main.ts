/** Figures of the server on a generated plant: `npm run bench [small|middle|large]`. Never passes or fails on time. */
import { loadavg } from 'node:os'
import { type SizeName, sizes } from '../../server/domain/seed/generated/sizes.ts'
import { startPlant } from './build.ts'
import { measureLists } from './lists.ts'
import { measurePosting } from './posting.ts'
import { printTable, type Result } from './report.ts'
import { startBenchServer } from './server.ts'
import { measureTraces } from './traces.ts'

const size = process.argv[2] ?? 'middle'
if (!(size in sizes)) throw new Error(`the sizes are ${Object.keys(sizes).join(', ')}`)

const load = () =>
  loadavg()
    .map(value => value.toFixed(2))
    .join(' ')

const cluster = await startPlant(size as SizeName)
try {
  const server = await startBenchServer(cluster.connection)
  try {
    console.log(`\nload average before: ${load()}`)
    const results: Result[] = []
    for (const measure of [measureLists, measureTraces, measurePosting]) {
      results.push(...(await measure(server)))
      console.log(`${measure.name} done, load ${load()}`)
    }
    printTable(size, results)
    console.log(`load average after: ${load()}`)
  } finally {
    await server.close()
  }
} finally {
  await cluster.stop()
}
