/** Quantities of lots that drafts hold back, as their definitions say. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../db/connection/context.ts'
import type { Sql } from '../../db/schema/columns.ts'
import { reserving } from '../../db/schema/views.ts'

const union = (queries: readonly Sql[]): RawBuilder<unknown> => sql.join(queries, sql` union all `)

/** Reservations by other drafts: `lotId`, `quantity`. */
export const reservations = ({ customerId, acting }: Context): Sql =>
  union(
    reserving.map(
      ({ entity, reserves, from, row, where }) => sql`
        select ${sql.ref(`${row}.lotId`)}, ${sql.ref(`${row}.${reserves.quantity}`)} as quantity from ${sql.raw(from)}
        where d."customerId" = ${customerId} and ${sql.raw(where)}
          and d.id <> ${acting?.entity === entity.name ? acting.id : 0}`,
    ),
  )

/** Drafts that name a lot: `kind`, `docNo`, `lotId`, `planId`, `quantity`, `owner`. */
export const draftsNaming = (lots: readonly number[]): Sql =>
  union(
    reserving.map(({ reserves, from, row }) => {
      const plan = reserves.plan ? sql.ref(`d.${reserves.plan}`) : sql`null::bigint`
      const lot = sql.ref(`${row}.lotId`)
      return sql`
        select ${reserves.kind}::text as kind, d."docNo", ${lot}, ${plan} as "planId",
          ${sql.ref(`${row}.${reserves.quantity}`)} as quantity, e.name as owner
        from ${sql.raw(from)} left join employee e on e.id = ${sql.ref(`d.${reserves.owner}`)}
        where d."customerId" = (select "customerId" from stocklot where id = any(${lots}::bigint[]) limit 1)
          and d.status = 'DRAFT' and ${lot} = any(${lots}::bigint[])`
    }),
  )
