import type { TestProject } from 'vitest/node'
import './compileCache.ts'
import type { TestAccounts } from './databases.ts'
import { startTestCluster } from './testCluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: TestAccounts
  }
}

/** Global set-up: one PostgreSQL; every test file makes its databases in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  const { connection, owner } = cluster
  project.provide('database', { connection, owner })
  return () => cluster.stop()
}
