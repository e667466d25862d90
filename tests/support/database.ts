/** Databases of the vitest tests, in the PostgreSQL of the global set-up. */
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

/** Database with its own name: empty, or a clone of a template. */
export const createTestDatabase = (options?: TestDatabaseOptions): Promise<TestDatabase> =>
  createDatabaseIn(inject('database'), options)

/** Database made once per run, see `prepareTemplateIn`; answers its name. */
export const prepareTemplate = (name: string, prepare: (accounts: TestAccounts) => Promise<void>): Promise<string> =>
  prepareTemplateIn(inject('database'), name, prepare)
