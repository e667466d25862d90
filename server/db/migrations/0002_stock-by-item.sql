alter table "stocklot" add column "hasStock" boolean generated always as (("onHandQty" > 0)) stored;
create index "stocklot_customerId_materialId_productId_some_idx" on "stocklot" ("customerId", "materialId", "productId") where "hasStock";

alter table "customer" add column "currency" text;
update "customer" set "currency" = 'CNY';
alter table "customer" add constraint "customer_currency_check" check ("currency" in ('CNY', 'TWD', 'HKD', 'MOP', 'USD', 'EUR', 'GBP', 'JPY', 'KRW', 'SGD', 'MYR', 'THB', 'VND', 'IDR', 'PHP', 'INR', 'AUD', 'NZD', 'CAD', 'CHF'));

create view "stockitem" as
  select stored."id", stored."customerId", stored."createdBy", stored."materialId", stored."productId",
    case when stored."productId" is null then 'MATERIAL' else 'PRODUCT' end as "itemType",
    coalesce(bought."name", made."name") as "itemName", coalesce(bought."code", made."code") as "itemCode",
    coalesce(bought."pinyin", made."pinyin") as "pinyin", coalesce(bought."baseUnitId", made."baseUnitId") as "unitId",
    stored."onHandQty", stored."availableQty", stored."reservedQty", stored."onHoldQty", stored."blockedQty", stored."expiringQty",
    stored."expiredQty", stored."lotCount", stored."nextExpiry", stored."asOf",
    stored."asOf" + coalesce(bought."nearExpiryDays", made."nearExpiryDays", 30) as "expiringUntil"
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
        + coalesce(bought."nearExpiryDays", made."nearExpiryDays", 30)), 0)::numeric(18,4) as "expiringQty",
      coalesce(sum(lot."onHandQty") filter (where lot."expiryDate" < day."asOf"), 0)::numeric(18,4) as "expiredQty",
      count(*)::integer as "lotCount", min(lot."expiryDate") filter (where lot."expiryDate" >= day."asOf") as "nextExpiry"
    from "stocklot" lot
    join (select "id", (now() at time zone "timeZone")::date as "asOf" from "customer" offset 0) day on day."id" = lot."customerId"
    left join "material" bought on bought."id" = lot."materialId"
    left join "product" made on made."id" = lot."productId"
    left join (
      select taken."lotId", sum(taken."quantity") as "quantity",
        sum(taken."quantity") filter (where taken."isReserved") as "reserved" from (
        select x."lotId", x."qty" as "quantity", true as "isReserved" from "getmaterialrecord" d join "getmaterialline" x on x."parentId" = d."id" where d."status" = 'DRAFT' and d."issueType" <> 'RETURN'
        union all select x."lotId", x."baseQty" as "quantity", true as "isReserved" from "productsaleout" d join "productsaleoutline" x on x."parentId" = d."id" where d."status" = 'DRAFT'
        union all select d."lotId", d."qty" as "quantity", true as "isReserved" from "stockrelabel" d where d."status" = 'DRAFT'
        union all select balance."lotId", balance."quantity", false
        from "stockbalance" balance join "stocklocation" bin on bin."id" = balance."locationId"
        where balance."quantity" > 0 and bin."locationType" = 'STORAGE' and bin."isQuarantine"
      ) taken group by taken."lotId"
    ) held on held."lotId" = lot."id"
    where lot."hasStock"
    group by lot."customerId", lot."materialId", lot."productId", day."asOf"
  ) stored
  left join "material" bought on bought."id" = stored."materialId"
  left join "product" made on made."id" = stored."productId";
