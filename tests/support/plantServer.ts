/** Server with demo master data, for the tests of a file. */
import type { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { openTestPlant, type TestPlant } from './plant.ts'
import { startTestServer, type TestServer } from './server.ts'
import { type Workday, workdayOf } from './workday.ts'

export interface PlantServer {
  readonly server: TestServer
  readonly plant: TestPlant
  readonly day: Workday
  /** The administrator's session. */
  readonly token: string
  /** The rows of a query, for what no door answers. */
  rows(query: ReturnType<typeof sql<Values>>): Promise<readonly Values[]>
}

/** Shared by the tests of one file; filled when they begin. */
export function withPlant(): PlantServer {
  const shared = {} as { -readonly [K in keyof PlantServer]: PlantServer[K] }
  beforeAll(async () => {
    shared.server = await startTestServer({ filled: { as: 'planted', with: openTestPlant } })
    shared.plant = await openTestPlant(shared.server.db)
    shared.day = workdayOf(shared.plant)
    shared.token = await shared.server.signIn()
    shared.rows = async query => (await query.execute(shared.server.db)).rows
  })
  afterAll(() => shared.server.close())
  return shared
}
