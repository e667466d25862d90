/** Pages of the former run are in memory soon after a restart. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { leaves } from '../../server/db/connection/backupCluster.ts'
import { type Cluster, startCluster } from '../../server/postgres/cluster.ts'
import { scratchDirectory } from '../support/scratch.ts'

let directory: string
let cluster: Cluster

beforeAll(async () => {
  directory = await scratchDirectory('lotline-prewarm-')
  cluster = await startCluster(directory, { log: () => undefined })
})
afterAll(async () => {
  await cluster.stop()
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
})

async function asked(text: string): Promise<Record<string, number>> {
  const client = new pg.Client(cluster.owner)
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows?.[0] ?? {}
}

const pagesInMemory = () =>
  asked(`select count(*)::int as pages from pg_buffercache
    where relfilenode = pg_relation_filenode('shelf') and reldatabase = (select oid from pg_database where datname = current_database())`)

test('what was read before a restart is read again by itself', async () => {
  await asked('create extension pg_buffercache')
  await asked(`create table shelf as select n, repeat('x', 1000) as text from generate_series(1, 2000) n`)
  const { pages } = await pagesInMemory()
  expect(pages).toBeGreaterThan(250)
  await cluster.stop()
  cluster = await startCluster(directory, { log: () => undefined })
  await vi.waitFor(async () => expect((await pagesInMemory()).pages).toBeGreaterThan(250), 20_000)
})

test('the list of those pages is no part of a backup', () => {
  expect(['autoprewarm.blocks', join('base', '1', '2')].map(leaves)).toEqual([true, false])
})
