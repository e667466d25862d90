/** Views as SQL. Rows have a unique id and an organisation. */

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

export const views: Readonly<Record<string, string>> = {
  productstoreinrecord: productstorein,
  productstoreoutrecord: productstoreout,
}
