import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type ClusterAddress, type ClusterClient, connectTo } from './clusterClient.ts'

const run = promisify(execFile)

export interface Postmaster extends ClusterAddress {
  readonly pid: number
  readonly ready: boolean
}

/** Identity of a process, despite reused ids; undefined when dead, zombies included. */
export async function processMark(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    // The name in brackets may itself contain spaces and brackets.
    const fields = line?.slice(line.lastIndexOf(')') + 2).split(' ')
    if (!fields || fields[0] === 'Z' || fields[0] === 'X') return undefined
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
    return `${boot.trim()}:${fields[19]}`
  }
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined
  }
  if (process.platform === 'win32') return 'alive'
  return run('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
}

export async function readPostmaster(clusterFolder: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const lines = text?.split('\n').map(line => line.trim())
  const pid = Number(lines?.[0])
  if (!lines || !Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]), host: lines[4] || lines[5] || '', ready: lines[7] === 'ready' }
}

/**
 * Challenge against strangers: the server finds a secret name in our folder. Empty files fit on full disks.
 * @throws Error when even that cannot be written
 */
async function answersForFolder(
  clusterFolder: string,
  found: Postmaster,
  password: string,
): Promise<boolean | 'silent'> {
  const name = `lotline.question.${randomBytes(16).toString('hex')}`
  const file = join(clusterFolder, name)
  await writeFile(file, '', { flag: 'wx' }).catch((error: Error) => {
    throw new Error(`The folder ${clusterFolder} cannot be written: ${error.message}`)
  })
  let client: ClusterClient | undefined
  try {
    client = await connectTo(found, password, { query_timeout: 5_000 })
    const answer = await client.query(`select from pg_ls_dir('.') as name where name = $1`, [name])
    return answer.rowCount === 1
  } catch {
    return 'silent'
  } finally {
    await rm(file, { force: true })
    await client?.end().catch(() => undefined)
  }
}

async function commandNames(pid: number, clusterName: string): Promise<boolean> {
  if (process.platform === 'win32') return false
  const command =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(({ stdout }) => stdout)
  return (await command.catch(() => '')).includes(clusterName)
}

/** Running PostgreSQL of the folder; else the stale id of `postmaster.pid`. */
export async function findRunning(
  clusterFolder: string,
  clusterName: string,
  password: string,
): Promise<{ running?: Postmaster; stalePid?: number }> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const found = await readPostmaster(clusterFolder)
    if (!found) return {}
    if (!(await processMark(found.pid))) return { stalePid: found.pid }
    const answer = await answersForFolder(clusterFolder, found, password)
    if (answer === true) return { running: found }
    // Ours but silent: still starting or stopping.
    if (answer === false || !(await commandNames(found.pid, clusterName))) return { stalePid: found.pid }
    if (Date.now() > deadline) {
      throw new Error(
        `The PostgreSQL with process id ${found.pid} runs on ${clusterFolder} but does not answer: stop it first.`,
      )
    }
    await delay(50)
  }
}

async function isGone(clusterFolder: string, pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline) {
    if ((await readPostmaster(clusterFolder))?.pid !== pid && !(await processMark(pid))) return true
    if (!(await processMark(pid))) return true
    await delay(10)
  }
  return false
}

/** Stops PostgreSQL: fast shutdown, immediate only when it hangs. */
export async function stopPostmaster(clusterFolder: string, programs: string): Promise<void> {
  const found = await readPostmaster(clusterFolder)
  if (!found || !(await processMark(found.pid))) return
  if (process.platform === 'win32') {
    await run(join(programs, 'pg_ctl'), ['stop', '-D', clusterFolder, '-m', 'fast'])
    return
  }
  for (const [signal, timeoutMs] of [['SIGINT', 60_000] as const, ['SIGQUIT', 10_000] as const]) {
    try {
      process.kill(found.pid, signal)
    } catch {
      return
    }
    if (await isGone(clusterFolder, found.pid, timeoutMs)) return
  }
  throw new Error(`The PostgreSQL with process id ${found.pid} on ${clusterFolder} does not stop.`)
}
