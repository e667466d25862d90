/** The databases of the tests that vitest runs, in the one PostgreSQL that its global setup has started. */
import { inject } from 'vitest'
import {
  createDatabaseIn,
  prepareTemplateIn,
  type TestAccounts,
  type TestDatabase,
  type TestDatabaseOptions,
} from './databases.ts'
import './globalSetup.ts'

export type { Connection, TestAccounts, TestDatabase } from './databases.ts'

/** Makes a database with a name of its own: empty, or a clone of a template. */
export const createTestDatabase = (options?: TestDatabaseOptions): Promise<TestDatabase> =>
  createDatabaseIn(inject('database'), options)

/** Makes a database once per test run, see `prepareTemplateIn`; answers the name to give to `createTestDatabase`. */
export const prepareTemplate = (name: string, prepare: (accounts: TestAccounts) => Promise<void>): Promise<string> =>
  prepareTemplateIn(inject('database'), name, prepare)
