/** Scheduled tasks: due times, one run across processes, and the log of runs. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '../../../server/db/connection/open.ts'
import { takeSessionLock } from '../../../server/db/connection/sessionLock.ts'
import { nextAt } from '../../../server/domain/basis/cron.ts'
import { createServer } from '../../../server/http/serve.ts'
import { proxyDatabase } from '../../support/databaseProxy.ts'
import { holdTable } from '../../support/heldTable.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { isOver, runNow, runsOf, taskId, until } from '../../support/tasks.ts'

let server: TestServer
let admin: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn()
})
afterAll(() => server?.close())

const tasks = async () => (await sql<Record<string, unknown>>`select * from task order by code`.execute(server.db)).rows

/** Further server processes on the same database, with their own pools. */
async function processes(count: number) {
  const all = await Promise.all(
    Array.from({ length: count }, async () => {
      const db = openDatabase(server.connection)
      const app = await createServer({ db, tasks: { byClock: true, backups: null } })
      return { db, app }
    }),
  )
  return {
    start: () => Promise.all(all.map(({ app }) => app.ready())),
    async end() {
      await Promise.all(all.map(({ app }) => app.close()))
      await Promise.all(all.map(({ db }) => closeDatabase(db)))
    },
  }
}

describe('a cron expression', () => {
  const moment = (text: string) => new Date(text)

  test('goes by the clock on the wall of the plant', () => {
    const midnight = moment('2026-11-22T00:00:00Z')
    expect(nextAt('10 0 * * *', 'Asia/Shanghai', midnight)).toBe('2026-11-22T16:10:00.000Z')
    expect(nextAt('10 0 * * *', 'America/New_York', midnight)).toBe('2026-11-22T05:10:00.000Z')
    expect(nextAt('*/10 * * * *', 'UTC', moment('2026-11-22T00:10:00Z'))).toBe('2026-11-22T00:20:00.000Z')
    expect(nextAt('*/5 1-3 * * 1,5', 'UTC', moment('2026-11-21T00:00:00Z'))).toBe('2026-11-23T01:00:00.000Z')
  })

  test('is due once in the night in which an hour is left out, and once in the night that has one twice', () => {
    const spring = nextAt('30 2 * * *', 'America/New_York', moment('2026-03-08T05:00:00Z')) as string
    expect(spring).toBe('2026-03-08T07:00:00.000Z')
    expect(nextAt('30 2 * * *', 'America/New_York', new Date(spring))).toBe('2026-03-09T06:30:00.000Z')
    const autumn = nextAt('30 1 * * *', 'America/New_York', moment('2026-11-01T00:00:00Z')) as string
    expect(nextAt('30 1 * * *', 'America/New_York', new Date(autumn))).toBe('2026-11-02T06:30:00.000Z')
  })

  test('that is none, or never comes about, is known as such', () => {
    for (const text of ['', 'daily', '@daily', '* * * *', '* * * * * *', '99 0 * * *', '0 0 31 2 *', '0 0 * * MONTAG'])
      expect([text, nextAt(text, 'UTC', moment('2026-11-22T00:00:00Z'))]).toEqual([text, null])
  })
})

describe('a run by hand', () => {
  test('is done at once and written down: who, when, how long, with what outcome', async () => {
    const run = await runNow(server, 'BALANCE_CHECK', admin)
    expect(run).toMatchObject({
      outcome: 'DONE',
      message: '流水与结存一致',
      cause: 'HAND',
      byUserId: expect.any(Number),
    })
    expect(Date.parse(run.finishedAt as string)).toBeGreaterThanOrEqual(Date.parse(run.startedAt))
    const { data } = await server.call('POST', 'template/list/taskrun', {}, admin)
    expect(data.rows[0]).toMatchObject({ taskId$label: '库存核对', byUserId$label: '系统管理员', outcome: 'DONE' })
    const { data: task } = await server.call('GET', 'template/edit/task', { id: data.rows[0].taskId }, admin)
    expect(task).toMatchObject({ status: 'IDLE', lastResult: '流水与结存一致', lastRunAt: run.startedAt })
  })

  test('asks for the right to it, and of a run that is going on there is no second', async () => {
    const id = await taskId(server.db, 'HEALTH_CERT')
    const reader = await server.signInWith(['task', 'task.edit'])
    expect(await server.call('POST', 'template/run/task', { ids: [id] }, reader)).toMatchObject({ status: 1002 })
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => server.call('POST', 'template/run/task', { ids: [id] }, admin)),
    )
    const outcomes = asked.map(({ data }) => data.rows[0].status)
    await until(
      () => runsOf(server.db, 'HEALTH_CERT'),
      runs => runs.every(isOver),
    )
    const done = outcomes.filter(status => status === 0).length
    expect(done).toBeGreaterThan(0)
    expect(outcomes.filter(status => status === 1008)).toHaveLength(5 - done)
    expect(await runsOf(server.db, 'HEALTH_CERT')).toHaveLength(done)
  })

  test('of a backup fails with the reason where no folder is set', async () => {
    expect(await runNow(server, 'BACKUP', admin)).toMatchObject({ outcome: 'FAILED', message: '没有设置备份目录' })
    expect(await tasks()).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'BACKUP', status: 'FAILED' })]),
    )
  })

  test('that meets a defect tells a number and nothing of its inside', async () => {
    await sql`alter table detecequipment rename to hidden`.execute(server.owner)
    const run = await runNow(server, 'CALIBRATION', admin)
    await sql`alter table hidden rename to detecequipment`.execute(server.owner)
    expect(run.outcome).toBe('FAILED')
    expect(run.message).toMatch(/^系统出错，编号 [\w-]{36}$/)
    expect(await runNow(server, 'CALIBRATION', admin)).toMatchObject({ outcome: 'DONE' })
  })
})

describe('by the clock', () => {
  test('several server processes on one database do each task once', async () => {
    // Far away, so that none of them comes due by itself meanwhile.
    await sql`update task set cron = '0 0 1 1 *'`.execute(server.db)
    const all = await processes(3)
    const due = () => sql`update task set "nextRunAt" = now() - interval '1 hour'`.execute(server.db)
    for (const begin of [() => due().then(all.start), due]) {
      const before = (await runsOf(server.db)).length
      await begin()
      const runs = await until(
        async () => (await runsOf(server.db)).slice(before),
        found => found.length >= 9 && found.every(isOver),
      )
      expect(runs.map(({ code, cause }) => [code, cause]).sort()).toEqual(
        [
          ...['AUDIT_CHECK', 'BACKUP', 'BALANCE_CHECK', 'CALIBRATION', 'EXPIRY_SCAN', 'HEALTH_CERT'],
          ...['RECALL_DEADLINE', 'RESTORE_DRILL', 'SYSTEM_WATCH'],
        ].map(code => [code, 'CLOCK']),
      )
      const { rows } = await sql`select 1 from task where "nextRunAt" is null or "nextRunAt" <= now()`.execute(
        server.db,
      )
      expect(rows).toEqual([])
    }
    await all.end()
  })

  test('a task that is switched off is left alone, and switched on again has a next time', async () => {
    const id = await taskId(server.db, 'EXPIRY_SCAN')
    const save = (values: object) => server.call('POST', 'template/save/task', { id, ...values }, admin)
    expect((await save({ isEnabled: false })).data).toMatchObject({ status: 'PAUSED', nextRunAt: null })
    const all = await processes(1)
    await all.start()
    const before = (await runsOf(server.db, 'EXPIRY_SCAN')).length
    // Whoever asks for it by hand gets it nevertheless.
    expect(await runNow(server, 'EXPIRY_SCAN', admin)).toMatchObject({ outcome: 'DONE', cause: 'HAND' })
    await all.end()
    expect(await runsOf(server.db, 'EXPIRY_SCAN')).toHaveLength(before + 1)
    expect((await tasks()).find(({ code }) => code === 'EXPIRY_SCAN')).toMatchObject({ status: 'PAUSED' })
    const { data } = await save({ isEnabled: true, cron: '15 4 * * *' })
    expect(data.status).toBe('IDLE')
    expect(new Date(data.nextRunAt).toISOString()).toMatch(/T20:15:00/)
  })

  test('another zone of the plant moves the next time', async () => {
    const { rows } = await sql<{ id: number }>`select id from customer order by id limit 1`.execute(server.db)
    const { data } = await server.call('GET', 'SystemSetting/CustomerGet', { id: rows[0]?.id }, admin)
    expect(await server.call('POST', 'SystemSetting/CustomerSave', { ...data, timeZone: 'UTC' }, admin)).toMatchObject({
      status: 0,
    })
    const all = await processes(1)
    await all.start()
    const planned = await until(tasks, found => found.every(({ nextRunAt }) => nextRunAt !== null))
    await all.end()
    expect(planned.find(({ code }) => code === 'EXPIRY_SCAN')?.nextRunAt).toMatch(/T04:15:00/)
  })

  test('a run that a server left behind is told as cut off and done once more; one that is going on elsewhere is not', async () => {
    const [left, held] = [await taskId(server.db, 'CALIBRATION'), await taskId(server.db, 'HEALTH_CERT')]
    await sql`
      insert into taskrun ("customerId", "taskId", "dueAt", "startedAt", outcome, cause)
      select "customerId", id, now(), now(), 'RUNNING', 'CLOCK' from task where id in (${left}, ${held})`.execute(
      server.db,
    )
    await sql`update task set status = 'RUNNING' where id in (${left}, ${held})`.execute(server.db)
    const lock = await takeSessionLock(server.db, 74_610, held, () => undefined)
    const all = await processes(1)
    await all.start()
    const settled = async () =>
      (
        await until(
          () => runsOf(server.db, 'CALIBRATION'),
          runs => runs.every(isOver),
        )
      ).slice(-2)
    expect(await settled()).toMatchObject([
      { outcome: 'LOST', message: '运行中断：服务器已结束' },
      { outcome: 'DONE', cause: 'CLOCK' },
    ])
    expect((await runsOf(server.db, 'HEALTH_CERT')).at(-1)).toMatchObject({ outcome: 'RUNNING' })
    await all.end()
    await lock?.release()
    expect((await tasks()).find(({ code }) => code === 'CALIBRATION')).toMatchObject({ status: 'IDLE' })
    // One that ends every server it runs on is not tried on all of them.
    await sql`
      update taskrun set outcome = case when id = (select max(id) from taskrun where "taskId" = ${left})
        then 'RUNNING' else 'LOST' end where "taskId" = ${left}`.execute(server.db)
    const once = await processes(1)
    await once.start()
    const runs = (await runsOf(server.db, 'CALIBRATION')).length
    expect((await settled()).map(({ outcome }) => outcome)).toEqual(['LOST', 'LOST'])
    await once.end()
    expect(await runsOf(server.db, 'CALIBRATION')).toHaveLength(runs)
    expect((await tasks()).find(({ code }) => code === 'CALIBRATION')).toMatchObject({ status: 'FAILED' })
  })

  test('a run that a stopping server breaks off is done by the next', async () => {
    const release = await holdTable(server.db, 'detecequipment')
    const stopping = await processes(1)
    await stopping.start()
    await sql`update task set "nextRunAt" = now() where code = 'CALIBRATION'`.execute(server.db)
    const latest = async () => (await runsOf(server.db, 'CALIBRATION')).at(-1)
    await until(latest, run => run?.outcome === 'RUNNING')
    await stopping.end()
    const next = await processes(1)
    await release()
    await next.start()
    await until(latest, run => run?.outcome === 'DONE')
    await next.end()
    expect((await runsOf(server.db, 'CALIBRATION')).slice(-2)).toMatchObject([
      { outcome: 'LOST', message: '运行被中断', cause: 'CLOCK' },
      { outcome: 'DONE', cause: 'CLOCK' },
    ])
  })

  test('a run whose own connection ends is done once more, not for ever', async () => {
    const release = await holdTable(server.db, 'detecequipment')
    const one = await processes(1)
    await one.start()
    const before = (await runsOf(server.db, 'CALIBRATION')).length
    await sql`update task set "nextRunAt" = now() where code = 'CALIBRATION'`.execute(server.db)
    const waiting = sql<{ pid: number }>`
      select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%detecequipment%'
        and datname = current_database() and pid <> pg_backend_pid()`
    for (const runs of [1, 2]) {
      await until(
        async () => (await waiting.execute(server.db)).rows,
        rows => rows.length > 0,
      )
      await sql`select pg_terminate_backend(pid) from (${waiting}) w`.execute(server.db)
      await until(
        () => runsOf(server.db, 'CALIBRATION'),
        all => all.slice(before).filter(({ outcome }) => outcome === 'LOST').length === runs,
      )
    }
    await release()
    await one.end()
    expect((await runsOf(server.db, 'CALIBRATION')).slice(before).map(({ outcome }) => outcome)).toEqual([
      'LOST',
      'LOST',
    ])
  })
})

test('a lock ends with the connection that holds it, and whoever held it is told', async () => {
  let isLost = false
  const lock = await takeSessionLock(server.db, 1, 2, () => {
    isLost = true
  })
  expect(lock).not.toBeNull()
  expect(await takeSessionLock(server.db, 1, 2, () => undefined)).toBeNull()
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 1 and objid = 2`.execute(
    server.db,
  )
  await until(
    async () => isLost,
    lost => lost,
  )
  const next = await takeSessionLock(server.db, 1, 2, () => undefined)
  expect(next).not.toBeNull()
  await next?.release()
})

test('a lock whose database falls silent is given up within seconds', async () => {
  const proxy = await proxyDatabase(server.connection)
  const db = openDatabase(proxy.connection)
  const lost = Promise.withResolvers<void>()
  const lock = await takeSessionLock(db, 1, 3, lost.resolve, 200)
  proxy.isSilent = true
  // A promoted standby knows nothing of the lock.
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 1 and objid = 3`.execute(
    server.db,
  )
  await lost.promise
  await lock?.release()
  await closeDatabase(db)
  await proxy.close()
})
