import { sql } from 'kysely'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import type { Address } from '../../server/db/connection/replication/hosts.ts'
import { Standby } from '../../server/db/connection/replication/standby.ts'
import type { QueueTimes } from '../../server/domain/label/printQueue.ts'
import type { DiskOptions } from '../../server/domain/status/disks.ts'
import { firstStart } from '../../server/domain/system/firstStart.ts'
import type { LogOptions } from '../../server/http/log.ts'
import type { MonitoringOptions } from '../../server/http/monitoring/metrics.ts'
import type { TlsFiles } from '../../server/http/monitoring/tls.ts'
import { createServer } from '../../server/http/serve.ts'
import {
  type Connection,
  createTestDatabase,
  prepareTemplate,
  type TestAccounts,
  type TestDatabase,
} from './database.ts'
import { prepareServed } from './databases.ts'

/** Password of `admin` in every test server. */
export const adminPassword = 'admin123'

/** What a call was answered, with the HTTP status beside the envelope. */
export interface TestAnswer {
  readonly http: number
  readonly status: number
  readonly message: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly data: any
  readonly headers: Headers
}

export interface TestServer {
  readonly url: string
  readonly db: Database
  readonly connection: Connection
  readonly ownerConnection: Connection
  readonly standby: Standby | undefined
  /** Owner of the database, for what the server may not do. */
  readonly owner: Database
  readonly password: string
  /** Access token of a user, `admin` unless said. */
  signIn(user?: string, password?: string): Promise<string>
  /** Calls by method and path (`template/list/brand`); parameters go to query or body. */
  call(
    method: 'GET' | 'POST',
    path: string,
    parameters?: unknown,
    token?: string | null,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestAnswer>
  /** Role with these grants (`brand`, `brand.add`, …) and a user; answers his token. */
  signInWith(grants: readonly string[]): Promise<string>
  close(): Promise<void>
}

export interface TestServerOptions {
  readonly staticDirectory?: string
  readonly space?: DiskOptions
  readonly slowMs?: number
  readonly log?: LogOptions
  readonly proxies?: readonly string[]
  readonly tls?: TlsFiles
  readonly monitoring?: MonitoringOptions
  /** Database of its own instead of a clone; the test ends it. */
  readonly on?: TestAccounts
  readonly standbyAt?: Address
  readonly labels?: Partial<QueueTimes>
  /** Content beyond `admin`, by name: filled once per run, then cloned. */
  readonly filled?: { readonly as: string; readonly with: (db: Database, owner: Database) => Promise<unknown> }
}

const prepare =
  ({ filled }: TestServerOptions) =>
  (accounts: TestAccounts): Promise<void> =>
    prepareServed(accounts, async (db, owner) => {
      await firstStart(db, adminPassword)
      await filled?.with(db, owner)
    })

const isForm = (path: string) => path.endsWith('Auth/login')

function requestOf(method: string, path: string, parameters: unknown): { path: string; init: RequestInit } {
  if (method === 'GET') {
    const query = new URLSearchParams(parameters as Record<string, string>).toString()
    return { path: query ? `${path}?${query}` : path, init: { method } }
  }
  const form = isForm(path)
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const body = form ? new URLSearchParams(parameters as Record<string, string>).toString() : JSON.stringify(parameters)
  return { path, init: { method, body, headers: { 'content-type': type } } }
}

/** As if the person had changed the password that an administrator set. */
export const ownPassword = (db: Database, loginName: string) =>
  sql`update "user" set "mustChangePassword" = false where "loginName" = ${loginName}`.execute(db)

async function cloneFor(options: TestServerOptions): Promise<TestDatabase> {
  const template = await prepareTemplate(options.filled?.as ?? 'served', prepare(options))
  return createTestDatabase({ template })
}

/** Real server on a migrated database, with `admin` in it. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.on ? { ...options.on, drop: async () => undefined } : await cloneFor(options)
  const db = openDatabase(database.connection)
  const owner = openDatabase(database.owner)
  const { filled: _, on: __, standbyAt, ...served } = options
  const standby = standbyAt === undefined ? undefined : new Standby(standbyAt, db)
  const app = await createServer({ db, standby, ...served })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  let users = 0

  /** Like the console: fetches a ticket and repeats when one is required. */
  const call: TestServer['call'] = async (method, path, parameters = {}, token = null, headers = {}) => {
    const answer = await callOnce(method, path, parameters, token, headers)
    if (answer.status !== 1007 || 'TickerOPWD' in headers) return answer
    const { data } = await callOnce('POST', 'Home/OperatePwd', { password: adminPassword }, token)
    return callOnce(method, path, parameters, token, { ...headers, TickerOPWD: data?.ticket ?? '' })
  }

  const callOnce: TestServer['call'] = async (method, path, parameters = {}, token = null, headers = {}) => {
    const request = requestOf(method, path, parameters)
    const response = await fetch(`${url}/${request.path}`, {
      ...request.init,
      headers: {
        ...(request.init.headers as Record<string, string>),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
    })
    const { status: http, headers: told } = response
    // Files have no envelope: their bytes are the data.
    if (response.ok && !told.get('content-type')?.startsWith('application/json'))
      return { http, status: 0, message: '', data: new Uint8Array(await response.arrayBuffer()), headers: told }
    const answer = (await response.json()) as { status: number; message: string; data: unknown }
    return { http, ...answer, headers: told }
  }

  const signIn: TestServer['signIn'] = async (username = 'admin', password = adminPassword) => {
    const { status, message, data } = await call('POST', 'Auth/login', { grant_type: 'password', username, password })
    if (status !== 0) throw new Error(`signing in as ${username}: ${status} ${message}`)
    return data.access_token as string
  }

  const signInWith: TestServer['signInWith'] = async grants => {
    users += 1
    const admin = await signIn()
    const { data: tree } = await call('GET', 'SystemSetting/MenuList', {}, admin)
    const menuIds = idsOf(tree as readonly Node[], grants)
    const role = await must('template/save/role', { code: `R${users}`, name: `角色${users}`, menuIds }, admin)
    const loginName = `user${users}`
    const { data: me } = await call('POST', 'template/list/user', {}, admin)
    const customerId = me.rows[0].customerId
    await must(
      'template/save/user',
      { loginName, name: loginName, password: adminPassword, customerId, roleIds: [role.id] },
      admin,
    )
    await ownPassword(db, loginName)
    return signIn(loginName)
  }

  const must = async (path: string, parameters: unknown, token: string) => {
    const answer = await call('POST', path, parameters, token)
    if (answer.status !== 0) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.data)}`)
    return answer.data
  }

  return {
    url,
    db,
    connection: database.connection,
    ownerConnection: database.owner,
    standby,
    owner,
    password: adminPassword,
    signIn,
    call,
    signInWith,
    async close() {
      await app.close()
      await standby?.close()
      await Promise.all([closeDatabase(db), closeDatabase(owner)])
      await database.drop()
    },
  }
}

interface Node {
  readonly id: number
  readonly name: string
  readonly type: number
  readonly children: readonly Node[]
}

/** Menu ids of `page` or `page.button`; never empty, as roles require. */
function idsOf(tree: readonly Node[], grants: readonly string[]): readonly number[] {
  const wanted = new Set(grants)
  const found = [tree[0]?.id ?? 0]
  const visit = (node: Node, page: string) => {
    const name = node.type === 2 ? `${page}.${node.name}` : node.name
    if (node.type !== 0 && wanted.has(name)) found.push(node.id)
    for (const child of node.children) visit(child, node.name)
  }
  for (const node of tree) visit(node, '')
  return found
}
