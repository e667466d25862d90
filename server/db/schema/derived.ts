/** SQL of computed fields: `derived` ones, time-dependent states, sentinel numbers. */
import { type RawBuilder, sql } from 'kysely'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { labelOf, titleFieldOf } from './labels.ts'

interface Organisation {
  readonly customerId: number
  readonly today: string
}

const ofLot = (column: string, receipt = 'productstorein'): RawBuilder<unknown> =>
  sql`(select lot.${sql.ref(column)} from "stocklot" lot where lot."id" = ${sql.ref(`${receipt}.lotId`)})`

/** Expiry of the lot once posted: reworks shorten it later. */
const expiryOf = (receipt: string): RawBuilder<unknown> =>
  sql`coalesce(${ofLot('expiryDate', receipt)}, ${sql.ref(`${receipt}.expiryDate`)})`

const itemOf = (lot: string): RawBuilder<unknown> => sql`(
  select coalesce(bought."name", made."name") from "stocklot" lot
  left join "material" bought on bought."id" = lot."materialId"
  left join "product" made on made."id" = lot."productId"
  where lot."id" = ${sql.ref(lot)}
)`

const sourceOf = (receipt: 'materialstorein' | 'productstorein'): RawBuilder<unknown> => sql`(
  select source."id" from ${sql.table(receipt)} source
  where source."customerId" = "stocklot"."customerId" and source."docNo" = "stocklot"."sourceDocNo")`

/** Inspection that alone releases the lot: bare reminders do not. */
const openInspectionOf = (lotId: RawBuilder<unknown>, lotStatus: RawBuilder<unknown>): RawBuilder<unknown> => sql`(case
  when ${lotStatus} in ('PENDING', 'HOLD') then (
  select seen."id" from "qualityinspection" seen
  where seen."lotId" = ${lotId} and seen."status" in ('PENDING', 'TESTING', 'JUDGED')
    and (seen."status" <> 'PENDING' or exists (select from "qualityitem" test where test."parentId" = seen."id"))
  order by array_position(array['JUDGED', 'TESTING', 'PENDING'], seen."status"), seen."id" limit 1) end)`

/** Current title of an audited record; null once it is gone. */
function auditedRecord(): RawBuilder<unknown> {
  const id = sql`"auditlog"."entityId"`
  const cases = Object.values<Entity>(entities).flatMap(entity => {
    if (!entity.operations.includes('save') || !titleFieldOf(entity)) return []
    return [sql`when ${sql.lit(entity.name)} then ${labelOf(entity.name, sql`${id}::bigint`)}`]
  })
  return sql`(case when ${id} ~ '^[0-9]{1,18}$' then case "auditlog"."entity" ${sql.join(cases, sql` `)} end end)`
}

/** Fields of a referenced record: the reference, its entity, the field there. */
export const followed: Readonly<Record<string, readonly [by: string, to: string, field: string]>> = {
  'stockbalance.locationType': ['locationId', 'stocklocation', 'locationType'],
}

const valueThere = ([name, [by, to, field]]: (typeof entries)[number]) => {
  const own = sql.ref(`${name.split('.')[0]}.${by}`)
  return [name, sql`(select place.${sql.id(field)} from ${sql.table(to)} place where place."id" = ${own})`] as const
}
const entries = Object.entries(followed)

/** Of what closed pallets hold of a balance. */
const onPallets = (value: RawBuilder<unknown>) => sql`(
  select ${value} from "palletline" content join "pallet" packed on packed."id" = content."parentId"
    and packed."status" = 'CLOSED' and packed."locationId" = "stockbalance"."locationId"
  where content."lotId" = "stockbalance"."lotId")`

/** SQL by `entity.field`, for rows aliased by their table name. */
export const derived: Readonly<Record<string, RawBuilder<unknown>>> = {
  ...Object.fromEntries(entries.map(valueThere)),
  'material.onHandQty': sql`(
    select coalesce(sum(balance."quantity"), 0)::numeric(18,4)
    from "stocklot" lot
    join "stockbalance" balance on balance."lotId" = lot."id"
    join "stocklocation" place on place."id" = balance."locationId"
    where lot."materialId" = "material"."id" and place."locationType" = 'STORAGE'
  )`,
  'group.memberCount': sql`(
    select count(*)::integer
    from "user_groupIds" belongs
    join "user" member on member."id" = belongs."ownerId" and not member."isDeleted"
    where belongs."targetId" = "group"."id"
  )`,
  // Computed by the plant's day: stored states go stale at midnight.
  'detecequipment.isOverdue': sql`coalesce("detecequipment"."validUntil" < (
    now() at time zone (select "timeZone" from customer where customer.id = "detecequipment"."customerId"))::date, true)`,
  'productsaleout.isConfirmed': sql`("productsaleout"."confirmTime" is not null)`,
  'role.userCount': sql`(
    select count(*)::integer
    from "user_roleIds" holds
    join "user" holder on holder."id" = holds."ownerId" and not holder."isDeleted"
    where holds."targetId" = "role"."id"
  )`,
  'userlogin.sessionState': sql`(case
    when "userlogin"."session" is null then null
    when exists (select from "token" held where held."session" = "userlogin"."session" and held."kind" = 'ACCESS'
      and held."expiresAt" > now()) then 'ONLINE'
    when exists (select from "token" held where held."session" = "userlogin"."session" and held."kind" = 'REFRESH'
      and held."replacedAt" is null and held."expiresAt" > now()) then 'IDLE'
    else 'ENDED' end)`,
  // Sessions renew tokens while active, so the latest token dates them.
  'userlogin.lastSeenAt': sql`(
    select max(held."createdAt") from "token" held where held."session" = "userlogin"."session")`,
  'auditlog.record': auditedRecord(),
  'auditlog.prevHash': sql`(
    select encode(before.hash, 'hex') from auditchain own join auditchain before on before.position = own.position - 1
    where own.source = 'auditlog' and own."rowId" = "auditlog"."id"
  )`,
  'stocklot.itemName': sql`coalesce(
    (select bought."name" from "material" bought where bought."id" = "stocklot"."materialId"),
    (select made."name" from "product" made where made."id" = "stocklot"."productId"))`,
  'stocklot.isUsable': sql`("stocklot"."qualityStatus" = 'RELEASED' and coalesce("stocklot"."expiryDate" >= (
    now() at time zone (select "timeZone" from customer where customer.id = "stocklot"."customerId"))::date, true)
    and ("stocklot"."onHandQty" = 0 or "stocklot"."onHandQty" > coalesce((
      select sum(balance."quantity") from "stockbalance" balance join "stocklocation" bin on bin."id" = balance."locationId"
      where balance."lotId" = "stocklot"."id" and bin."locationType" = 'STORAGE' and bin."isQuarantine"), 0)))`,
  'stocklot.locationNames': sql`(
    select string_agg(place."name", '、' order by place."name")
    from "stockbalance" balance join "stocklocation" place on place."id" = balance."locationId"
    where balance."lotId" = "stocklot"."id" and balance."quantity" > 0 and place."locationType" = 'STORAGE')`,
  'callbacklot.palletPlaces': sql`(
    select string_agg(distinct packed."sscc" || ' ' || place."name", '、')
    from "palletline" content join "pallet" packed on packed."id" = content."parentId" and packed."status" = 'CLOSED'
      join "stocklocation" place on place."id" = packed."locationId"
    where content."lotId" = "callbacklot"."lotId")`,
  'stocklot.materialStoreInId': sourceOf('materialstorein'),
  'stocklot.productStoreInId': sourceOf('productstorein'),
  // Released lots, most of all, ask no further.
  'stocklot.openInspectionId': openInspectionOf(sql`"stocklot"."id"`, sql`"stocklot"."qualityStatus"`),
  'stockledger.seq': sql`"stockledger"."id"`,
  'stockledger.itemName': itemOf('stockledger.lotId'),
  'stockbalance.itemName': itemOf('stockbalance.lotId'),
  'stockbalance.palletQty': onPallets(sql`sum(content."baseQty")`),
  'stockbalance.palletNos': onPallets(sql`string_agg(distinct packed."sscc", '、')`),
  'qualityinspection.itemName': itemOf('qualityinspection.lotId'),
  'stockcountline.itemName': itemOf('stockcountline.lotId'),
  'stockcountline.unitName': sql`(
    select counted."name" from "stocklot" lot join "unit" counted on counted."id" = lot."unitId"
    where lot."id" = "stockcountline"."lotId"
  )`,
  // 0 links the whole plan, not a batch.
  'lotlink.batchSeq': sql`nullif("lotlink"."batchSeq", 0)`,
  'lotlink.inItemName': itemOf('lotlink.inLotId'),
  'lotlink.outItemName': itemOf('lotlink.outLotId'),
  'productstoreoutline.productName': itemOf('productstoreoutline.lotId'),
  'productstorein.qualityStatus': ofLot('qualityStatus'),
  'productstorein.certificateNo': ofLot('certificateNo'),
  'productstorein.openInspectionId': openInspectionOf(sql`"productstorein"."lotId"`, ofLot('qualityStatus')),
  'productstorein.expiryDate': expiryOf('productstorein'),
  'productstoreinrecord.expiryDate': expiryOf('productstoreinrecord'),
  'productsaleoutline.returnedQty': sql`(
    select coalesce(sum(back."baseQty"), 0)::numeric(18,4) from "productstorein" back
    where back."sourceSaleOutId" = "productsaleoutline"."parentId" and back."lotId" = "productsaleoutline"."lotId"
      and back."status" = 'SUBMITTED'
  )`,
  // Due by the plant's day; no job writes it (domain.md §0.5.8).
  'retainsample.status': sql`(case
    when "retainsample"."status" <> 'DISPOSED' and "retainsample"."retainUntil" < (
      select (now() at time zone house."timeZone")::date from "customer" house
      where house."id" = "retainsample"."customerId") then 'DUE'
    else "retainsample"."status" end)`,
}

/** Conditions of `filterOnly` fields, within the caller's organisation and day. */
export const conditions: Readonly<Record<string, (caller: Organisation) => RawBuilder<unknown>>> = {
  // Open needs of all plans together against issuable stock; one hash for all rows.
  'produceplan.isShort': ({ customerId, today }) => sql`("produceplan"."id" in (
    with needed as (
      select p.id, m."materialId", m."semiProductId",
        greatest(m."requiredQty" - coalesce(m."issuedQty", 0) - coalesce(m."makeUpQty", 0)
          + coalesce(m."returnedQty", 0), 0) as quantity
      from "produceplan" p join "produceplanmaterial" m on m."parentId" = p.id
        left join "material" i on i.id = m."materialId"
      where p."customerId" = ${customerId} and p.status in ('RELEASED', 'ISSUING', 'PRODUCING')
        and (m."materialId" is null or i."isLotTracked")
    ), wanted as (
      select "materialId", "semiProductId", sum(quantity) as quantity from needed
      group by "materialId", "semiProductId" having sum(quantity) > 0
    ), short as (
      select w.* from wanted w where w.quantity > coalesce((
        select sum(l."onHandQty") from "stocklot" l
        where l."customerId" = ${customerId} and l."qualityStatus" = 'RELEASED' and l."onHandQty" > 0
          and coalesce(l."expiryDate" >= ${today}::date, true)
          and (l."materialId" = w."materialId" or l."productId" = w."semiProductId")), 0)
    )
    select n.id from needed n join short s
      on n."materialId" is not distinct from s."materialId" and n."semiProductId" is not distinct from s."semiProductId"
    where n.quantity > 0))`,
}
