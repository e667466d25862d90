/** PgBouncer of the machine, before the PostgreSQL of the tests. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, chown, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountFor, spawnAs } from '../../server/postgres/clusterAccount.ts'
import type { Connection } from './database.ts'
import { freePorts } from './freePorts.ts'
import { scratchDirectory } from './scratch.ts'

/** Program that `PGBOUNCER` names, or that of the PATH. */
const program = process.env.PGBOUNCER ?? 'pgbouncer'

/** Why tests with it are left out; undefined where it runs. */
export function missingPgbouncer(): string | undefined {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'no pgbouncer on this machine: install it, or name it in PGBOUNCER'
  }
}

export interface Pooler {
  readonly connection: Connection
  stop(): Promise<void>
}

const ignoring = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options'

export interface PoolerOptions {
  readonly mode: 'session' | 'transaction' | 'statement'
  /** Ignores the settings of sessions, as its users must tell it to. */
  readonly ignores?: boolean
}

export async function startPgbouncer(to: Connection, { mode, ignores = true }: PoolerOptions): Promise<Pooler> {
  const folder = await scratchDirectory('lotline-pgbouncer-')
  const [port] = (await freePorts(1)) as [number]
  const password = to.password ? ` password=${to.password}` : ''
  const settings = [
    '[databases]',
    `${to.database} = host=${to.host} port=${to.port} dbname=${to.database} user=${to.user}${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 40',
    ...(ignores ? [`ignore_startup_parameters = ${ignoring}`] : []),
  ]
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, `${settings.join('\n')}\n`)
  const account = await accountFor(join(folder, 'none'))
  await chmod(folder, 0o755)
  if (account) await chown(file, account.uid, account.gid)
  const child = spawn(program, [file], { ...spawnAs(account), stdio: ['ignore', 'ignore', 'pipe'] })
  await listening(child)
  return {
    connection: { ...to, host: '127.0.0.1', port },
    async stop() {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGINT')
      setTimeout(() => child.kill('SIGKILL'), 1_000).unref()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function listening(child: ChildProcess): Promise<void> {
  let said = ''
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', chunk => {
      said += chunk
      if (said.includes('process up')) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`pgbouncer ended: ${said}`)))
  })
}
