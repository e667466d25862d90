/**
 * Figures of the server on a generated plant, `npm run bench [small|middle|large]`, of how traces grow from plant to plant,
 * `npm run bench growth [small middle large]`, of the command palette in a real browser, `npm run bench palette`, of the grid beside others, `npm run bench grid [lots|plans|entry]`,
 * of operations a second with their costs, `npm run bench throughput [small|middle|large] [part of a title]`,
 * of two hours of mixed traffic, `MINUTES=120 npm run bench soak [file]`, which alone fails,
 * of going from page to page, `npm run bench navigation`,
 * and the key strokes of a clerk's errands, `npm run bench keys`. The others never pass or
 * fail on time.
 */
import { loadavg } from 'node:os'
import { type SizeName, sizes } from '../../server/domain/seed/generated/sizes.ts'
import { startPlant } from './build.ts'
import { measureColdStart } from './coldStart.ts'
import { benchGrids } from './grid/bench.ts'
import { benchGrowth } from './growth.ts'
import { benchKeys } from './keys.ts'
import { measureLists } from './lists.ts'
import { measureNavigation } from './navigation.ts'
import { measurePainting } from './painting.ts'
import { measurePalette } from './palette.ts'
import { measurePosting } from './posting.ts'
import { printTable, type Result } from './report.ts'
import { measureSearch } from './search.ts'
import { startBenchServer } from './server.ts'
import { benchSoak } from './soak/soak.ts'
import { benchThroughput } from './throughput.ts'
import { measureTraces } from './traces.ts'

const load = () =>
  loadavg()
    .map(value => value.toFixed(2))
    .join(' ')

/** Runs the measurements one after the other and prints what they came to. */
async function report(heading: string, measurements: readonly (() => Promise<Result[]>)[]): Promise<void> {
  console.log(`\nload average before: ${load()}`)
  const results: Result[] = []
  for (const measure of measurements) {
    results.push(...(await measure()))
    console.log(`${results.length} measured, load ${load()}`)
  }
  printTable(heading, results)
  console.log(`load average after: ${load()}`)
}

async function benchPlant(size: SizeName): Promise<void> {
  await report(`the ${size} plant, first calls after a restart`, [() => measureColdStart(size)])
  const cluster = await startPlant(size)
  try {
    const server = await startBenchServer(cluster)
    try {
      await report(`the ${size} plant, over HTTP and in Chromium`, [
        () => measureLists(server),
        () => measureTraces(server, cluster),
        () => measurePainting(server, cluster.connection),
        () => measurePosting(server),
      ])
    } finally {
      await server.close()
    }
  } finally {
    await cluster.stop()
  }
}

const isSize = (word: string): word is SizeName => word in sizes

const what = process.argv[2] ?? 'middle'
if (what === 'palette')
  await report('the palette with 10,000 commands and records, in Chromium', [() => measureSearch(), measurePalette])
else if (what === 'grid') {
  console.log(`\nload average before: ${load()}`)
  await benchGrids(process.argv[3])
  console.log(`load average after: ${load()}`)
} else if (what === 'soak') await benchSoak(process.argv.slice(3))
else if (what === 'navigation') await report('twenty pages of the demonstration, in Chromium', [measureNavigation])
else if (what === 'keys') await benchKeys()
else if (what === 'growth') {
  console.log(`\nload average before: ${load()}`)
  await benchGrowth(process.argv.slice(3).filter(isSize))
  console.log(`load average after: ${load()}`)
} else if (what === 'throughput') {
  const [size = 'small', word] = process.argv.slice(3)
  console.log(`\nload average before: ${load()}`)
  await benchThroughput(isSize(size) ? size : 'small', word)
  console.log(`load average after: ${load()}`)
} else if (isSize(what)) await benchPlant(what)
else
  throw new Error(
    `the plants are ${Object.keys(sizes).join(', ')}; the other benches are growth, throughput, soak, palette, navigation, grid and keys`,
  )
