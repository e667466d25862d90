/** Violations of the identities over a database (domain.md §2.1, §2.9); expected empty. */
import { sql } from 'kysely'
import type { Database } from '../../server/db/connection/context.ts'
import { unbalancedLots } from './plant.ts'

/** Where each movement may go, by the kinds of its two places. */
export const routes = [
  ['RCV', 'SUPPLIER', 'STORAGE'],
  ['SRT', 'STORAGE', 'SUPPLIER'],
  ['ISS', 'STORAGE', 'WIP'],
  ['MUP', 'STORAGE', 'WIP'],
  ['RTN', 'WIP', 'STORAGE'],
  ['USE', 'WIP', 'PROCESS'],
  ['USA', 'WIP', 'PROCESS'],
  ['USA', 'PROCESS', 'WIP'],
  ['OUT', 'PROCESS', 'STORAGE'],
  ['BYP', 'PROCESS', 'STORAGE'],
  ['SAL', 'STORAGE', 'DEALER'],
  ['DRT', 'DEALER', 'QUARANTINE'],
  ['RRT', 'DEALER', 'QUARANTINE'],
  ['SMP', 'STORAGE', 'SAMPLE'],
  ['TST', 'STORAGE', 'LAB'],
  ['TST', 'SAMPLE', 'LAB'],
  ['SCR', 'STORAGE', 'SCRAP'],
  ['SCR', 'SAMPLE', 'SCRAP'],
  ['SCR', 'WIP', 'SCRAP'],
  ['RWK', 'STORAGE', 'WIP'],
  ['TRF', 'STORAGE', 'STORAGE'],
  ['ADJ', 'STORAGE', 'ADJUST'],
  ['ADJ', 'ADJUST', 'STORAGE'],
  ['RLO', 'STORAGE', 'PROCESS'],
  ['RLI', 'PROCESS', 'STORAGE'],
] as const

async function strayRows(db: Database): Promise<readonly unknown[]> {
  const of = (place: 0 | 1 | 2) => routes.map(route => route[place])
  const { rows } = await sql`
    select 'route' as what, g.id, g."moveType", f."locationType" as "from", t."locationType" as "to" from stockledger g
    join stocklocation f on f.id = g."fromLocationId" join stocklocation t on t.id = g."toLocationId"
    where g."moveType" <> 'REV' and not exists (
      select 1 from unnest(${of(0)}::text[], ${of(1)}::text[], ${of(2)}::text[]) as r(type, "from", "to")
      where r.type = g."moveType" and r."from" = f."locationType"
        and (r."to" = t."locationType" or r."to" = 'QUARANTINE' and t."isQuarantine"))
    union all
    -- a reversal mirrors the row it names
    select 'mirror', r.id, r."moveType", null, null from stockledger r
    left join stockledger g on g.id = r."reversalOfSeq" and g."lotId" = r."lotId" and g.quantity = r.quantity
      and g."fromLocationId" = r."toLocationId" and g."toLocationId" = r."fromLocationId"
    where r."moveType" = 'REV' and g.id is null`.execute(db)
  return rows
}

/** I2 and I3: origin and whereabouts by effective movements, not by balances. */
async function unaccountedLots(db: Database): Promise<readonly unknown[]> {
  const { rows } = await sql`
    with standing as (
      select g.*, f."locationType" as "from", t."locationType" as "to" from stockledger g
      join stocklocation f on f.id = g."fromLocationId" join stocklocation t on t.id = g."toLocationId"
      where g."reversalOfSeq" is null
        and not exists (select 1 from stockledger r where r."reversalOfSeq" = g.id)
    ), flows as (
      select "lotId",
        coalesce(sum(quantity) filter (where "moveType" in ('RCV', 'OUT', 'BYP', 'RLI')
          or "moveType" = 'ADJ' and "from" = 'ADJUST'), 0) as came,
        coalesce(sum(quantity) filter (where "to" in ('SUPPLIER', 'LAB', 'SCRAP', 'ADJUST')), 0) as gone,
        coalesce(sum(quantity) filter (where "moveType" in ('USE', 'USA', 'RLO') and "to" = 'PROCESS'), 0)
          - coalesce(sum(quantity) filter (where "moveType" = 'USA' and "from" = 'PROCESS'), 0) as used
      from standing group by 1
    ), held as (
      select b."lotId", sum(b.quantity) as held from stockbalance b join stocklocation p on p.id = b."locationId"
      where p."locationType" in ('STORAGE', 'WIP', 'SAMPLE', 'DEALER') group by 1
    )
    select 'account' as what, f.*, h.held from flows f full join held h using ("lotId")
    where coalesce(f.came, 0) <> coalesce(f.gone, 0) + coalesce(f.used, 0) + coalesce(h.held, 0)`.execute(db)
  return rows
}

/** I1, I2, I3 and I8, and movements only along their kind's way. */
export async function brokenIdentities(db: Database): Promise<readonly unknown[]> {
  return [...(await unbalancedLots(db)), ...(await strayRows(db)), ...(await unaccountedLots(db))]
}
