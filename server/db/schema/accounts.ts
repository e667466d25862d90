/**
 * Two database accounts: the server only inserts into append-only tables. See docs/decisions/0006-database-accounts.md.
 */
import { sql } from 'kysely'
import { tables } from '#contract/index.ts'
import type { Database } from '../connection/context.ts'
import { type Connection, transact, withDatabase } from '../connection/open.ts'
import { appendOnlyTables } from './auditChain.ts'
import { quoted } from './catalog.ts'
import { migrationTables } from './migrate.ts'
import { catalogOf } from './schema.ts'

export interface Accounts {
  readonly server: Connection | string
  readonly owner: Connection | string
}

const lockKey = 74_612
const adding = ['SELECT', 'INSERT']
const changing = ['UPDATE', 'DELETE']
/** Privileges that could change append-only rows, or swallow new ones. */
const forbidden = [...changing, 'TRUNCATE', 'TRIGGER']
/** MAINTAIN privilege, for ANALYZE after imports; earlier versions rely on autovacuum. */
const maintainSince = 170_000

/** Runs work as the owner; with one account, on the server's connections. */
export const asOwner = <T>(
  { server, owner }: Accounts,
  db: Database,
  work: (owner: Database) => Promise<T>,
): Promise<T> => (owner === server ? work(db) : withDatabase(owner, work))

function rightsOf(version: number): Map<string, readonly string[]> {
  const appendOnly = new Set(appendOnlyTables)
  const ordinary = [...adding, ...changing, ...(version >= maintainSince ? ['MAINTAIN'] : [])]
  const rights = new Map<string, readonly string[]>(migrationTables.map(name => [name, ['SELECT']]))
  for (const part of catalogOf(tables()).values()) {
    if (part.kind === 'table') rights.set(part.table, appendOnly.has(part.table) ? adding : ordinary)
    if (part.kind === 'view') rights.set(part.name, ['SELECT'])
  }
  return rights
}

const one = async <T>(query: ReturnType<typeof sql<T>>, db: Database): Promise<T> =>
  (await query.execute(db)).rows[0] as T

const versionOf = async (db: Database): Promise<number> =>
  (await one(sql<{ version: number }>`select current_setting('server_version_num')::int as version`, db)).version

/** Sequences of identity columns: read by `pg_dump` only. */
async function sequencesOf(db: Database, names: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select s.relname as name from pg_class s join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass
    join pg_class t on t.oid = d.refobjid and t.relnamespace = current_schema()::regnamespace and t.relname = any(${names})
    where s.relkind = 'S' and d.deptype = 'i'`.execute(db)
  return rows.map(({ name }) => name)
}

interface Held {
  readonly name: string
  readonly rights: readonly string[]
  readonly updates: boolean
}

/** Effective privileges of an account by relation, however granted. */
async function heldBy(db: Database, account: string, names: readonly string[], rights: readonly string[]) {
  const { rows } = await sql<Held>`
    select c.relname as name, has_any_column_privilege(${account}, c.oid, 'UPDATE') as updates,
      coalesce(array_agg(r.name) filter (where has_table_privilege(${account}, c.oid, r.name)), '{}') as rights
    from pg_class c cross join unnest(${rights}::text[]) r(name)
    where c.relnamespace = current_schema()::regnamespace and c.relname = any(${names}) group by c.oid`.execute(db)
  return rows
}

/** Grants the server exactly its privileges; no statement when they match. */
export async function grantServer(owner: Database, account: string): Promise<void> {
  const wanted = rightsOf(await versionOf(owner))
  for (const name of await sequencesOf(owner, [...wanted.keys()])) wanted.set(name, ['SELECT'])
  const every = [...new Set([...[...wanted.values()].flat(), ...forbidden])]
  await transact(owner, async tx => {
    // Lock: servers that start together would change the same catalog rows.
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    const held = await heldBy(tx, account, [...wanted.keys()], every)
    const unfit = held.filter(({ name, rights, updates }) => {
      const due = wanted.get(name) ?? []
      const isMore = rights.length > due.length || (updates && !due.includes('UPDATE'))
      return isMore || !due.every(right => rights.includes(right))
    })
    const to = quoted(account)
    for (const { name } of unfit) {
      const due = (wanted.get(name) ?? []).join(', ')
      await sql.raw(`revoke all on ${quoted(name)} from ${to}; grant ${due} on ${quoted(name)} to ${to}`).execute(tx)
    }
    const { schema, used } = await one(
      sql<{ schema: string; used: boolean }>`
        select current_schema() as schema, has_schema_privilege(${account}, current_schema(), 'USAGE') as used`,
      tx,
    )
    if (!used) await sql.raw(`grant usage on schema ${quoted(schema)} to ${to}`).execute(tx)
  })
}

interface Whereabouts {
  readonly account: string
  readonly place: string
}

const whereabouts = (db: Database) =>
  one(
    sql<Whereabouts>`
      select current_user as account, concat_ws(' ', pg_postmaster_start_time(), current_database(), current_schema()) as place`,
    db,
  )

/** Ways by which the account could change append-only rows. */
export async function accountErrors(db: Database): Promise<readonly string[]> {
  const { isSuperuser, ownsSchema, makesOwners, owned } = await one(
    sql<{ isSuperuser: boolean; ownsSchema: boolean; makesOwners: boolean; owned: string[] }>`
      select rolsuper as "isSuperuser",
        pg_has_role((select nspowner from pg_namespace where oid = current_schema()::regnamespace), 'MEMBER') as "ownsSchema",
        rolcreaterole and current_setting('server_version_num')::int < 160000
          or pg_has_role('pg_execute_server_program', 'MEMBER') or pg_has_role('pg_write_server_files', 'MEMBER')
          as "makesOwners",
        array(select relname::text from pg_class where relnamespace = current_schema()::regnamespace
          and relname = any(${appendOnlyTables}) and pg_has_role(relowner, 'MEMBER') order by 1) as owned
      from pg_roles where rolname = current_user`,
    db,
  )
  if (isSuperuser) return ['is a superuser']
  const { account } = await whereabouts(db)
  const more = (await heldBy(db, account, appendOnlyTables, forbidden)).filter(
    ({ rights, updates }) => updates || rights.length > 0,
  )
  const fieldErrors = [
    ...(owned.length > 0
      ? [`owns ${owned.join(', ')}`]
      : more.map(({ name, rights }) => `may ${rights.join(', ') || 'UPDATE a column of'} ${name}`)),
    ...(ownsSchema ? ['owns the schema'] : []),
    ...(makesOwners ? ['may become another account'] : []),
  ]
  return fieldErrors
}

/**
 * Refuses missing privileges.
 * @throws Error
 */
async function refuseMissing(db: Database, account: string): Promise<void> {
  const wanted = rightsOf(0)
  const held = await heldBy(db, account, [...wanted.keys()], [...adding, ...changing])
  const names = held
    .filter(({ name, rights }) => wanted.get(name)?.some(right => !rights.includes(right)))
    .map(({ name }) => name)
  if (names.length === 0) return
  throw new Error(
    `The database account "${account}" lacks rights on ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' …' : ''}: ` +
      'start once with its owner in DATABASE_OWNER_URL, which grants them (docs/reference/database.md).',
  )
}

/**
 * Grants server privileges; warns when its account could change append-only rows.
 * @throws Error instead, where two accounts are configured
 */
export async function separateAccounts(
  accounts: Accounts,
  { db, owner, say }: { readonly db: Database; readonly owner: Database; readonly say: (text: string) => void },
): Promise<void> {
  const isSeparate = accounts.owner !== accounts.server
  const { account, place } = await whereabouts(db)
  if (isSeparate) {
    const other = await whereabouts(owner)
    if (other.place !== place)
      throw new Error(
        `DATABASE_URL leads to another database or schema (${place}) than DATABASE_OWNER_URL (${other.place}).`,
      )
    if (other.account !== account) await grantServer(owner, account)
  }
  const fieldErrors = await accountErrors(db)
  if (fieldErrors.length === 0) return refuseMissing(db, account)
  const text =
    `The database account "${account}" of the server ${fieldErrors.join(', ')}: ` +
    'it could change the audit trail and the stock ledger.'
  if (isSeparate)
    throw new Error(`${text} Name an account in DATABASE_URL that owns nothing (docs/reference/database.md).`)
  say(
    `Warning: ${text} Give the server an account of its own, and name this one in DATABASE_OWNER_URL (docs/reference/database.md).`,
  )
}
