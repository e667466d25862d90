/** Headless console on its own plant: runs commands as a script and observes them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refusals } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import { type PagePermission, type Permission, permits } from '#contract/schema/permission.ts'
import { startCommands } from '../../src/commands/app.ts'
import { registerConsoleCommands } from '../../src/commands/consoleCommands.ts'
import type { Command, Result } from '../../src/commands/core/command.ts'
import { setContext } from '../../src/commands/core/context.ts'
import { findCommand } from '../../src/commands/core/registry.ts'
import { lotline } from '../../src/commands/script.ts'
import { connect } from '../../src/data/api/transport.ts'
import { allDraftsAtom } from '../../src/data/drafts/draftStore.ts'
import { discardDrafts } from '../../src/data/drafts/drafts.ts'
import { loadMenu } from '../../src/data/session/permittedMenu.ts'
import { signIn } from '../../src/data/session/session.ts'
import { closeAll } from '../../src/data/session/tabs.ts'
import { store } from '../../src/data/store.ts'
import { registerTableCommands } from '../../src/tables/tableCommands.ts'
import type { PlantServer } from '../support/plantServer.ts'

/** Runs the case's command; fails on anything but ok. Returns its data. */
export type Run = <T = unknown>(args?: Values) => Promise<T>

/** Command that is run once, and its expected effect. */
export interface Case {
  readonly id: string
  check(run: Run): Promise<void>
}

interface MadeCall {
  readonly method: string
  readonly path: string
}

interface Operation {
  readonly 'x-permission': readonly Permission[]
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

export interface Scripted {
  /** One test for each of these. */
  perform(cases: readonly Case[]): void
  /** Any command, for what has to be there first. */
  ok<T = Values>(id: string, args?: Values): Promise<T>
  /** The row as the database has it; undefined where it has none. */
  row(entity: string, id: unknown): Promise<Values | undefined>
  /** How many rows a table has. */
  count(table: string): Promise<number>
  /** Audit entries of a row, oldest first; without id, of the whole entity. */
  audits(entity: string, id?: unknown): Promise<readonly Values[]>
}

/** Does one permission let in whom the other asks for? */
function meets(own: PagePermission, asked: Permission): boolean {
  if (typeof asked !== 'object') return false
  return [own.menu].flat().some(menu => permits(new Map([[menu, new Set(own.button ? [own.button] : [])]]), asked))
}

const isOfPage = (permission: Permission | undefined): permission is PagePermission => typeof permission === 'object'

/** All calls documented, and one requires the command's declared permission. */
function expectPermitted(command: Command, made: readonly MadeCall[], paths: Paths): void {
  const operations = made.map(({ method, path }) => paths[`/${path}`]?.[method.toLowerCase()])
  expect(
    made.filter((_, index) => !operations[index]).map(({ method, path }) => `${method} ${path}`),
    `calls of ${command.id} that are not documented`,
  ).toEqual([])
  const own = [command.permission, command.orPermission].filter(isOfPage)
  if (own.length === 0 || made.length === 0) return
  const asked = operations.flatMap(operation => operation?.['x-permission'] ?? [])
  const says = `what ${command.id} needs by its own account and by that of the server ${JSON.stringify(asked)}`
  expect(
    own.some(permission => asked.some(each => meets(permission, each))),
    says,
  ).toBe(true)
}

const isLocked = async (answer: Response): Promise<boolean> => {
  const { status } = refusals.ticketRequired
  return (
    answer.headers.get('content-type')?.includes('json') === true && (await answer.clone().json()).status === status
  )
}

/** Same request with a ticket: the user gives the operation password when asked. */
async function unlocked({ server }: PlantServer, init: RequestInit = {}): Promise<RequestInit> {
  const headers = new Headers(init.headers)
  const token = headers.get('authorization')?.replace('Bearer ', '') ?? null
  const { data } = await server.call('POST', 'Home/OperatePwd', { password: server.password }, token)
  headers.set('TickerOPWD', data.ticket)
  return { ...init, headers }
}

/** Console of one test file as administrator, who gives the operation password. */
export function scripted(at: PlantServer): Scripted {
  const made: MadeCall[] = []
  let paths: Paths = {}
  let stop = () => {}

  beforeAll(async () => {
    const { url, password } = at.server
    connect({
      baseUrl: url,
      fetch: async (asked, init) => {
        const path = new URL(String(asked)).pathname.split('/').slice(2).join('/')
        made.push({ method: init?.method ?? 'GET', path })
        const answer = await fetch(asked, init)
        return (await isLocked(answer)) ? fetch(asked, await unlocked(at, init)) : answer
      },
    })
    const ends = [startCommands(), registerConsoleCommands(), registerTableCommands()]
    stop = () => ends.forEach(end => void end())
    await signIn('admin', password)
    await loadMenu()
    await lotline.ready()
    const headers = { authorization: `Bearer ${at.token}` }
    paths = (await (await fetch(`${url}/openapi.json`, { headers })).json()).paths
  })
  beforeEach(() => {
    closeAll()
    setContext({ selection: null, record: null })
    for (const { entity } of store.get(allDraftsAtom)) discardDrafts(entity)
  })
  afterAll(async () => {
    await lotline.idle()
    stop()
  })

  async function passed<T>(id: string, args: Values): Promise<T> {
    const result: Result = await lotline.run(id, args, { confirm: 'accept' })
    expect(result, `${id}: ${JSON.stringify(result)}`).toMatchObject({ status: 'ok' })
    return (result as { data: T }).data
  }

  return {
    perform(cases) {
      test.each(cases.map(each => [each.id, each] as const))('%s', async (id, { check }) => {
        const command = findCommand(id)
        if (!command) throw new Error(`there is no command ${id}`)
        let times = 0
        await check(async <T>(args: Values = {}) => {
          const before = made.length
          const data = await passed<T>(id, args)
          expectPermitted(command, made.slice(before), paths)
          times += 1
          return data
        })
        expect(times, `how often ${id} was run`).toBeGreaterThan(0)
      })
    },
    ok: (id, args = {}) => passed(id, args),
    async row(entity, id) {
      const [row] = await at.rows(sql<Values>`select * from ${sql.table(entity)} where id = ${id}`)
      return row
    },
    async count(table) {
      const [row] = await at.rows(sql<Values>`select count(*)::int as n from ${sql.table(table)}`)
      return row?.n as number
    },
    audits: (entity, id) =>
      at.rows(sql<Values>`
        select action, "entityId", reason from auditlog where entity = ${entity}
        ${id === undefined ? sql`` : sql`and "entityId" = ${String(id)}`} order by id`),
  }
}
