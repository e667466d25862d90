/** A dump restored in part by pg_restore: refused by name, before anybody is served. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withDatabase } from '../../server/db/connection/open.ts'
import { firstStart } from '../../server/domain/system/firstStart.ts'
import { accountFor, spawnAs } from '../../server/postgres/clusterAccount.ts'
import { prepareServed } from '../support/databases.ts'
import { freePorts } from '../support/freePorts.ts'
import { scratchDirectory } from '../support/scratch.ts'
import { isSoak } from '../support/soak.ts'
import { endStarted, start } from '../support/startedServer.ts'
import { until } from '../support/tasks.ts'

/** The packages bring no pg_dump and no pg_restore. */
const programs = ['/usr/lib/postgresql/18/bin', '/usr/lib/postgresql/17/bin', '/usr/lib/postgresql/15/bin'].find(
  folder => existsSync(join(folder, 'pg_restore')) && existsSync(join(folder, 'initdb')),
)
const host = '127.0.0.1'
const cuts = isSoak ? [10, 20, 30, 40, 50, 60, 70, 80, 90, 99] : [60]

describe.skipIf(!programs)('a restore that is cut off (needs pg_restore of a PostgreSQL on this machine)', () => {
  let directory: string
  let port: number
  let stop: () => Promise<unknown>
  let toc: readonly string[]

  const run = async (name: string, ...given: string[]) => {
    const account = await accountFor(directory)
    const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
    const file = join(programs ?? '', name)
    return promisify(execFile)(file, given, { ...spawnAs(account), cwd: directory, env, maxBuffer: 2 ** 26 })
  }
  const at = ['--host', host, '--username', 'owner']
  const place = (database: string, user: string) => ({ host, port, user, database })
  const inside = (path: string) => join(directory, path)

  beforeAll(async () => {
    directory = await scratchDirectory('lotline-cut-')
    await chmod(directory, 0o711)
    ;[port = 0] = await freePorts(1)
    at.push('--port', String(port))
    const account = await accountFor(directory)
    await mkdir(inside('files'))
    if (account) await chown(inside('files'), account.uid, account.gid)
    await run('initdb', '-D', inside('files/data'), '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N')
    const settings = ['fsync=off', `listen_addresses=${host}`, 'unix_socket_directories=', `port=${port}`]
    const args = ['-D', inside('files/data'), ...settings.flatMap(each => ['-c', each])]
    const child = spawn(join(programs ?? '', 'postgres'), args, {
      ...spawnAs(account),
      cwd: directory,
      stdio: 'ignore',
    })
    stop = async () => {
      child.kill('SIGINT')
      await once(child, 'exit')
    }
    const isUp = () =>
      run('pg_isready', ...at).then(
        () => true,
        () => false,
      )
    await until(isUp, isSo => isSo)
    await run('createuser', ...at, 'app')
    await run('createdb', ...at, 'plant')
    await prepareServed({ connection: place('plant', 'app'), owner: place('plant', 'owner') })
    await withDatabase(place('plant', 'app'), db => firstStart(db, 'admin123'))
    await run('pg_dump', ...at, '--format=custom', `--file=${inside('files/plant.dump')}`, 'plant')
    const { stdout } = await run('pg_restore', '--list', inside('files/plant.dump'))
    toc = stdout.split('\n').filter(line => /^\d/.test(line))
  }, 120_000)
  afterAll(async () => {
    await endStarted()
    await stop?.()
    await rm(directory, { recursive: true, force: true })
  })

  test.each(cuts)('after %i of 100 parts', async percent => {
    const database = `cut${percent}`
    const list = inside(`${database}.toc`)
    await writeFile(list, toc.slice(0, Math.floor((toc.length * percent) / 100)).join('\n'))
    await run('createdb', ...at, database)
    await run('pg_restore', ...at, '-d', database, '--no-owner', '-L', list, inside('files/plant.dump'))
    const url = (user: string) => `postgresql://${user}@${host}:${port}/${database}`
    const state = async () => {
      const { rows } = await withDatabase(place(database, 'owner'), db =>
        sql`select relname, reltuples from pg_class where relnamespace = 'public'::regnamespace order by 1`.execute(db),
      )
      return rows
    }
    const before = await state()
    const server = start({ DATABASE_URL: url('app'), DATABASE_OWNER_URL: url('owner') })
    expect(await server.ended).toBe(1)
    expect(server.said()).toMatch(/^The database [^\n]*: a restore of it was cut off, so restore it again[^\n]*\n$/)
    expect(server.out()).not.toContain('Lotline  http')
    expect((await state()).length).toBe(before.length)
  })
})
