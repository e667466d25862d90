/** Inspections opened by receipts, one per lot, items by template. */
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import { qualityinspection } from '#contract/quality/qualityinspection.ts'
import type { qualityitem } from '#contract/quality/qualityitem.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { create } from '../../db/records/store.ts'
import { nextNumber } from '../basis/numbering.ts'
import { changeStatus, lockLots } from '../stock/lots.ts'

interface Template {
  readonly standardNo: string | null
  readonly items: readonly DraftOf<typeof qualityitem>[]
}

/** Search bound for the last inspection, in lots; beyond it, no template. */
const latestLots = 100

/** Basis and items of the last inspection of this kind. */
export async function templateFor(context: Context, kind: string, lotId: number): Promise<Template> {
  const { rows } = await sql<Template>`
    with item as (
      select l."materialId", l."productId", coalesce(m."standardNo", p."standardNo") as "standardNo" from stocklot l
      left join material m on m.id = l."materialId" left join product p on p.id = l."productId"
      where l.id = ${lotId} and l."customerId" = ${context.customerId}
    ), lots as materialized (
      select l.id from item cross join lateral (
        (select id from stocklot where "materialId" = item."materialId" order by id desc limit ${latestLots})
        union all
        (select id from stocklot where "productId" = item."productId" order by id desc limit ${latestLots})) l
    ), found as materialized (
      select i.id from lots cross join lateral (
        select id from qualityinspection
        where "lotId" = lots.id and "customerId" = ${context.customerId} and "inspectType" = ${kind} offset 0) i
    ), newest as materialized (
      select id, "lotId", "inspectType" from qualityinspection
      where "customerId" = ${context.customerId} order by id desc limit 10
    ), last as (
      select i.id, i."standardNo" from qualityinspection i where i.id = coalesce((
        select max(n.id) from item cross join newest n join stocklot l on l.id = n."lotId"
        where n."inspectType" = ${kind} and (l."materialId" = item."materialId" or l."productId" = item."productId")
          and exists (select 1 from qualityitem q where q."parentId" = n.id)
      ), (select max(f.id) from found f where exists (select 1 from qualityitem q where q."parentId" = f.id)))
    )
    select coalesce(item."standardNo", last."standardNo") as "standardNo", coalesce((
      select json_agg(json_build_object('itemName', q."itemName", 'method', q.method, 'limitMin', q."limitMin"::text,
        'limitMax', q."limitMax"::text, 'limitText', q."limitText", 'unitName', q."unitName",
        'detecEquipmentId', q."detecEquipmentId", 'isSafetyItem', q."isSafetyItem") order by q."lineNo", q.id)
      from qualityitem q where q."parentId" = last.id), '[]'::json) as items
    from item left join last on true`.execute(context.tx)
  return rows[0] ?? { standardNo: null, items: [] }
}

async function joinInspection(context: Context, kind: string, lotId: number, docNo: string): Promise<number | null> {
  const lot = (await lockLots(context, [lotId])).get(lotId)
  if (lot?.qualityStatus === 'RELEASED')
    await changeStatus(context, lot, 'PENDING', format(context.locale, 'receivedAgain', { docNo }))
  const { rows } = await sql<{ id: number }>`
    update qualityinspection set "updatedAt" = ${context.now}, "rowVersion" = "rowVersion" + 1,
      verdict = case when status = 'JUDGED' and verdict = 'PASS' then null else verdict end,
      "certificateNo" = case when status = 'JUDGED' and verdict = 'PASS' then null else "certificateNo" end,
      status = case when status = 'JUDGED' and verdict = 'PASS' then 'TESTING' else status end
    where id = (select id from qualityinspection where "customerId" = ${context.customerId} and "lotId" = ${lotId}
      and "inspectType" = ${kind} and status in ('PENDING', 'TESTING', 'JUDGED') order by id desc limit 1)
    returning id`.execute(context.tx)
  return rows[0]?.id ?? null
}

/**
 * Opens the inspection required by a receipt. Further goods join it and reset verdicts; a released lot returns to
 * pending, for nothing uninspected is used.
 * @param isNew nothing is open yet
 */
export async function openInspection(
  context: Context,
  kind: 'IQC' | 'FQC',
  lotId: number,
  docNo: string,
  isNew: boolean,
): Promise<number> {
  const joined = isNew ? null : await joinInspection(context, kind, lotId, docNo)
  if (joined !== null) return joined
  const template = await templateFor(context, kind, lotId)
  return create(context, qualityinspection, {
    docNo: await nextNumber(context, 'QI'),
    inspectType: kind,
    lotId,
    sampleQty: '0',
    sampleTime: context.now,
    standardNo: template.standardNo,
    status: 'PENDING',
    sourceDocNo: docNo,
    items: template.items,
  })
}

export interface Open extends Pick<RowOf<typeof qualityinspection>, 'id' | 'docNo' | 'inspectType' | 'status'> {
  /** False for the bare reminder of a receipt. */
  readonly hasItems: boolean
}

/** Open inspection of a lot; the most advanced beside a retest. */
export async function openInspectionOf(context: Context, lotId: number): Promise<Open | null> {
  const { rows } = await sql<Open>`
    select i.id, i."docNo", i."inspectType", i.status,
      exists (select 1 from qualityitem q where q."parentId" = i.id) as "hasItems"
    from qualityinspection i where i."customerId" = ${context.customerId} and i."lotId" = ${lotId}
      and i.status in ('PENDING', 'TESTING', 'JUDGED')
    order by "hasItems" desc, array_position(array['JUDGED', 'TESTING', 'PENDING'], i.status), i.id limit 1`.execute(
    context.tx,
  )
  return rows[0] ?? null
}

interface Ending {
  readonly status: 'RELEASED' | 'CLOSED'
  readonly verdict: 'PASS' | 'FAIL'
  readonly releaserId: number | null
  readonly certificateNo: string | null
}

export async function endByHand(context: Context, lotId: number, ending: Ending): Promise<void> {
  const { status, verdict, releaserId, certificateNo } = ending
  await sql`
    update qualityinspection set status = ${status}, verdict = ${verdict}, "releaserId" = ${releaserId}::bigint,
      "releaseTime" = ${context.now}, "certificateNo" = coalesce("certificateNo", ${certificateNo}::text),
      "updatedAt" = ${context.now}, "updatedBy" = ${context.userId}, "rowVersion" = "rowVersion" + 1
    where "customerId" = ${context.customerId} and "lotId" = ${lotId}
      and status in ('PENDING', 'TESTING', 'JUDGED')`.execute(context.tx)
}

/** Withdraws an untouched inspection after its receipt is reversed. */
export async function withdrawInspection(context: Context, docNo: string): Promise<void> {
  await sql`
    update qualityinspection i set status = 'CLOSED', "updatedAt" = ${context.now}, "updatedBy" = ${context.userId},
      "rowVersion" = i."rowVersion" + 1
    from stocklot l where l.id = i."lotId" and l."onHandQty" = 0 and i."customerId" = ${context.customerId}
      and i."sourceDocNo" = ${docNo} and i.status = 'PENDING'`.execute(context.tx)
}
