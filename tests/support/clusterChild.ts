import { startCluster } from '../../server/postgres/cluster.ts'

// Opens a data directory as a server would and tells its parent; ends by SIGTERM.
const directory = process.argv[2]
if (!directory || !process.send) throw new Error('to be forked with a data directory')

try {
  const cluster = await startCluster(directory)
  process.send({ owner: cluster.owner })
  process.once('SIGTERM', () => {
    void cluster.stop().then(() => process.exit(0))
  })
} catch (error) {
  process.send({ refused: error instanceof Error ? error.message : String(error) }, () => process.exit(1))
}
