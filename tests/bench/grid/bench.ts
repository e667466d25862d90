/** Our grid, AG Grid Community and Glide Data Grid on the same rows of the same server, in a real Chromium. */
import { rm } from 'node:fs/promises'
import type { Browser } from '@playwright/test'
import pg from 'pg'
import { startPlant } from '../build.ts'
import { printTable, type Result, timed } from '../report.ts'
import { type BenchPage, openPage, type Room, startBrowser, tried } from './browser.ts'
import { measureEntry } from './entry.ts'
import { type MeasuredList, measuredLists } from './expected.ts'
import { measureGrid, roomOf } from './measures.ts'
import type { GridName } from './names.ts'
import { buildPages, weighGrids } from './pages.ts'
import { manyRows, rowsOf } from './plant.ts'
import { type PageServer, startPageServer } from './server.ts'
import { printMeasured, printWeights } from './table.ts'

const blockSize = 100

/** What the server alone takes for the rows that are jumped to. */
async function serverTimes(server: PageServer, { name, title, count, jumps }: MeasuredList): Promise<Result> {
  const ask = ({ index }: { readonly index: number }) =>
    server.list(name, { page: Math.floor(index / blockSize) + 1, size: blockSize })
  const times = await timed(jumps.length * 2, at => ask(jumps[at % jumps.length] ?? { index: 0 }), jumps.length)
  return { title: `server: ${blockSize} of ${count.toLocaleString('en-US')} ${title} anywhere`, times, budget: 50 }
}

/** Does something on a page of its own. */
async function onPage<T>(
  browser: Browser,
  url: string,
  name: GridName,
  work: (at: BenchPage) => Promise<T>,
  room?: Room,
) {
  const at = await openPage(browser, url, name, room)
  try {
    return await work(at)
  } finally {
    await at.page.context().close()
  }
}

/** What of it is wanted: a list by its title, or `entry`; all where nothing is said. */
type Part = string | undefined

async function measureAll(browser: Browser, server: PageServer, client: pg.Client, part: Part): Promise<void> {
  const lists = await measuredLists(client)
  const single: Result[] = []
  for (const list of lists.filter(({ title }) => part === undefined || part === title)) {
    single.push(await serverTimes(server, list))
    const room = await onPage(browser, server.url, 'ours', at => roomOf(at, list))
    const measure = (name: GridName) =>
      onPage(browser, server.url, name, at => measureGrid(browser, at, list), name === 'ours' ? undefined : room)
    const measured = {
      ...{ ours: await measure('ours'), alone: await measure('alone') },
      ...{ ag: await measure('ag'), glide: await measure('glide') },
    }
    console.log(`${list.title} measured in ${room.width} × ${room.height}`)
    printMeasured(list, measured)
  }
  const entry = () => onPage(browser, server.url, 'ours', at => measureEntry(at, client))
  if (part === undefined || part === 'entry') single.push(...(await tried('entry', entry, [])))
  printTable('the server, and what only ours is asked', single)
}

async function measureOn(dist: string, part: Part): Promise<void> {
  const cluster = await startPlant('small', manyRows)
  const rows = Object.entries(rowsOf).map(([list, count]) => `${list} ${count.toLocaleString('en-US')}`)
  console.log(`the small plant, rows copied up to at least ${rows.join(', ')}`)
  try {
    const server = await startPageServer(cluster.connection, dist)
    const client = new pg.Client(cluster.owner)
    await client.connect()
    const browser = await startBrowser()
    try {
      await measureAll(browser, server, client, part)
    } finally {
      await browser.close()
      await client.end()
      await server.stop()
    }
  } finally {
    await cluster.stop()
  }
}

/** Runs everything and prints it. Never passes or fails on time; what does not come is said instead of waited for. */
export async function benchGrids(part: Part): Promise<void> {
  const dist = await buildPages()
  try {
    await measureOn(dist, part)
    printWeights(await weighGrids())
  } finally {
    await rm(dist, { recursive: true, force: true })
  }
}
