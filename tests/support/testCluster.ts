import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, startCluster } from '../../server/postgres/cluster.ts'

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

const inMemory = '/dev/shm'
/** Bytes that a run of both lanes never reaches. */
const ROOM = 6 * 2 ** 30

/** Memory where plentiful: ext4 took ten times as long per clone. */
async function folderFor({ durable }: TestClusterOptions): Promise<string> {
  if (durable) return tmpdir()
  const free = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free > ROOM ? inMemory : tmpdir()
}

/** PostgreSQL in a temporary directory, which `stop` deletes. */
export async function startTestCluster(options: TestClusterOptions = {}): Promise<Cluster> {
  const directory = await mkdtemp(join(await folderFor(options), 'lotline-test-'))
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
