import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, startCluster } from '../../server/postgres/cluster.ts'

export interface TestClusterOptions {
  /** Keeps fsync on, for tests that kill and want to find everything again. */
  durable?: boolean
}

const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}
/** Several test files share it, each with a pool of its own; one of them leaves connections hanging on purpose. */
const SHARED = { max_connections: '120' }

/** Starts a PostgreSQL in a temporary directory of its own; its `stop` deletes the directory too. */
export async function startTestCluster(options: TestClusterOptions = {}): Promise<Cluster> {
  const directory = await mkdtemp(join(tmpdir(), 'lotline-test-'))
  const cluster = await startCluster(directory, { settings: options.durable ? SHARED : { ...SHARED, ...FAST } })
  return {
    connection: cluster.connection,
    owner: cluster.owner,
    async stop() {
      await cluster.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
