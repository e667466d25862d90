/** etcd, Patroni and HAProxy of Debian's packages. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Account, spawnAs } from '../../../server/postgres/clusterAccount.ts'
import { killHard } from '../killProcesses.ts'

const run = promisify(execFile)

/** Folder into which the packages were unpacked; empty: they are installed. */
const packages = process.env.HA_PACKAGES ?? ''
const libraries = ['usr/lib', 'lib'].map(place => join(packages, place, 'x86_64-linux-gnu')).join(':')
const unpacked = { PYTHONPATH: join(packages, 'usr/lib/python3/dist-packages'), LD_LIBRARY_PATH: libraries }
const surroundings = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...(packages ? unpacked : {}) }

const python = '/usr/bin/python3'
const programs = {
  etcd: [`${packages}/usr/bin/etcd`],
  etcdctl: [`${packages}/usr/bin/etcdctl`],
  haproxy: [`${packages}/usr/sbin/haproxy`],
  patroni: [python, `${packages}/usr/bin/patroni`],
  patronictl: [python, `${packages}/usr/bin/patronictl`],
  psql: ['/usr/lib/postgresql/15/bin/psql'],
} as const
type Program = keyof typeof programs
const versionOf: Partial<Record<Program, string>> = { haproxy: '-v', patronictl: 'version', etcdctl: 'version' }

/** Why tests with them are left out; undefined where all run. */
export function missingPrograms(): string | undefined {
  for (const [name, [program, ...first]] of Object.entries(programs))
    try {
      execFileSync(program, [...first, versionOf[name as Program] ?? '--version'], {
        stdio: 'ignore',
        env: surroundings,
      })
    } catch {
      return `no ${name}: install Debian's packages, or name the folder they were unpacked to in HA_PACKAGES`
    }
  return undefined
}

export interface Launch {
  readonly folder: string
  readonly account?: Account | undefined
  readonly env?: Readonly<Record<string, string>>
}

/** Starts it in its folder; what it says goes to `log` there. */
export async function launch(
  program: Program,
  words: readonly string[],
  { folder, account, env }: Launch,
): Promise<ChildProcess> {
  const [first, ...more] = programs[program]
  await mkdir(folder, { recursive: true })
  const log = await open(join(folder, 'log'), 'a')
  const stdio: ['ignore', number, number] = ['ignore', log.fd, log.fd]
  const all = { ...spawnAs(account), cwd: folder, env: { ...surroundings, ...env }, stdio }
  const child = spawn(first, [...more, ...words], all)
  await log.close()
  return child
}

export async function answerOf(program: Program, words: readonly string[]): Promise<string> {
  const [first, ...more] = programs[program]
  return (await run(first, [...more, ...words], { env: surroundings })).stdout
}

/** Living processes that work in this folder. */
export function processesIn(folder: string): number[] {
  const isInside = (pid: string) => {
    try {
      return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`)
    } catch {
      return false
    }
  }
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && isInside(name))
    .map(Number)
}

export async function killIn(folder: string): Promise<void> {
  for (let left = processesIn(folder); left.length > 0; left = processesIn(folder)) {
    left.forEach(killHard)
    await delay(20)
  }
}
