/** The recipe of `deploy/high-availability` under load: machines lost, stopped, exchanged. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { rootCertificates, setDefaultCACertificates } from 'node:tls'
import { parseEnv, promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { positionHeader } from '#contract/system/logPosition.ts'
import { withDatabase } from '../../server/db/connection/open.ts'
import { addressesOf } from '../../server/db/connection/replication/hosts.ts'
import { dumpTo } from '../../server/postgres/backupDump.ts'
import { broken, lost, numberedTwice, unasked } from '../support/killAudit.ts'
import { type Load, prepareLoad } from '../support/killLoad.ts'
import type { KillAnswer } from '../support/killTarget.ts'
import { eventually, type Installation, prepareInstallation } from '../support/patroni/installation.ts'
import type { Machine } from '../support/patroni/machine.ts'
import { missingPrograms } from '../support/patroni/programs.ts'
import { openTestPlant } from '../support/plant.ts'
import { connectChannel } from '../support/realtime.ts'
import { adminPassword } from '../support/server.ts'
import { isSoak, sized } from '../support/soak.ts'
import { endStarted, type Started, start } from '../support/startedServer.ts'

const people = 20
/** Documents acknowledged before each fault, and again after. */
const documents = sized(20, 200, 'PATRONI_DOCUMENTS')
const missing = isSoak ? missingPrograms() : 'a soak run'

let own: Installation
let ownerUrl: string
let servers: Started[]
let load: Load
let token: string
let socketToken: string

async function send(path: string, init: RequestInit): Promise<KillAnswer> {
  const response = await fetch(`${own.url}/${path}`, { ...init, method: 'POST', signal: AbortSignal.timeout(30_000) })
  return { http: response.status, ...((await response.json()) as { status: number; data: unknown }) }
}

/** What calls that were not acknowledged were answered, since the last fault. */
let failures: string[] = []

async function post(path: string, body: unknown, key?: string): Promise<KillAnswer> {
  const answer = await send(path, {
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      [positionHeader]: '0/0',
      ...(key ? { 'idempotency-key': key } : {}),
    },
  }).catch(error => {
    failures.push(String(error.cause ?? error))
    throw error
  })
  if (answer.http !== 200) failures.push(`${answer.http} ${answer.status}`)
  return answer
}

async function startLotline(machine: number): Promise<Started> {
  const text = (await own.recipe.readAt('lotline.env', machine, own.directory))
    .replaceAll('SERVER_PASSWORD', 'serving')
    .replaceAll('OWNER_PASSWORD', 'owning')
    .replace('https://lotline.example.com', own.url)
    .replace('/mnt', own.directory)
  const file = join(own.directory, `lotline${machine}.env`)
  await writeFile(file, text)
  ownerUrl = parseEnv(text).DATABASE_OWNER_URL as string
  const more = { PORT: String(own.recipe.ports[5180]), ADMIN_PASSWORD: adminPassword, ACCESS_TTL: '7200' }
  const server = start({ CONFIG_FILE: file, ...more })
  await server.until(/^Lotline {2}/m)
  return server
}

async function signIn(): Promise<void> {
  const form = new URLSearchParams({ grant_type: 'password', username: 'admin', password: adminPassword })
  const { data } = await send('Auth/login', { body: form })
  ;({ access_token: token, SocketToken: socketToken } = data)
}

async function acknowledged(count: number): Promise<void> {
  while (load.acknowledged.length < count) await delay(20)
}

const audit = () =>
  withDatabase(ownerUrl, async db => {
    await sql`analyze`.execute(db)
    return Promise.all([lost(db, load.acknowledged), broken(db), unasked(db, load.acknowledged), numberedTwice(db)])
  })

interface Passage {
  /** Until all that was cut off was acknowledged. */
  readonly seconds: number
  /** Longest time of the fault without an acknowledgement. */
  readonly pause: number
  /** What was said to calls that were not acknowledged. */
  readonly answers: readonly string[]
}

const tally = (answers: readonly string[]) =>
  Object.fromEntries(answers.map(answer => [answer, answers.filter(each => each === answer).length]))

/** Load, a fault, all repeated, load again. */
async function through(name: string, fault: () => Promise<unknown>): Promise<Passage> {
  let from = 0
  let pause = 0
  const before = load.acknowledged.length
  const unknown = await load.work(people, async () => {
    await acknowledged(before + documents)
    from = performance.now()
    let last = { count: load.acknowledged.length, at: from }
    const watch = setInterval(() => {
      const now = performance.now()
      if (load.acknowledged.length > last.count) last = { count: load.acknowledged.length, at: now }
      pause = Math.max(pause, (now - last.at) / 1000)
    }, 20)
    await fault().finally(() => clearInterval(watch))
  })
  const answers = failures.splice(0)
  await Promise.all(unknown.map(written => load.repeat(written)))
  failures = []
  const seconds = (performance.now() - from) / 1000
  const after = load.acknowledged.length
  expect(await load.work(people, () => acknowledged(after + documents))).toEqual([])
  console.log(
    `${name}: ${unknown.length} of ${people} calls repeated, all after ${seconds.toFixed(1)} s, pause of ${pause.toFixed(1)} s`,
    tally(answers),
  )
  return { seconds, pause, answers }
}

const verify = promisify(execFile)
const chain = () => verify(process.execPath, ['server/verify.ts'], { env: { ...process.env, DATABASE_URL: ownerUrl } })

async function proveWhole(): Promise<void> {
  expect(load.refused).toEqual([])
  expect(await audit()).toEqual([[], [], [], []])
  expect((await chain()).stdout).toContain('Whole')
  for (const server of servers) expect(server.said()).not.toContain('defect')
}

const newLeader = (old: Machine) =>
  eventually('another leader', async () => {
    const { address } = await own.withRole('leader')
    return address === old.address ? undefined : address
  })

describe.skipIf(missing)(`Patroni, etcd and HAProxy${missing ? ` (${missing})` : ''}`, () => {
  beforeAll(async () => {
    const certificate = readFileSync(new URL('../support/tls/first.crt', import.meta.url), 'utf8')
    setDefaultCACertificates([...rootCertificates, certificate])
    own = await prepareInstallation()
    const [first, ...others] = own.machines
    for (const machine of own.machines) await machine.startEtcd()
    await first.startPatroni()
    await own.withRole('leader')
    const accounts = join(import.meta.dirname, '../../deploy/high-availability/accounts.sql')
    await own.psql(first, '-v', 'owner=owning', '-v', 'server=serving', '-f', accounts)
    for (const machine of others) await machine.startPatroni()
    await own.inStep()
    servers = [await startLotline(1), await startLotline(2)]
    await own.startHaproxy()
    await eventually('signing in through HAProxy', async () => signIn().then(() => true))
    load = await withDatabase(ownerUrl, async db => prepareLoad({ post }, await openTestPlant(db)))
  }, 400_000)
  afterAll(async () => {
    await endStarted()
    await own?.close()
  })

  test('the machine of the primary is lost: its standby takes over, and it comes back as a standby', async () => {
    const colleague = await connectChannel(own.url, { token: socketToken })
    const old = await own.withRole('leader')
    const { seconds } = await through('primary lost', () => old.kill())
    expect(seconds).toBeLessThan(45)
    await newLeader(old)
    await colleague.next(({ type }) => type === 'Missed')
    colleague.close()
    await old.startPatroni()
    await own.inStep()
    await proveWhole()
  }, 300_000)

  test('roles are exchanged as planned', async () => {
    const [old, candidate] = [await own.withRole('leader'), await own.withRole('sync_standby')]
    const names = ['--master', old.address, '--candidate', candidate.address, '--force']
    const { seconds } = await through('switchover', async () => {
      await own.patronictl('switchover', ...names)
      expect(await newLeader(old)).toBe(candidate.address)
    })
    expect(seconds).toBeLessThan(20)
    await own.inStep()
    await proveWhole()
  }, 300_000)

  test('Patroni of the leader stands still: its primary is left, though it goes on', async () => {
    const old = await own.withRole('leader')
    const stopped = through('Patroni stopped', async () => {
      old.freezePatroni()
      await newLeader(old)
    })
    const { seconds } = await stopped.finally(() => old.thawPatroni())
    expect(seconds).toBeLessThan(60)
    await own.inStep()
    await proveWhole()
  }, 300_000)

  test('etcd is away for longer than a lease: nobody notices', async () => {
    const old = await own.withRole('leader')
    const { pause } = await through('etcd away for 30 s', async () => {
      await Promise.all(own.machines.map(machine => machine.stopEtcd()))
      await delay(30_000)
      await Promise.all(own.machines.map(machine => machine.startEtcd()))
      await own.inStep()
    })
    expect(pause).toBeLessThan(10)
    expect((await own.withRole('leader')).address).toBe(old.address)
    await proveWhole()
  }, 300_000)

  test('the synchronous standby is lost: another takes its place', async () => {
    const standby = await own.withRole('sync_standby')
    const { pause } = await through('synchronous standby lost', async () => {
      await standby.kill()
      await eventually('another standby', async () => {
        const { address } = await own.withRole('sync_standby')
        return address === standby.address ? undefined : address
      })
    })
    expect(pause).toBeLessThan(30)
    await standby.startPatroni()
    await own.inStep()
    await proveWhole()
  }, 300_000)

  test('a machine is lost with its disk: an empty one takes its name', async () => {
    const lostMachine = await own.withRole('replica')
    const { pause } = await through('disk of a standby lost', async () => {
      await lostMachine.loseDisk()
      const others = own.machines.filter(machine => machine !== lostMachine)
      // Where it led, the others choose first.
      await eventually('two healthy etcd', () => own.etcdctl(others, 'endpoint', 'health'))
      const members = (await own.etcdctl(others, 'member', 'list')).split('\n')
      const [id = ''] = members.find(line => line.includes(lostMachine.address))?.split(',') ?? []
      await own.etcdctl(others, 'member', 'remove', id)
      const peer = `http://${lostMachine.address}:${own.recipe.ports[2380]}`
      await own.etcdctl(others, 'member', 'add', lostMachine.address, `--peer-urls=${peer}`)
      await lostMachine.startEtcd({ ETCD_INITIAL_CLUSTER_STATE: 'existing' })
      await lostMachine.startPatroni()
      await own.inStep()
    })
    expect(pause).toBeLessThan(10)
    await own.etcdctl(own.machines, 'endpoint', 'health')
    await proveWhole()
  }, 300_000)

  test('two machines are lost: the last one saves nothing alone, and goes on with one of them back', async () => {
    const others = [await own.withRole('sync_standby'), await own.withRole('replica')] as const
    await through('two machines lost for 30 s', async () => {
      await Promise.all(others.flatMap(machine => [machine.kill(), machine.stopEtcd()]))
      await delay(30_000)
      expect((await post('template/save/brand', { code: 'ALONE', name: 'ALONE' }, 'alone')).http).toBe(503)
      await others[0].startEtcd()
      await others[0].startPatroni()
    })
    await others[1].startEtcd()
    await others[1].startPatroni()
    await own.inStep()
    await proveWhole()
  }, 300_000)

  test('PostgreSQL of the primary is killed alone: Patroni starts it again', async () => {
    const old = await own.withRole('leader')
    const { seconds } = await through('postmaster killed', () => old.killPostmaster())
    expect(seconds).toBeLessThan(45)
    await own.inStep()
    await proveWhole()
  }, 300_000)

  test('a Lotline server is restarted: no call fails; it is killed: the other goes on', async () => {
    const stopped = await through('Lotline restarted', async () => {
      servers[0]?.child.kill('SIGTERM')
      expect(await servers[0]?.ended).toBe(0)
      servers[0] = await startLotline(1)
      await delay(3_000)
    })
    // No connection cut, no answer of HAProxy's own.
    expect(stopped.answers.filter(answer => !answer.startsWith('503 '))).toEqual([])
    const killed = await through('Lotline killed', async () => {
      servers[1]?.child.kill('SIGKILL')
      await servers[1]?.ended
    })
    expect(killed.seconds).toBeLessThan(10)
    servers[1] = await startLotline(2)
    await proveWhole()
  }, 300_000)

  test('the nightly dump is made of the primary, wherever it is', async () => {
    const file = join(own.directory, 'plant.dump')
    const bytes = await dumpTo(file, addressesOf(ownerUrl).map(String), new AbortController().signal)
    expect(bytes).toBeGreaterThan(100_000)
  }, 120_000)
})
