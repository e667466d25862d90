/** Views as SQL. Rows have a unique id and an organisation. */
import { entities } from '#contract/index.ts'
import type { Entity, Reservation } from '#contract/schema/entity.ts'

/** Product receipts of every kind; reversed ones excluded. */
const productstorein = `  select receipt."id", receipt."customerId", receipt."storeInTime", receipt."docNo", receipt."storeInType",
    receipt."productId", receipt."productSpecId", receipt."lotNo", receipt."produceDate", receipt."expiryDate",
    receipt."packageQty", receipt."baseQty", receipt."warehouseId", receipt."producePlanId", lot."qualityStatus",
    receipt."lotId", receipt."createdBy"
  from "productstorein" receipt
  left join "stocklot" lot on lot."id" = receipt."lotId"
  where receipt."status" = 'SUBMITTED'`

/** Stock-outs and sales, united before lines for indexes. Odd line ids: sales. */
const productstoreout = `  select line."id", head."customerId", head."outTime", head."docNo", head."outType", lot."productId",
    line."productSpecId", lot."lotNo", lot."expiryDate", line."packageQty", line."qty",
    case
      when head."dealerId" is not null then (select "name" from "dealer" where "id" = head."dealerId")
      when head."planId" is not null then (select "docNo" from "produceplan" where "id" = head."planId")
      else (select "name" from "warehouse" where "id" = head."targetId")
    end as "counterparty",
    head."handlerId", line."lotId", head."createdBy"
  from (
    select 'out'::text as "kind", "id", "customerId", "outTime", "docNo", "outType", null::bigint as "dealerId",
      "targetPlanId" as "planId", "targetWarehouseId" as "targetId", "handlerId", "createdBy", "status"
    from "productstoreout"
    union all
    select 'sale'::text, "id", "customerId", "shipTime", "docNo", 'SALE'::text, "dealerId", null::bigint, null::bigint,
      "handlerId", "createdBy", "status"
    from "productsaleout"
  ) head
  join (
    select 'out'::text as "kind", "parentId", "id" * 2 as "id", "productSpecId", "packageQty", "qty", "lotId"
    from "productstoreoutline"
    union all
    select 'sale'::text, "parentId", "id" * 2 + 1, "productSpecId", "packageQty", "baseQty", "lotId"
    from "productsaleoutline"
  ) line on line."kind" = head."kind" and line."parentId" = head."id"
  left join "stocklot" lot on lot."id" = line."lotId"
  where head."status" in ('SUBMITTED', 'CONFIRMED')`

/** Drafts that hold back stock of lots, as SQL of their definitions. */
export interface ReservingDrafts {
  readonly entity: Entity
  readonly reserves: Reservation
  /** Drafts `d`, and their lines `x` where these name the lots. */
  readonly from: string
  readonly row: 'd' | 'x'
  /** Condition of drafts that take what they name. */
  readonly where: string
}

function draftsOf(entity: Entity, reserves: Reservation): ReservingDrafts {
  const line = reserves.lines && entity.lines[reserves.lines]
  const [field, value] = reserves.unless ?? []
  return {
    entity,
    reserves,
    from: `"${entity.name}" d${line ? ` join "${line.name}" x on x."parentId" = d."id"` : ''}`,
    row: line ? 'x' : 'd',
    where: `d."status" = 'DRAFT'${field === undefined ? '' : ` and d."${field}" <> '${value}'`}`,
  }
}

export const reserving: readonly ReservingDrafts[] = Object.values<Entity>(entities).flatMap(entity =>
  entity.reserves ? [draftsOf(entity, entity.reserves)] : [],
)

const reserved = reserving
  .map(
    ({ from, row, where, reserves: { quantity } }) =>
      `select ${row}."lotId", ${row}."${quantity}" as "quantity", true as "isReserved" from ${from} where ${where}`,
  )
  .join('\n        union all ')

/** Days before expiry of an item that names none. */
const expiringDays = 30

/** Lots in own store, by item; reservations and quarantine lessen what is usable. */
const stockitem = `  select stored."id", stored."customerId", stored."createdBy", stored."materialId", stored."productId",
    case when stored."productId" is null then 'MATERIAL' else 'PRODUCT' end as "itemType",
    coalesce(bought."name", made."name") as "itemName", coalesce(bought."code", made."code") as "itemCode",
    coalesce(bought."pinyin", made."pinyin") as "pinyin", coalesce(bought."baseUnitId", made."baseUnitId") as "unitId",
    stored."onHandQty", stored."availableQty", stored."reservedQty", stored."onHoldQty", stored."blockedQty", stored."expiringQty",
    stored."expiredQty", stored."lotCount", stored."nextExpiry", stored."asOf",
    stored."asOf" + coalesce(bought."nearExpiryDays", made."nearExpiryDays", ${expiringDays}) as "expiringUntil"
  from (
    select coalesce(lot."materialId" * 2, lot."productId" * 2 + 1) as "id", lot."customerId", null::bigint as "createdBy",
      lot."materialId", lot."productId", day."asOf", sum(lot."onHandQty") as "onHandQty",
      coalesce(sum(case when held."quantity" is null then lot."onHandQty"
        else greatest(lot."onHandQty" - held."quantity", 0) end) filter (where lot."qualityStatus" = 'RELEASED'
        and coalesce(lot."expiryDate" >= day."asOf", true)), 0)::numeric(18,4) as "availableQty",
      coalesce(sum(held."reserved"), 0)::numeric(18,4) as "reservedQty",
      coalesce(sum(lot."onHandQty") filter (where lot."qualityStatus" in ('PENDING', 'HOLD')), 0)::numeric(18,4) as "onHoldQty",
      coalesce(sum(lot."onHandQty") filter (where lot."qualityStatus" in ('REJECTED', 'RECALLED')), 0)::numeric(18,4) as "blockedQty",
      coalesce(sum(lot."onHandQty") filter (where lot."expiryDate" between day."asOf" and day."asOf"
        + coalesce(bought."nearExpiryDays", made."nearExpiryDays", ${expiringDays})), 0)::numeric(18,4) as "expiringQty",
      coalesce(sum(lot."onHandQty") filter (where lot."expiryDate" < day."asOf"), 0)::numeric(18,4) as "expiredQty",
      count(*)::integer as "lotCount", min(lot."expiryDate") filter (where lot."expiryDate" >= day."asOf") as "nextExpiry"
    from "stocklot" lot
    join (select "id", (now() at time zone "timeZone")::date as "asOf" from "customer" offset 0) day on day."id" = lot."customerId"
    left join "material" bought on bought."id" = lot."materialId"
    left join "product" made on made."id" = lot."productId"
    left join (
      select taken."lotId", sum(taken."quantity") as "quantity",
        sum(taken."quantity") filter (where taken."isReserved") as "reserved" from (
        ${reserved}
        union all select balance."lotId", balance."quantity", false
        from "stockbalance" balance join "stocklocation" bin on bin."id" = balance."locationId"
        where balance."quantity" > 0 and bin."locationType" = 'STORAGE' and bin."isQuarantine"
      ) taken group by taken."lotId"
    ) held on held."lotId" = lot."id"
    where lot."hasStock"
    group by lot."customerId", lot."materialId", lot."productId", day."asOf"
  ) stored
  left join "material" bought on bought."id" = stored."materialId"
  left join "product" made on made."id" = stored."productId"`

export const views: Readonly<Record<string, string>> = {
  stockitem,
  productstoreinrecord: productstorein,
  productstoreoutrecord: productstoreout,
}
