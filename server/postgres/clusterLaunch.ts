import { spawn } from 'node:child_process'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Account, canReach, giveTo, spawnAs } from './clusterAccount.ts'
import { hasModule } from './clusterBinaries.ts'
import { type ClusterAddress, ownerRole } from './clusterClient.ts'
import { memory, sharedBuffers } from './clusterMemory.ts'
import { type Postmaster, processMark, readPostmaster } from './clusterProcess.ts'

export const postgresMajor = '18'

export interface ClusterPlan {
  /** PostgreSQL's own folder, inside the data directory. */
  readonly folder: string
  /** Process title, identifying its processes. */
  readonly name: string
  readonly programs: string
  readonly account: Account | undefined
  readonly place: ClusterAddress
  readonly password: string
  readonly logFile: string
  readonly settings: Readonly<Record<string, string>>
}

function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  // PGDATA, PGPORT and others of the environment concern another PostgreSQL.
  const own = Object.entries(process.env).filter(([key]) => !key.startsWith('PG'))
  return { ...Object.fromEntries(own), LC_ALL: 'C', ...more }
}

/** PostgreSQL's folder. Under root unreachable paths need the working directory. */
async function folderArgument(folder: string, account: Account | undefined): Promise<string> {
  if (await canReach(folder, account, 1)) return folder
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new Error(
    `The account ${account?.name}, under which PostgreSQL has to run when the server is started by root, cannot enter ${folder}: choose another data directory, or start the server as a normal user.`,
  )
}

/** Removes leftovers of killed first starts, but not one in progress. */
async function removeHalfMade(folder: string): Promise<void> {
  const start = `${basename(folder)}.new-`
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(start) || (await processMark(Number.parseInt(name.slice(start.length), 10)))) continue
    // A surviving initdb may still write; the next start removes it.
    await rm(join(dirname(folder), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Creates the cluster unless it exists; atomic, even when killed. */
export async function makeCluster(plan: ClusterPlan, log: (message: string) => void): Promise<void> {
  const { folder, account } = plan
  const owner = await stat(folder).catch(() => undefined)
  if (owner) {
    const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
    if (version === undefined)
      throw new Error(`The folder ${folder} is not a PostgreSQL database: move it away or restore it.`)
    if (version.trim() !== postgresMajor) {
      throw new Error(
        `The database in ${folder} is of PostgreSQL ${version.trim()}, and this server brings PostgreSQL ${postgresMajor}.`,
      )
    }
    if (account && owner.uid === 0) await giveTo(account, folder)
    if (process.platform !== 'win32') await chmod(folder, 0o700)
    return
  }
  await removeHalfMade(folder)
  log(`Creating the database in ${folder}`)
  const fresh = await mkdtemp(`${folder}.new-${process.pid}-`)
  if (account) await chown(fresh, account.uid, account.gid)
  await initialise(plan, fresh)
  await rename(fresh, folder).catch(async (error: unknown) => {
    // Race lost to another server; the lock decides which continues.
    await rm(fresh, { recursive: true, force: true })
    if (!(await stat(folder).catch(() => undefined))) throw error
  })
  if (process.platform === 'win32') return
  const parent = await open(dirname(folder), 'r')
  await parent.sync().finally(() => parent.close())
}

async function initialise(plan: ClusterPlan, fresh: string): Promise<void> {
  const args = [
    '-D',
    await folderArgument(fresh, plan.account),
    '-U',
    ownerRole,
    '-E',
    'UTF8',
    '-k',
    '--no-instructions',
  ]
  // Only Linux's C library always has this locale; PostgreSQL brings an equivalent.
  if (process.platform === 'linux') args.push('--locale=C.UTF-8')
  else args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  const passwordFile = `${fresh}.password`
  if (plan.password) {
    await writeFile(passwordFile, plan.password, { mode: 0o600 })
    args.push('-A', 'scram-sha-256', `--pwfile=${passwordFile}`)
  } else args.push('-A', 'trust')
  const child = spawn(join(plan.programs, 'initdb'), args, {
    ...spawnAs(plan.account),
    ...{ cwd: fresh, env: environment(), stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true },
  })
  let said = ''
  child.stderr?.on('data', chunk => {
    said += chunk
  })
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  await rm(passwordFile, { force: true })
  if (code === 0) return
  await rm(fresh, { recursive: true, force: true })
  throw new Error(`The database could not be created in ${plan.folder}: ${said.trim() || `initdb ended with ${code}`}`)
}

/** Private socket folder: socket access grants sign-in. */
async function prepareSocketFolder({ place, account }: ClusterPlan): Promise<void> {
  if (process.platform === 'win32') return
  const uid = account?.uid ?? process.getuid?.()
  await mkdir(place.host, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await stat(place.host)
  if (account && found.uid === process.getuid?.()) await chown(place.host, account.uid, account.gid)
  else if (found.uid !== uid) throw new Error(`The folder ${place.host} belongs to somebody else: remove it.`)
  await chmod(place.host, 0o700)
}

/** Free bytes below which a start fails for want of space. */
const minFreeBytes = 1_000_000

/** A full disk takes no log lines either. */
async function isDiskFull(folder: string): Promise<boolean> {
  const found = await statfs(folder).catch(() => undefined)
  return found !== undefined && found.bavail * found.bsize < minFreeBytes
}

async function startError({ folder, logFile }: ClusterPlan, logOffset: number, ended: string | undefined) {
  const said = (await readFile(logFile, 'utf8')).slice(logOffset).trim().slice(-1000)
  const isFull = (await isDiskFull(folder)) || (await isDiskFull(dirname(logFile)))
  const reasons = [said, said ? '' : ended, isFull ? 'No space left on device' : '']
  return new Error(`PostgreSQL could not start on ${folder}: ${reasons.filter(Boolean).join('; ')}`)
}

/** Starts PostgreSQL; `stalePid`: id in an old `postmaster.pid`. */
export async function launch(plan: ClusterPlan, stalePid: number | undefined): Promise<Postmaster> {
  const { folder, place } = plan
  await prepareSocketFolder(plan)
  const unix = process.platform !== 'win32'
  const settings: Record<string, string> = {
    cluster_name: plan.name,
    listen_addresses: unix ? '' : place.host,
    unix_socket_directories: unix ? place.host : '',
    port: String(place.port),
    shared_buffers: `${sharedBuffers(memory())}MB`,
    max_connections: '60',
    max_wal_size: '512MB',
    // An archive that is away must not fill this disk.
    max_slot_wal_keep_size: '4GB',
    jit: 'off',
    // Our own restart says why it fails; PostgreSQL's repeats in silence.
    restart_after_crash: 'off',
    // Pages of the former run are read again after a restart.
    ...((await hasModule(plan.programs, 'pg_prewarm')) ? { shared_preload_libraries: 'pg_prewarm' } : {}),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    ...plan.settings,
  }
  const args = ['-D', await folderArgument(folder, plan.account)]
  for (const [key, value] of Object.entries(settings)) args.push('-c', `${key}=${value}`)
  // A pid file naming this process is ignored: strangers cannot block it.
  const env = environment(stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) })
  if (((await stat(plan.logFile).catch(() => undefined))?.size ?? 0) > 10_000_000)
    await rename(plan.logFile, `${plan.logFile}.1`)
  const logFile = await open(plan.logFile, 'a', 0o600)
  const before = (await logFile.stat()).size
  // Detached, output to a file: it must survive Ctrl-C and our pipes.
  const child = spawn(join(plan.programs, 'postgres'), args, {
    ...spawnAs(plan.account),
    ...{ cwd: folder, env, detached: true, stdio: ['ignore', logFile.fd, logFile.fd], windowsHide: true },
  })
  child.unref()
  let ended: string | undefined
  child.once('error', error => {
    ended = error.message
  })
  child.once('exit', (code, signal) => {
    ended ??= `ended with ${code ?? signal}`
  })
  await logFile.close()
  for (;;) {
    // Crash recovery may take minutes: wait while it lives.
    const found = await readPostmaster(folder)
    if (found && found.pid === child.pid && found.ready) return found
    if (ended !== undefined || (child.pid !== undefined && !(await processMark(child.pid)))) {
      throw await startError(plan, before, ended)
    }
    await delay(10)
  }
}
