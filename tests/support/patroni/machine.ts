/** One machine of the recipe: etcd, and Patroni with its PostgreSQL. */
import type { ChildProcess } from 'node:child_process'
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountFor } from '../../../server/postgres/clusterAccount.ts'
import { killHard } from '../killProcesses.ts'
import { killIn, launch } from './programs.ts'
import type { Recipe } from './recipe.ts'

export interface Machine {
  readonly address: string
  /** Patroni's configuration. */
  readonly config: string
  /** Folder of PostgreSQL's socket. */
  readonly socket: string
  /** @param more settings as /etc/default/etcd overrides them */
  startEtcd(more?: Readonly<Record<string, string>>): Promise<void>
  stopEtcd(): Promise<void>
  startPatroni(): Promise<void>
  /** `kill -9` of Patroni and its PostgreSQL. */
  kill(): Promise<void>
  /** Kills all of it; its data are gone. */
  loseDisk(): Promise<void>
  /** `kill -9` of PostgreSQL's first process alone. */
  killPostmaster(): Promise<void>
  /** Patroni stands still, its PostgreSQL goes on. */
  freezePatroni(): void
  thawPatroni(): void
}

/** As /etc/patroni_env.conf of the page has them. */
const passwords = { PATRONI_REPLICATION_PASSWORD: 'copying', PATRONI_REWIND_PASSWORD: 'rewinding' }

export async function prepareMachine(recipe: Recipe, at: number, directory: string): Promise<Machine> {
  const account = await accountFor(join(directory, 'none'))
  const [etcdFolder, folder] = ['etcd', 'patroni'].map(name => join(directory, `${name}${at}`)) as [string, string]
  for (const path of [etcdFolder, folder]) {
    await mkdir(path)
    if (account) await chown(path, account.uid, account.gid)
  }
  const config = join(folder, 'config.yml')
  await writeFile(config, await recipe.readAt('patroni.yml', at, folder))
  const etcdEnv = await recipe.environmentAt('etcd.service.conf', at, etcdFolder)
  const patroniEnv = { ...(await recipe.environmentAt('patroni.service.conf', at, folder)), ...passwords }
  let patroni: ChildProcess | undefined
  return {
    address: recipe.addressOf(at),
    config,
    socket: folder,
    async startEtcd(more = {}) {
      await launch('etcd', [], { folder: etcdFolder, account, env: { ...etcdEnv, ...more } })
    },
    stopEtcd: () => killIn(etcdFolder),
    async startPatroni() {
      patroni = await launch('patroni', [config], { folder, account, env: patroniEnv })
    },
    kill: () => killIn(folder),
    async loseDisk() {
      for (const place of [etcdFolder, folder]) {
        await killIn(place)
        await rm(join(place, 'lotline'), { recursive: true, force: true })
      }
    },
    async killPostmaster() {
      const lines = await readFile(join(folder, 'lotline', 'postmaster.pid'), 'utf8')
      killHard(Number(lines.split('\n')[0]))
    },
    freezePatroni: () => void patroni?.kill('SIGSTOP'),
    thawPatroni: () => void patroni?.kill('SIGCONT'),
  }
}
