/** Quantities of lots that drafts hold back, as their definitions say. */
import { type RawBuilder, sql } from 'kysely'
import { entities } from '#contract/index.ts'
import type { Entity, Reservation } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Sql } from '../../db/schema/columns.ts'

interface Reserving {
  readonly entity: Entity
  readonly reserves: Reservation
}

const reserving = (Object.values(entities) as readonly Entity[]).flatMap((entity): readonly Reserving[] =>
  entity.reserves ? [{ entity, reserves: entity.reserves }] : [],
)

/** Drafts `d` with the rows `x` that name their lots. */
function drafts({ entity, reserves }: Reserving): Sql {
  const line = reserves.lines && entity.lines[reserves.lines]
  const head = sql.table(entity.name)
  return line
    ? sql`${head} d join ${sql.table(line.name)} x on x."parentId" = d.id`
    : sql`${head} d cross join lateral (select d.*) x`
}

const union = (queries: readonly Sql[]): RawBuilder<unknown> => sql.join(queries, sql` union all `)

/** Reservations by other drafts: `lotId`, `quantity`. */
export const reservations = ({ customerId, acting }: Context): Sql =>
  union(
    reserving.map(({ entity, reserves }) => {
      const [field, value] = reserves.unless ?? []
      return sql`
        select x."lotId", ${sql.ref(`x.${reserves.quantity}`)} as quantity from ${drafts({ entity, reserves })}
        where d."customerId" = ${customerId} and d.status = 'DRAFT'
          and d.id <> ${acting?.entity === entity.name ? acting.id : 0}
          ${field ? sql`and ${sql.ref(`d.${field}`)} <> ${value}` : sql``}`
    }),
  )

/** Drafts that name a lot: `kind`, `docNo`, `lotId`, `planId`, `quantity`, `owner`. */
export const draftsNaming = (lots: readonly number[]): Sql =>
  union(
    reserving.map(({ entity, reserves }) => {
      const plan = reserves.plan ? sql.ref(`d.${reserves.plan}`) : sql`null::bigint`
      return sql`
        select ${reserves.kind}::text as kind, d."docNo", x."lotId", ${plan} as "planId",
          ${sql.ref(`x.${reserves.quantity}`)} as quantity, e.name as owner
        from ${drafts({ entity, reserves })} left join employee e on e.id = ${sql.ref(`d.${reserves.owner}`)}
        where d."customerId" = (select "customerId" from stocklot where id = any(${lots}::bigint[]) limit 1)
          and d.status = 'DRAFT' and x."lotId" = any(${lots}::bigint[])`
    }),
  )
