/** Hash chain of the append-only tables, tampered with as the database owner. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase, transact } from '../../server/db/connection/open.ts'
import { type ChainLink, genesis, hashOf } from '../../server/db/schema/auditChain.ts'
import { appendHead, type Head, headText, readHeads } from '../../server/domain/chain/heads.ts'
import { headOf, newSealer, type Sealer, seal } from '../../server/domain/chain/seal.ts'
import { chainErrorText, verifyChain } from '../../server/domain/chain/verify.ts'
import { firstStart } from '../../server/domain/system/firstStart.ts'
import { auditCheck } from '../../server/domain/tasks/jobs/auditCheck.ts'
import { contextFor } from '../db/storeFixture.ts'
import { createTestDatabase, prepareTemplate, type TestDatabase } from '../support/database.ts'
import { prepareServed } from '../support/databases.ts'
import { openTestPlant } from '../support/plant.ts'
import { startSmtp, textOf } from '../support/smtp.ts'

let database: TestDatabase
let db: Database
let owner: Database

beforeEach(async () => {
  const template = await prepareTemplate('sealed', accounts =>
    prepareServed(accounts, async made => {
      await firstStart(made, 'admin123')
      const plant = await openTestPlant(made)
      for (let count = 0; count < 5; count += 1) await plant.lot('M001', '10')
      await seal(made, newSealer())
    }),
  )
  database = await createTestDatabase({ template })
  db = openDatabase(database.connection)
  owner = openDatabase(database.owner)
})
afterEach(async () => {
  await Promise.all([closeDatabase(db), closeDatabase(owner)])
  await database.drop()
})

const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows[0] as T
const broken = async (heads: readonly Head[] = []) => (await verifyChain(db, heads)).errors
const headNow = async (): Promise<Head> => ({ ...(await headOf(db)), at: '2026-11-23T18:30:00.000Z' })
/** As the owner of the database, with the triggers off. */
const forge = (statement: string) =>
  transact(owner, async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
  })
const audit = (tx: Database, entityId: string) =>
  sql`insert into auditlog ("customerId", at, action, entity, "entityId", changes)
    values (1, now(), 'UPDATE', 'brand', ${entityId}, 'name: a → b')`.execute(tx)
/** Seals until the marks stand at the latest rows. */
async function settle(sealer: Sealer) {
  for (;;) {
    await seal(db, sealer)
    const { settled } = await one(sql<{ settled: boolean }>`
      select (select "rowId" from auditchainmark where source = 'auditlog') = max(id) as settled from auditlog`)
    if (settled) return
  }
}
const linkOf = (source: string, rowId: number) =>
  one(sql<ChainLink>`select position, source, "rowId", encode(hash, 'hex') as hash from auditchain
    where source = ${source} and "rowId" = ${rowId}`)
const someRow = async (table: string) =>
  (await one(sql<{ id: number }>`select id from ${sql.table(table)} order by id offset 2 limit 1`)).id

test('every row of the trail, the ledger and the status log has one link, and each follows exactly one', async () => {
  const { rows, head, errors } = await verifyChain(db, [])
  expect(errors).toEqual([])
  for (const table of ['auditlog', 'stockledger', 'lotstatuslog']) {
    const count = await one(sql<{ rows: number; links: number }>`
      select (select count(*)::int from ${sql.table(table)}) as rows,
        (select count(*)::int from auditchain where source = ${table}) as links`)
    expect(count.rows).toBeGreaterThan(3)
    expect(count.links).toBe(count.rows)
  }
  const { links } = await one(sql<{ links: number }>`select count(*)::int as links from auditchain`)
  expect([rows, head.position]).toEqual([links, links])
})

describe('names the first row that does not fit when', () => {
  test.each(['auditlog', 'stockledger', 'lotstatuslog'])('a row of %s was changed', async table => {
    const id = await someRow(table)
    await forge(`update ${table} set reason = '别的' where id = ${id}`)
    const link = await linkOf(table, id)
    expect(await broken()).toEqual([{ kind: 'changed', position: link.position, source: table, rowId: id }])
  })

  test('any column of the ledger says something else', async () => {
    const { rows } = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_name = 'stockledger' and column_name not in ('id')`.execute(db)
    const id = await someRow('stockledger')
    const other: Record<string, string> = {
      bigint: 'coalesce(%, 0) + 1',
      integer: 'coalesce(%, 0) + 1',
      numeric: '% + 1',
      text: `concat(%, 'x')`,
    }
    for (const { name, type } of rows) {
      const value = (other[type] ?? `% + interval '1 second'`).replace('%', `"${name}"`)
      const unfit = await transact(owner, async tx => {
        await sql.raw(`alter table stockledger drop constraint if exists "stockledger_moveType_check"`).execute(tx)
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql.raw(`update stockledger set "${name}" = ${value} where id = ${id}`).execute(tx)
        const { errors } = await verifyChain(tx, [])
        throw errors
      }).catch((errors: unknown) => errors)
      expect(unfit, name).toMatchObject([{ kind: 'changed', source: 'stockledger', rowId: id }])
    }
  })

  test('a row was deleted', async () => {
    const id = await someRow('stockledger')
    await forge(`delete from stockledger where id = ${id}`)
    expect(await broken()).toMatchObject([{ kind: 'missing', source: 'stockledger', rowId: id }])
  })

  test('a row and its link were deleted', async () => {
    const id = await someRow('auditlog')
    const { position } = await linkOf('auditlog', id)
    await forge(`delete from auditlog where id = ${id}; delete from auditchain where position = ${position}`)
    expect(await broken()).toEqual([{ kind: 'gap', position }])
  })

  test('a row was slipped in among sealed ones', async () => {
    await seal(db, newSealer())
    await audit(db, 'last')
    const sealer = newSealer(0)
    await settle(sealer)
    await forge(`update auditlog set id = -5 where "entityId" = 'last'`)
    await forge(`insert into auditlog (id, "customerId", at, action, entity, "entityId", changes)
      overriding system value values (-7, 1, now(), 'UPDATE', 'brand', '9', 'x')`)
    await seal(db, sealer)
    expect(await broken()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'missing', source: 'auditlog' }),
        { kind: 'unsealed', source: 'auditlog', rowId: -7 },
      ]),
    )
  })

  test('a second link was forged beside one', async () => {
    const { position, rowId, source } = await linkOf('auditlog', await someRow('auditlog'))
    await forge(`alter table auditchain drop constraint auditchain_pkey; drop index "auditchain_rowId_source_key";
      insert into auditchain (position, source, "rowId", hash) values (${position}, '${source}', ${rowId}, '\\x00')`)
    const errors = await broken()
    expect(errors).toContainEqual({ kind: 'fork', position })
  })

  test('the tail was cut off, by the head that was told', async () => {
    await audit(db, 'tail')
    await seal(db, newSealer())
    const head = await headNow()
    const { id } = await one(sql<{ id: number }>`select max(id) as id from auditlog`)
    await forge(`delete from auditlog where id = ${id}; delete from auditchain where position = ${head.position}`)
    expect(await broken()).toEqual([])
    expect(await broken([head])).toEqual([
      { kind: 'cut', position: head.position, at: head.at, end: head.position - 1 },
    ])
  })

  test('the chain was computed anew over a changed row, by the head that was told', async () => {
    const head = await headNow()
    const id = await someRow('auditlog')
    await forge(`update auditlog set changes = 'name: a → z' where id = ${id};
      delete from auditchain; delete from auditchainmark`)
    await seal(db, newSealer())
    expect(await broken()).toEqual([])
    expect(await broken([head])).toMatchObject([{ kind: 'rewritten', position: head.position }])
  })
})

test('is told in the words of three languages, the row by its table', async () => {
  const error = { kind: 'changed', position: 7, source: 'stockledger', rowId: 3 } as const
  expect(chainErrorText('zh-CN', error)).toBe('库存流水 3 被改动（链位 7）')
  expect(chainErrorText('zh-TW', error)).toBe('庫存異動明細 3 被更動（鏈位 7）')
  expect(chainErrorText('en-US', error)).toBe('Stock ledger 3 was changed (link 7)')
})

test('rows that are committed late are sealed too, and many writers at once leave no fork', async () => {
  const sealers = [newSealer(5), newSealer(5)]
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const slow = transact(db, async tx => {
    await audit(tx, 'slow')
    await held
  })
  let isWriting = true
  const sealing = Promise.all(
    sealers.map(async sealer => {
      while (isWriting) await seal(db, sealer)
    }),
  )
  await Promise.all(
    Array.from({ length: 8 }, async (_, change) => {
      for (let count = 0; count < 20; count += 1)
        await transact(db, async tx => {
          await audit(tx, `${change}-${count}`)
          await sql`select pg_sleep(0.01)`.execute(tx)
        })
    }),
  )
  release()
  await slow
  isWriting = false
  await sealing
  for (const sealer of sealers) await settle(sealer)
  const left = await one(sql<{ left: number; marked: boolean }>`
    select (select count(*)::int from auditlog a where not exists (
      select from auditchain c where c.source = 'auditlog' and c."rowId" = a.id)) as left,
      (select "rowId" from auditchainmark where source = 'auditlog') = (select max(id) from auditlog) as marked`)
  expect(left).toEqual({ left: 0, marked: true })
  expect(await broken()).toEqual([])
})

test('each row of the trail shows the hash of the one before it', async () => {
  const { rows } = await sql<ChainLink & { before: string }>`
    select c.position, c.source, c."rowId", encode(c.hash, 'hex') as hash, encode(p.hash, 'hex') as before
    from auditchain c left join auditchain p on p.position = c.position - 1 order by c.position limit 2`.execute(db)
  const [first, second] = rows
  expect(second?.before).toBe(first?.hash)
  expect(hashOf(genesis, { position: 1, source: 'auditlog', rowId: 1 }, 'x')).not.toBe(first?.hash)
})

describe('heads kept outside the database', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lotline-heads-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('are read again, and those after a restored copy bind no longer', async () => {
    const head = (position: number): Head => ({
      position,
      hash: 'a'.repeat(64),
      at: `2026-11-2${position}T00:00:00.000Z`,
    })
    expect(await readHeads(folder)).toEqual([])
    for (const position of [1, 2, 3]) await appendHead(folder, head(position), 'told')
    expect(await readHeads(folder)).toEqual([head(1), head(2), head(3)])
    await appendHead(folder, head(2), 'restored')
    await appendHead(folder, head(4), 'told')
    expect((await readHeads(folder)).map(headText)).toEqual([head(1), head(2), head(4)].map(headText))
  })

  test('are one and the same in notice, log, mail and file each night, and show a tail that was cut', async () => {
    const smtp = await startSmtp()
    vi.stubEnv('SMTP_URL', smtp.url)
    vi.stubEnv('MAIL_FROM', 'plant@example.com')
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const place = join(folder, 'nightly')
    const check = () =>
      auditCheck({
        context: { ...contextFor(db, 1), now: new Date().toISOString() },
        params: {},
        signal: new AbortController().signal,
        backups: { folder: place, source: { address: '' } },
      })
    try {
      await sql`update "user" set email = 'quality@example.com' where "loginName" = 'admin'`.execute(db)
      await audit(db, 'tail')
      const whole = await check()
      const head = /\d+:[0-9a-f]{64}/.exec(whole.message)?.[0]
      expect(whole.outcome).toBe('DONE')
      const { content } = await one(sql<{ content: string }>`select content from notify order by id desc limit 1`)
      expect(content).toContain(head)
      expect(log.mock.calls.join()).toContain(`Head of the audit chain ${head}`)
      expect(smtp.mails.map(mail => [mail.to, textOf(mail).includes(String(head))])).toEqual([
        ['quality@example.com', true],
      ])
      expect((await readHeads(place)).map(headText)).toEqual([head])

      const { id } = await one(sql<{ id: number }>`select max(id) as id from auditlog where "entityId" = 'tail'`)
      const link = await linkOf('auditlog', id)
      await forge(`delete from auditlog where id = ${id}; delete from auditchain where position >= ${link.position};
        delete from auditchainmark`)
      expect(await check()).toMatchObject({ outcome: 'FOUND', message: expect.stringMatching(/^不符：/) })
      // It is no head that later ones are measured by.
      expect(await readHeads(place)).toHaveLength(1)
    } finally {
      log.mockRestore()
      vi.unstubAllEnvs()
      await smtp.close()
    }
  })
})
