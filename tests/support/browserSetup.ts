/** Global set-up of the browser tests: one PostgreSQL for all servers. */
import { chromium } from './chromium.ts'
import './compileCache.ts'
import { startTestCluster } from './testCluster.ts'

/** The variable by which the servers of the run find it. */
export const sharedCluster = 'LOTLINE_TEST_CLUSTER'

export default async function setup(): Promise<() => Promise<void>> {
  console.log(`Chromium: ${chromium()}`)
  const cluster = await startTestCluster()
  process.env[sharedCluster] = JSON.stringify({ connection: cluster.connection, owner: cluster.owner })
  return () => cluster.stop()
}
