import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, startCluster } from '../../server/postgres/cluster.ts'
import { scratchDirectory } from './scratch.ts'

export interface TestClusterOptions {
  /** Keeps fsync on, for tests that kill. */
  durable?: boolean
}

const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}
/** Shared by several files with pools; one leaves connections hanging. */
const SHARED = { max_connections: '120' }

/** PostgreSQL in a temporary directory, which `stop` deletes. */
export async function startTestCluster(options: TestClusterOptions = {}): Promise<Cluster> {
  const prefix = 'lotline-test-'
  // Memory takes a tenth of the time of ext4 per clone.
  const directory = options.durable ? await mkdtemp(join(tmpdir(), prefix)) : await scratchDirectory(prefix)
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
