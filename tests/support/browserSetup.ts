/** Starts the one PostgreSQL of a run of the browser tests: every server there gets a database of its own in it. */
import { startTestCluster } from './testCluster.ts'

/** The variable by which the servers of the run find it. */
export const sharedCluster = 'LOTLINE_TEST_CLUSTER'

export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  process.env[sharedCluster] = JSON.stringify({ connection: cluster.connection, owner: cluster.owner })
  return () => cluster.stop()
}
