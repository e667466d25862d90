import type { TestProject } from 'vitest/node'
import type { Cluster } from '../../server/db/cluster.ts'
import { startTestCluster } from './testCluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: Cluster['connection']
  }
}

/** Starts the one PostgreSQL of a test run; every test file makes databases of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  project.provide('database', cluster.connection)
  return () => cluster.stop()
}
