/** Finds and kills the processes of one data directory, and no others. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Mark in the command lines of a data directory's processes: PostgreSQL's own name, which orphans keep. */
export function clusterName(directory: string): string {
  return `lotline-${createHash('sha256').update(directory).digest('hex').slice(0, 16)}`
}

async function commands(): Promise<[pid: number, command: string][]> {
  if (process.platform === 'linux') {
    const ids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
    // a zombie has an empty command line
    const commandOf = async (id: string) =>
      (await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
    return Promise.all(ids.map(async id => [Number(id), await commandOf(id)]))
  }
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command='])
  return stdout.split('\n').map(line => [Number.parseInt(line, 10), line])
}

/** Ids of living processes with one of these marks, except this one. */
export async function processesWith(...marks: readonly string[]): Promise<number[]> {
  const found = (await commands()).filter(([, command]) => marks.some(mark => command.includes(mark)))
  return found.map(([pid]) => pid).filter(pid => pid !== process.pid)
}

/** Ids of a process's children with such command lines. */
export async function processesMatching(parent: number, command: RegExp): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,ppid=,command='])
  return stdout.split('\n').flatMap(line => {
    const [, pid, of, said = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(of) === parent && command.test(said) ? [Number(pid)] : []
  })
}

/** `kill -9`, also of a process that has just ended by itself. */
export function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Kills until none is left: a dying process may have started another. */
export async function killAllWith(...marks: readonly string[]): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const left = await processesWith(...marks)
    if (left.length === 0) return
    left.forEach(killHard)
    await delay(10)
  }
  throw new Error(`processes that do not die: ${(await processesWith(...marks)).join(' ')}`)
}
