/** How each `derived` field of the contract is read: it has no column, so it is worked out in the query. */
import { type RawBuilder, sql } from 'kysely'

const ofLot = (column: string): RawBuilder<unknown> =>
  sql`(select lot.${sql.ref(column)} from "stocklot" lot where lot."id" = "productstorein"."lotId")`

/** SQL by `entity.field`, for a query in which the row goes by the name of its table. */
export const derived: Readonly<Record<string, RawBuilder<unknown>>> = {
  'material.onHandQty': sql`(
    select coalesce(sum(balance."quantity"), 0)::numeric(18,4)
    from "stocklot" lot
    join "stockbalance" balance on balance."lotId" = lot."id"
    join "stocklocation" place on place."id" = balance."locationId"
    where lot."materialId" = "material"."id" and place."locationType" = 'STORAGE'
  )`,
  'role.userCount': sql`(
    select count(*)::integer
    from "user_roleIds" holds
    join "user" holder on holder."id" = holds."ownerId" and not holder."isDeleted"
    where holds."targetId" = "role"."id"
  )`,
  'stockledger.seq': sql`"stockledger"."id"`,
  'productstorein.qualityStatus': ofLot('qualityStatus'),
  'productstorein.certificateNo': ofLot('certificateNo'),
  // Nothing is taken back yet: the returns of dealers come with a document of their own.
  'productsaleoutline.returnedQty': sql`0::numeric(18,4)`,
}
