import { type ChildProcess, fork } from 'node:child_process'
import { chmod, cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../../server/postgres/cluster.ts'
import { createTestDatabase, prepareTemplate, type TestAccounts } from '../support/database.ts'
import { scratchDirectory } from '../support/scratch.ts'

type Connection = Cluster['connection']
type Opened = { owner?: Connection; refused?: string }

let directory: string
let children: ChildProcess[]
let clusters: Cluster[]

beforeEach(async () => {
  directory = await scratchDirectory('lotline-cluster-')
  // mode as the server makes it; mkdtemp's closed one has its own test
  await chmod(directory, 0o711)
  children = []
  clusters = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const cluster of clusters) await cluster.stop()
  const left = await postmaster(directory)
  if (left !== undefined && alive(left)) process.kill(left, 'SIGQUIT')
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
})

async function open(messages: string[] = [], place = directory): Promise<Cluster> {
  const cluster = await startCluster(place, { log: message => messages.push(message) })
  clusters.push(cluster)
  return cluster
}

function openInChild(): Promise<Opened & { child: ChildProcess }> {
  const script = fileURLToPath(new URL('../support/clusterChild.ts', import.meta.url))
  const child = fork(script, [directory], { execArgv: [] })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve({ ...(message as Opened), child }))
    child.once('exit', code => reject(new Error(`the child ended with ${code}`)))
  })
}

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise(resolve => child.once('exit', () => resolve()))

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended(child)
}

async function rows(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function postmaster(place: string): Promise<number | undefined> {
  const text = await readFile(join(place, 'postgres/postmaster.pid'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number(text.split('\n')[0])
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a first start makes a durable database in UTF-8, and a clean stop keeps what was written', async () => {
  const messages: string[] = []
  const first = await open(messages)
  expect(messages).toEqual([`Creating the database in ${directory}/postgres`])
  const settings = `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
    current_setting('server_encoding') as encoding, current_setting('listen_addresses') as listens, current_database() as name`
  expect(await rows(first.connection, settings)).toEqual([
    { fsync: 'on', checksums: 'on', encoding: 'UTF8', listens: '', name: 'lotline' },
  ])
  await rows(first.owner, `create table lot as select '批号一'::text as no`)
  const pid = await postmaster(directory)
  await first.stop()
  expect(await postmaster(directory)).toBeUndefined()
  expect(alive(pid!)).toBe(false)
  await expect(stat(join(directory, 'lotline.lock'))).rejects.toThrow('ENOENT')
  const second = await open()
  expect(await rows(second.owner, 'select no from lot')).toEqual([{ no: '批号一' }])
})

test('after a kill of the server the next one goes on with the same PostgreSQL and finds the data', async () => {
  const { child, owner } = await openInChild()
  await rows(owner!, 'create table lot as select 1 as no')
  const pid = await postmaster(directory)
  await kill(child)
  const messages: string[] = []
  const cluster = await open(messages)
  expect(messages).toEqual([`Going on with the PostgreSQL that still runs (process id ${pid})`])
  expect(await rows(cluster.owner, 'select no from lot')).toEqual([{ no: 1 }])
})

test('a second server on the same directory is refused with the name of the first', async () => {
  const { child, owner } = await openInChild()
  const refusal = `The data directory ${directory} is already in use by the Lotline server with process id ${child.pid}`
  await expect(open()).rejects.toThrow(refusal)
  // also when the note of the first is lost
  await rm(join(directory, 'lotline.lock'))
  await expect(open()).rejects.toThrow(refusal)
  expect(await rows(owner!, 'select 1 as one')).toEqual([{ one: 1 }])
  const pid = await postmaster(directory)
  child.kill('SIGTERM')
  await ended(child)
  expect(alive(pid!)).toBe(false)
})

test('of two servers that start at the same moment exactly one wins, fresh and after a kill', async () => {
  const fresh = await Promise.all([openInChild(), openInChild(), openInChild()])
  expect(fresh.filter(one => one.owner)).toHaveLength(1)
  for (const one of fresh.filter(other => !other.owner)) expect(one.refused).toContain('already in use by')
  await Promise.all(fresh.map(one => kill(one.child)))
  const again = await Promise.all([openInChild(), openInChild(), openInChild()])
  expect(again.filter(one => one.owner)).toHaveLength(1)
  for (const one of again.filter(other => !other.owner)) expect(one.refused).toContain('already in use by')
})

test('a PostgreSQL that dies is started again by the server, with all that was committed', async () => {
  const messages: string[] = []
  const cluster = await open(messages)
  await rows(cluster.owner, 'create table lot as select 7 as no')
  process.kill((await postmaster(directory))!, 'SIGKILL')
  await expect
    .poll(() => rows(cluster.owner, 'select no from lot').catch(() => undefined), { timeout: 15_000 })
    .toEqual([{ no: 7 }])
  await expect.poll(() => messages.at(-1)).toContain('PostgreSQL serves again')
})

test('a crash of one connection ends PostgreSQL, which the server starts anew', async () => {
  const cluster = await open()
  const first = await postmaster(directory)
  const [backend] = await rows(
    cluster.owner,
    `select pid from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend' limit 1`,
  )
  process.kill(Number(backend?.pid), 'SIGKILL')
  await expect.poll(() => postmaster(directory), { timeout: 15_000 }).not.toBe(first)
  await expect
    .poll(() => rows(cluster.owner, 'select 1 as one').catch(() => undefined), { timeout: 15_000 })
    .toEqual([{ one: 1 }])
})

test('a stranger with the process id of an old postmaster.pid is neither adopted nor in the way', async () => {
  const first = await open()
  await rows(first.owner, 'create table lot as select 3 as no')
  const copy = await scratchDirectory('lotline-copy-')
  try {
    // copy of a running folder: its pid file names the original's PostgreSQL
    const pidFile = await readFile(join(directory, 'postgres/postmaster.pid'), 'utf8')
    const stranger = await postmaster(directory)
    await first.stop()
    await cp(join(directory, 'postgres'), join(copy, 'postgres'), { recursive: true })
    await open()
    const running = await readFile(join(directory, 'postgres/postmaster.pid'), 'utf8')
    await writeFile(join(copy, 'postgres/postmaster.pid'), running)
    const second = await open([], copy)
    expect(await postmaster(copy)).not.toBe(await postmaster(directory))
    expect(await rows(second.owner, 'select no from lot')).toEqual([{ no: 3 }])
    await second.stop()
    // the id now belongs to a process that is no PostgreSQL
    await writeFile(join(copy, 'postgres/postmaster.pid'), pidFile.replace(String(stranger), String(process.pid)))
    const third = await open([], copy)
    expect(await rows(third.owner, 'select no from lot')).toEqual([{ no: 3 }])
    await third.stop()
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
})

test('a path too long for a socket works', async () => {
  const long = join(directory, 'a-folder-with-a-long-name/'.repeat(4), '数据')
  const cluster = await open([], long)
  expect(cluster.connection.host.startsWith(tmpdir())).toBe(true)
  expect(await rows(cluster.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await cluster.stop()
})

test.runIf(process.getuid?.() === 0)('a directory that only root can enter works for root', async () => {
  const closed = await mkdtemp('/root/lotline-cluster-')
  try {
    const first = await open([], closed)
    await rows(first.owner, 'create table lot as select 5 as no')
    await first.stop()
    const second = await open([], closed)
    expect(await rows(second.owner, 'select no from lot')).toEqual([{ no: 5 }])
    await second.stop()
  } finally {
    await rm(closed, { recursive: true, force: true })
  }
})

test('a test database is empty or a clone of a template, and drops', async () => {
  const prepare = ({ owner }: TestAccounts) => rows(owner, 'create table lot as select 9 as no').then(() => undefined)
  const [name] = await Promise.all([
    prepareTemplate('template_nine', prepare),
    prepareTemplate('template_nine', prepare),
  ])
  const [empty, clone] = await Promise.all([createTestDatabase(), createTestDatabase({ template: name })])
  expect(await rows(empty.connection, `select to_regclass('lot') as lot`)).toEqual([{ lot: null }])
  expect(await rows(clone.owner, 'select no from lot')).toEqual([{ no: 9 }])
  await Promise.all([empty.drop(), clone.drop()])
  await expect(rows(clone.owner, 'select 1')).rejects.toThrow('does not exist')
})
