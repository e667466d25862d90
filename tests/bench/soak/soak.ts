/**
 * Mixed traffic of twenty people for two hours: no error, flat memory, late answers at the end as at the start.
 * Beside it a few statements by hand, since others may load the machine.
 */
import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { adminPassword, startPlant } from '../build.ts'
import { rawPoster } from '../rawPosting.ts'
import { quantile } from '../report.ts'
import { type BenchServer, startBenchServer } from '../server.ts'
import { stocked } from '../throughput.ts'
import { type Person, personOf } from './client.ts'
import { type Recorder, startRecorder } from './recorder.ts'
import { type Line, linesOf, summarize } from './summary.ts'
import { taken } from './watch.ts'
import { type Errand, errandsOf } from './work.ts'

const minutes = Number(process.env.MINUTES ?? 120)
/** Between two errands of a person, on average; of the peer. */
const thinkMs = Number(process.env.THINK_MS ?? 4_500)
const peerMs = 1_000
const windowMs = 60_000

const posts = { store: 7, sales: 5, quality: 4, office: 4 } as const

async function startPrinter(): Promise<Server> {
  const printer = createServer(socket => socket.on('error', () => undefined).resume())
  await new Promise<void>(resolve => printer.listen(0, '127.0.0.1', resolve))
  return printer
}

/** Makes accounts with the administrator's role; answers their names. */
async function hire(server: BenchServer): Promise<readonly string[]> {
  const { rows } = await server.client.query<{ role: number; customer: number }>(`
    select "targetId"::int as role, u."customerId"::int as customer from "user_roleIds" r join "user" u on u.id = r."ownerId"
    where u."loginName" = 'admin'`)
  const names = Object.entries(posts).flatMap(([post, count]) =>
    Array.from({ length: count }, (_, at) => `${post}${at}`),
  )
  const [{ role, customer } = { role: 0, customer: 0 }] = rows
  const { rows: known } = await server.client.query<{ name: string }>('select "loginName" as name from "user"')
  for (const loginName of names) {
    if (known.some(({ name }) => name === loginName)) continue
    const { ticket } = await server.ask('Home/OperatePwd', { password: adminPassword })
    const row = { loginName, name: loginName, password: adminPassword, customerId: customer, roleIds: [role] }
    await server.ask('template/save/user', row, { TickerOPWD: ticket })
  }
  await server.client.query(`update "user" set "mustChangePassword" = false`)
  // Tools of another version, where the machine has any, refuse this database.
  await server.client.query(`update task set "isEnabled" = false where code in ('BACKUP', 'RESTORE_DRILL')`)
  return names
}

function chosen(errands: readonly Errand[]): Errand {
  let left = Math.random() * errands.reduce((sum, { weight }) => sum + weight, 0)
  for (const errand of errands) {
    left -= errand.weight
    if (left < 0) return errand
  }
  return errands[0] as Errand
}

/** Pause of a person: sometimes short, seldom long. */
const pause = (averageMs: number) => Math.min(averageMs * 6, -Math.log(1 - Math.random()) * averageMs)

async function dayOf(person: Person, errands: readonly Errand[], recorder: Recorder, isOver: () => boolean) {
  const attempt = (work: () => Promise<unknown>) =>
    work().catch(thrown => recorder.error(`${person.name}: ${thrown instanceof Error ? (thrown.stack ?? '') : thrown}`))
  await delay(Math.random() * thinkMs)
  await attempt(() => person.signIn())
  while (!isOver()) {
    await attempt(() => chosen(errands).run(person))
    await delay(pause(thinkMs))
  }
  await attempt(() => person.signOut())
}

function say({ minutes: at, times, errors, server, postgres }: Line): void {
  const ofPeople = Object.entries(times).flatMap(([kind, all]) => (kind.startsWith('peer') ? [] : [...all]))
  const mb = (bytes: number | null) => (bytes === null ? '–' : (bytes / 1e6).toFixed(0))
  const late = (all: readonly number[] = []) => `${quantile(all, 0.5).toFixed(1)}/${quantile(all, 0.95).toFixed(1)}`
  console.log(
    `${at.toFixed(0)} min: ${ofPeople.length} calls ${late(ofPeople)} ms, ${errors.length} errors, receipt ${late(times.receipt)} (by hand ${late(times['peer receipt'])}), ` +
      `list ${late(times.list)} (by hand ${late(times['peer list'])}), server ${mb(server.rss)} MB heap ${mb(server.leastHeap)}/${mb(server.collectedHeap)}, ` +
      `database ${mb(postgres.privateBytes)} MB, loop p99 ${server.loopP99} ms`,
  )
}

/** Runs of tasks that failed within the last seconds. */
async function failedRuns({ client }: BenchServer, seconds: number): Promise<readonly string[]> {
  const { rows } = await client.query<{ text: string }>(
    `select t.code || ' ' || r.outcome || ' ' || coalesce(r.message, '') as text
     from taskrun r join task t on t.id = r."taskId"
     where r.outcome in ('FAILED', 'LOST') and r."finishedAt" > now() - make_interval(secs => $1)`,
    [seconds],
  )
  return rows.map(({ text }) => `task ${text}`)
}

async function live(
  server: BenchServer,
  backend: number,
  errands: Awaited<ReturnType<typeof errandsOf>>,
  recorder: Recorder,
  file: string,
  folders: Readonly<Record<string, string>>,
) {
  const names = await hire(server)
  const began = performance.now()
  const since = () => (performance.now() - began) / 60_000
  const isOver = () => since() >= minutes
  const people = names.map(name => personOf(server.url, name, adminPassword, recorder))
  const days = people.map(person => {
    const post = Object.keys(posts).find(each => person.name.startsWith(each)) as keyof typeof posts
    return dayOf(person, errands[post], recorder, isOver)
  })
  const peer = (async () => {
    while (!isOver()) {
      await errands.peer()
      await delay(peerMs)
    }
  })()
  let looked = performance.now()
  while (!isOver()) {
    await delay(Math.min(windowMs, Math.max(1_000, (minutes - since()) * 60_000)))
    for (const run of await failedRuns(server, (performance.now() - looked) / 1_000)) recorder.error(run)
    looked = performance.now()
    const line: Line = {
      at: new Date().toISOString(),
      minutes: since(),
      ...recorder.take(),
      ...(await taken(server, backend, folders)),
    }
    await appendFile(file, `${JSON.stringify(line)}\n`)
    say(line)
  }
  await Promise.all([...days, peer])
  const heard = people.reduce((sum, person) => sum + person.heard(), 0)
  console.log(`${heard} messages heard`)
  const left = recorder.take()
  if (left.errors.length > 0) console.log(`${left.errors.length} errors after the last line`)
  return left.errors
}

/** Runs the soak into a file of JSON lines; answers what was beyond a bound. */
async function soak(file: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lotline-soak-'))
  const folders = { temporary: join(folder, 'tmp'), data: join(folder, 'data') }
  for (const path of Object.values(folders)) await mkdir(path)
  const cluster = await startPlant('small', undefined, { max_connections: '80' })
  const printer = await startPrinter()
  const probe = new URL('probe.ts', import.meta.url).href
  const server = await startBenchServer(cluster, {
    node: ['--import', probe],
    env: { TMPDIR: folders.temporary, DATA_DIR: folders.data, LOCAL_PRINTERS: 'on' },
  })
  const raw = await rawPoster(cluster)
  try {
    await stocked(server)
    const { port } = printer.address() as { port: number }
    const asked = { name: `标签机${port}`, address: '127.0.0.1', port, dots: 'D203' }
    const { id: printerId } = await server.ask('template/save/labelprinter', asked)
    const recorder = startRecorder()
    const errands = await errandsOf(server, recorder, { printerId, raw })
    const { rows } = await server.client.query<{ id: number }>('select pg_backend_pid() as id')
    const left = await live(server, rows[0]?.id ?? 0, errands, recorder, file, folders)
    return [...left, ...summarize(linesOf(file), Math.min(15, minutes / 4))]
  } finally {
    await raw.close()
    await server.close()
    printer.close()
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** `soak [file]` runs, `soak summary file` prints. */
export async function benchSoak([what = 'soak.jsonl', file]: readonly string[]): Promise<void> {
  const faults = what === 'summary' ? summarize(linesOf(file ?? 'soak.jsonl')) : await soak(what)
  for (const fault of faults) console.log(`BEYOND: ${fault}`)
  console.log(faults.length === 0 ? 'within all bounds' : `${faults.length} beyond their bounds`)
  if (faults.length > 0) process.exitCode = 1
}
