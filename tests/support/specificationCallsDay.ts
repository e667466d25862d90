/** Day on which every call of the specification is made. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import type { PlantServer } from './plantServer.ts'
import { stockroomOf } from './stockroom.ts'

/** Call of the specification: valid parameters, and its expected effect. */
export interface SpecificationCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The parameters; makes whatever the call needs to be there. */
  readonly send: () => Promise<Values> | Values
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly did: (data: any, sent: Values) => Promise<unknown> | unknown
  /** Session of another administrator, for calls that end sessions. */
  readonly by?: () => Promise<string>
  /** It answers a file. */
  readonly isFile?: true
}

type Call = (
  path: string,
  send: SpecificationCall['send'],
  did: SpecificationCall['did'],
  more?: Pick<SpecificationCall, 'by' | 'isFile'>,
) => SpecificationCall

export const get: Call = (path, send, did, more = {}) => ({ method: 'GET', path, send, did, ...more })
export const post: Call = (path, send, did, more = {}) => ({ method: 'POST', path, send, did, ...more })

// Tables the server counts in by itself, e.g. on sign-in.
const unwatched = new Set(['token', 'loginfailure', 'loginorigin', 'passwordhistory', 'verification'])

/** Shortcuts as administrator; `keep` remembers ids for later calls. */
export function specificationDay(at: PlantServer) {
  const kept = new Map<string, number>()

  async function ask(method: 'GET' | 'POST', path: string, parameters: Values) {
    const answer = await at.server.call(method, path, parameters, at.token)
    expect(answer, `${path} ${JSON.stringify(answer.data)}`).toMatchObject({ status: 0 })
    return answer.data
  }

  return {
    at,
    ask,
    now: () => new Date().toISOString(),
    employee: (jobNo: string) => at.day.id('employee', jobNo),
    room: stockroomOf(at),

    keep(name: string, id: unknown) {
      expect(id).toEqual(expect.any(Number))
      kept.set(name, id as number)
    },
    kept(name: string): number {
      const id = kept.get(name)
      if (id === undefined) throw new Error(`no call of the day has kept ${name}`)
      return id
    },

    /** Saves a row by its template; answers its id. */
    make: async (template: string, row: Values): Promise<number> =>
      (await ask('POST', `template/save/${template}`, row)).id,
    /** Runs a declared action on one row. */
    async act(template: string, action: string, id: number, given: Values = {}): Promise<void> {
      const { rows } = await ask('POST', `template/${action}/${template}`, { ids: [id], ...given })
      expect(rows, JSON.stringify(rows)).toMatchObject([{ ok: true }])
    },
    /** The row as the template loads it. */
    stored: (template: string, id: number): Promise<Values> => ask('GET', `template/edit/${template}`, { id }),
    /** Nobody finds the row any more. */
    async isGone(template: string, id: unknown): Promise<void> {
      const answer = await at.server.call('GET', `template/edit/${template}`, { id }, at.token)
      expect(answer).toMatchObject({ status: 1005 })
    },

    /** Rows of the ledger that a document has written. */
    posted: (docNo: unknown) =>
      at.rows(sql<Values>`
        select "moveType", "lotId", quantity from stockledger where "docNo" = ${String(docNo)} order by id`),
    lot: async (id: number) => (await at.rows(sql<Values>`select * from stocklot where id = ${id}`))[0] as Values,
    /** What lies in the bins of a lot. */
    onHand: async (id: number) =>
      (await at.rows(sql<Values>`select "onHandQty"::text as q from stocklot where id = ${id}`))[0]?.q,

    /** Checksums of all tables: changed rows show like new ones. */
    async contents(): Promise<Readonly<Record<string, unknown>>> {
      const tables = await at.rows(sql<Values>`
        select tablename as name from pg_tables where schemaname = 'public' order by 1`)
      const sums = tables
        .filter(({ name }) => !unwatched.has(name as string))
        .map(
          ({ name }) => sql`select ${name}::text as name, md5(string_agg(t::text, '|' order by t::text)) as sum
            from ${sql.table(name as string)} t`,
        )
      const rows = await at.rows(sql<Values>`${sql.join(sums, sql` union all `)}`)
      return Object.fromEntries(rows.map(row => [row.name, row.sum]))
    },
  }
}

export type SpecificationDay = ReturnType<typeof specificationDay>

/** Expects the options a row has been found in. */
export const offers = (id: number, label: string) =>
  expect.arrayContaining([{ value: id, label: expect.stringContaining(label) }])
