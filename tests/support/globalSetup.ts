import type { TestProject } from 'vitest/node'
import type { TestAccounts } from './databases.ts'
import { startTestCluster } from './testCluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: TestAccounts
  }
}

/** Starts the one PostgreSQL of a test run; every test file makes databases of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  const { connection, owner } = cluster
  project.provide('database', { connection, owner })
  return () => cluster.stop()
}
