/** The rows of a receipt written by hand, one statement a table in one transaction: what the database itself can do. */
import pg from 'pg'
import type { Cluster } from '../../server/postgres/cluster.ts'

/** Rows of one receipt of one line, and what must differ in each copy. */
const copied: readonly (readonly [table: string, own: Readonly<Record<string, string>>])[] = [
  ['materialstorein', { docNo: `'RAW' || $1` }],
  ['materialstoreinline', { parentId: 'parent' }],
  ['stocklot', { lotNo: `'RAW' || $1`, supplierLotNo: `'RAW' || $1`, sourceDocNo: `'RAW' || $1` }],
  ['lotstatuslog', { lotId: 'lot' }],
  ['stockbalance', { lotId: 'lot' }],
  ['stockledger', { lotId: 'lot', docNo: `'RAW' || $1` }],
  ['auditlog', {}],
  ['auditlog', {}],
]

async function statementFor(client: pg.Client, table: string, own: Readonly<Record<string, string>>): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
     and attname <> 'id' and attgenerated = '' order by attnum`,
    [`"${table}"`],
  )
  const values = rows.map(({ name }) => {
    const value = own[name]
    return value === 'parent' || value === 'lot' ? `$1::bigint as "${name}"` : (value ?? `"${name}"`)
  })
  const names = rows.map(({ name }) => `"${name}"`).join()
  return `insert into "${table}" (${names}) select ${values.join()} from "${table}" where id = $2 returning id`
}

export interface RawPoster {
  post(): Promise<void>
  close(): Promise<void>
}

/** One connection that copies the newest receipt of one line again and again. */
export async function rawPoster({ owner }: Cluster): Promise<RawPoster> {
  const client = new pg.Client(owner)
  await client.connect()
  const sources = (
    await client.query<Record<string, string>>(`
    select r.id as materialstorein, n.id as materialstoreinline, g."lotId" as stocklot, g.id as stockledger,
      (select min(id) from lotstatuslog where "lotId" = g."lotId") as lotstatuslog,
      (select min(id) from stockbalance where "lotId" = g."lotId") as stockbalance, (select max(id) from auditlog) as auditlog
    from stockledger g join materialstorein r on r."docNo" = g."docNo" join materialstoreinline n on n."parentId" = r.id
    where g."docType" = 'materialstorein' and g."docNo" not like 'RAW%' and n."supplierLotNo" <> '' order by g.id desc limit 1`)
  ).rows[0]
  const statements: { table: string; own: Readonly<Record<string, string>>; name: string; text: string }[] = []
  for (const [table, own] of copied)
    statements.push({ table, own, name: `raw${statements.length}`, text: await statementFor(client, table, own) })
  const word = process.hrtime.bigint().toString(36)
  let count = 0
  return {
    async post() {
      count += 1
      const ids = new Map<string, string>()
      await client.query('begin')
      for (const { table, own, name, text } of statements) {
        const first = own.parentId ? ids.get('materialstorein') : own.lotId ? ids.get('stocklot') : `${word}${count}`
        const values = text.includes('$1') ? [first, sources?.[table]] : [sources?.[table]]
        const { rows } = await client.query({
          name,
          text: text.includes('$1') ? text : text.replace('$2', '$1'),
          values,
        })
        ids.set(table, rows[0].id)
      }
      await client.query('commit')
    },
    close: () => client.end(),
  }
}
