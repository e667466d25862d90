/** Target of the fuzz: demo plant, server process, four signed-in roles. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { Pool } from 'undici'
import { entities } from '#contract/index.ts'
import { pages } from '#contract/pages.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { seedDemo } from '../../server/domain/seed/demo.ts'
import { adminPassword, startTestServer, type TestServer } from '../support/server.ts'
import type { Input } from './inputs.ts'
import { callHeader, type StallReport } from './stallReport.ts'
import type { Ids } from './values.ts'

export const roles = ['nobody', 'looker', 'clerk', 'admin'] as const
export type Role = (typeof roles)[number]

export interface Reply {
  readonly http: number
  /** Statuses of the envelope and its parts; empty for a file. */
  readonly statuses: readonly number[]
  /** Does a refusal of fields name none? */
  readonly isNameless: boolean
  readonly ms: number
}

export interface Target {
  readonly server: TestServer
  readonly ids: Ids
  send(input: Input, role: Role, call: number): Promise<Reply>
  /** Signs in again whoever lost the session. */
  renew(role: Role): Promise<void>
  /** May the administrator still do what he could? */
  isWhole(): Promise<boolean>
  /** Since the server was started, stalls since the last report. */
  report(): Promise<StallReport>
  close(): Promise<void>
}

const script = fileURLToPath(new URL('serverProcess.ts', import.meta.url))

/** Ids of up to sixty rows of each table. */
async function storedIds({ db }: TestServer): Promise<Ids> {
  const ids = new Map<string, readonly number[]>()
  for (const { name, view } of Object.values<Entity>(entities)) {
    if (view) continue
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(name)} order by id limit 60`.execute(db)
    if (rows.length > 0) ids.set(name, rows.map(({ id }) => id)) // biome-ignore format: one line
  }
  return ids
}

const office = pages.filter(({ area }) => area !== 'system')
const grants: Readonly<Record<'looker' | 'clerk', readonly string[]>> = {
  looker: pages.map(({ name }) => name),
  clerk: office.flatMap(({ name, buttons }) => [name, ...buttons.map(button => `${name}.${button}`)]),
}

const envOf = ({ connection: { host, port, user, database } }: TestServer) => ({
  ...process.env,
  DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
  CAPTURE_HOSTS: 'off',
})

async function startProcess(server: TestServer): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const env = envOf(server)
  const child = fork(script, { env, execArgv: [] })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', message => resolve((message as { url: string }).url))
    child.once('exit', code => reject(new Error(`the server ended with ${code}`)))
  })
  return { child, url }
}

interface Envelope {
  readonly status?: unknown
  readonly data?: { readonly rows?: unknown } | null
}

/** What an answer says of itself; a file says nothing. */
function read(http: number, type: string, bytes: Buffer, ms: number): Reply {
  if (!type.startsWith('application/json')) return { http, statuses: [], isNameless: false, ms }
  const envelope = JSON.parse(bytes.toString()) as Envelope
  const rows = envelope.data?.rows
  const parts = Array.isArray(rows)
    ? (rows as Envelope[]).filter(row => typeof row?.status === 'number' && 'ok' in row)
    : []
  const all = [envelope, ...parts]
  const isNameless =
    http === 200 && all.some(({ status, data }) => status === 1001 && Object.keys(data ?? {}).length === 0)
  return { http, statuses: all.map(({ status }) => Number(status ?? 0)), isNameless, ms }
}

const seconds = 60_000

export async function openTarget(): Promise<Target> {
  // Longer than any run: an expired session would leave the rest unasked.
  process.env.ACCESS_TTL = '86400'
  const server = await startTestServer({ filled: { as: 'demonstrated', with: db => seedDemo(db) } })
  const tokens: Record<Role, string> = {
    nobody: await server.signInWith([]),
    looker: await server.signInWith(grants.looker),
    clerk: await server.signInWith(grants.clerk),
    admin: await server.signIn(),
  }
  const names: Record<Role, string> = { nobody: 'user1', looker: 'user2', clerk: 'user3', admin: 'admin' }
  const ids = await storedIds(server)
  const { child, url } = await startProcess(server)
  const pool = new Pool(url, { connections: 10, headersTimeout: seconds, bodyTimeout: seconds })
  let ticket = ''

  async function sendOnce({ method, path, type, body }: Input, role: Role, call: number): Promise<Reply> {
    // A stranger, and somebody signed in who may do nothing, by turns.
    const isStranger = role === 'nobody' && call % 2 === 0
    const headers = {
      [callHeader]: String(call),
      ...(isStranger ? {} : { authorization: `Bearer ${tokens[role]}` }),
      ...(type ? { 'content-type': type } : {}),
      ...(ticket && role === 'admin' ? { TickerOPWD: ticket } : {}),
    }
    const from = performance.now()
    const answer = await pool.request({ method, path: `/${path}`, headers, body: body ?? null })
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    return read(answer.statusCode, String(answer.headers['content-type'] ?? ''), bytes, performance.now() - from)
  }

  async function takeTicket(): Promise<void> {
    const { data } = await server.call('POST', 'Home/OperatePwd', { password: adminPassword }, tokens.admin)
    ticket = data?.ticket ?? ''
  }

  const menuOf = async () =>
    JSON.stringify((await server.call('GET', 'SystemSetting/AuthMenuList', {}, tokens.admin)).data)
  const menu = (await menuOf()).length

  return {
    server,
    ids,
    async send(input, role, call) {
      const reply = await sendOnce(input, role, call)
      if (role !== 'admin' || !reply.statuses.includes(1007)) return reply
      await takeTicket()
      return sendOnce(input, role, call)
    },
    async renew(role) {
      tokens[role] = await server.signIn(names[role])
    },
    isWhole: async () => (await menuOf()).length >= menu,
    async report() {
      child.send('report')
      const [{ report }] = (await once(child, 'message')) as [{ report: StallReport }]
      return report
    },
    async close() {
      await pool.destroy()
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await server.close()
    },
  }
}
