/** State of the books after a kill, from the database itself. */
import { sql } from 'kysely'
import type { Database } from '../../server/db/connection/context.ts'
import type { Acknowledged } from './killLoad.ts'
import { unbalancedLots } from './plant.ts'

interface Document {
  readonly remark: string
  readonly docNo: string
  readonly status: string
  readonly lines: readonly string[]
  readonly ledger: readonly string[]
  readonly lots: number
}

/** Documents of the load with quantities of lines and ledger rows. */
async function documents(db: Database): Promise<Map<string, Document[]>> {
  const { rows } = await sql<Document>`
    with document as (
      select 'materialstorein' as type, id, "docNo", status, remark from materialstorein
      union all
      select 'getmaterialrecord', id, "docNo", status, remark from getmaterialrecord
    ), line as not materialized (
      select 'materialstorein' as type, "parentId", "lineNo", "baseQty" as quantity, "lotId" from materialstoreinline
      union all
      select 'getmaterialrecord', "parentId", "lineNo", qty, "lotId" from getmaterialline
    )
    select d.remark, d."docNo", d.status,
      array(select l.quantity::text from line l where l.type = d.type and l."parentId" = d.id order by l."lineNo") as lines,
      array(select g.quantity::text from stockledger g where g."docType" = d.type and g."docNo" = d."docNo"
        order by g."docLineNo", g.id) as ledger,
      (select count(*)::int from line l join stocklot s on s.id = l."lotId"
        where l.type = d.type and l."parentId" = d.id) as lots
    from document d where d.remark is not null`.execute(db)
  const byKey = new Map<string, Document[]>()
  for (const row of rows) byKey.set(row.remark, [...(byKey.get(row.remark) ?? []), row])
  return byKey
}

/** Acknowledged documents missing, changed or duplicated; expected none. */
export async function lost(db: Database, acknowledged: readonly Acknowledged[]): Promise<readonly unknown[]> {
  const found = await documents(db)
  return acknowledged.filter(({ key, docNo, quantities }) => {
    const wanted = quantities.map(quantity => Number(quantity).toFixed(4))
    const expected = { remark: key, docNo, status: 'SUBMITTED', lines: wanted, ledger: wanted, lots: wanted.length }
    return JSON.stringify(found.get(key)) !== JSON.stringify([expected])
  })
}

/** Documents never acknowledged; expected none. */
export async function unasked(db: Database, acknowledged: readonly Acknowledged[]): Promise<readonly string[]> {
  const keys = new Set(acknowledged.map(({ key }) => key))
  return [...(await documents(db)).keys()].filter(key => !keys.has(key))
}

/** Partly written documents, and balances without ledger rows; expected none. */
export async function broken(db: Database): Promise<readonly unknown[]> {
  const { rows } = await sql`
    with line as not materialized (
      select 'materialstorein' as type, d."docNo", d.status, l."lineNo", l."lotId"
      from materialstorein d join materialstoreinline l on l."parentId" = d.id
      union all
      select 'getmaterialrecord', d."docNo", d.status, l."lineNo", l."lotId"
      from getmaterialrecord d join getmaterialline l on l."parentId" = d.id
    )
    select 'not in the ledger' as what, "docNo" from line l where status = 'SUBMITTED' and not exists (
      select from stockledger g where g."docType" = l.type and g."docNo" = l."docNo" and g."lotId" = l."lotId"
        and g."docLineNo" = l."lineNo")
    union all
    select 'not submitted', "docNo" from line where status <> 'SUBMITTED'
    union all
    select 'ledger of no document', g."docNo" from stockledger g where not exists (
      select from line l where l.type = g."docType" and l."docNo" = g."docNo" and l."lineNo" = g."docLineNo"
        and l.status = 'SUBMITTED')
    union all
    select 'no lines', "docNo" from (
      select "docNo", id, 'materialstorein' as type from materialstorein
      union all select "docNo", id, 'getmaterialrecord' from getmaterialrecord) d
      where not exists (select from line where line."docNo" = d."docNo")
    union all
    select 'lot of no receipt', "lotNo" from stocklot s where s."sourceDocNo" like 'MI%'
      and not exists (select from line l where l."lotId" = s.id and l.type = 'materialstorein')
    union all
    select 'key without an answer', key from idempotency where answer is null`.execute(db)
  return [...rows, ...(await unbalancedLots(db))]
}

/** Numbers given twice, of documents and of lots; expected none. */
export async function numberedTwice(db: Database): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select "docNo" as number from (
      select "docNo" from materialstorein union all select "docNo" from getmaterialrecord union all select "lotNo" from stocklot
    ) s group by 1 having count(*) > 1`.execute(db)
  return rows
}
