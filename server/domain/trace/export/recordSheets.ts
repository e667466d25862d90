/** Statutory records of the lots in scope. */

import { sql } from 'kysely'
import { timeUnit } from '#contract/basic/item.ts'
import { verdict } from '#contract/basic/verdict.ts'
import { ccpDisposition, ccpResult } from '#contract/production/importcontrol.ts'
import { planStatus, planType } from '#contract/production/produceplan.ts'
import { shift } from '#contract/production/shift.ts'
import { lotQuality } from '#contract/stock/lotQuality.ts'
import { codes, moves } from '../../stock/movementSql.ts'
import { inspectionsThen } from '../evidence/evidenceValidity.ts'
import { standing } from '../walk/figures.ts'
import { plansOfLinks } from '../walk/links.ts'
import { statusThen } from '../walk/sectionLots.ts'
import { saleLinesTable } from './saleLines.ts'
import {
  amount,
  code,
  day,
  decimalColumn,
  flag,
  moment,
  ownTitles,
  rate,
  type TraceSheet,
  textColumn,
  unitColumn,
  whole,
} from './sheetColumns.ts'

/** Receipt record (Food Safety Law art. 50), also for undocumented lots. */
export const receiptsSheet: TraceSheet = {
  name: 'tracesheet.receipts',
  titles: ownTitles,
  columns: {
    materialName: textColumn('Product description'),
    specName: textColumn(),
    lotNo: textColumn(),
    supplierLotNo: textColumn('Traceability lot code'),
    produceDate: day(),
    expiryDate: day(),
    shelfLifeValue: whole(),
    shelfLifeUnit: code(timeUnit),
    packageQty: decimalColumn('Quantity (packages)'),
    packageUnitName: unitColumn('Unit of measure (packages)'),
    quantity: amount('Quantity'),
    unitName: unitColumn('Unit of measure'),
    receivedAt: moment('Date received'),
    storeInDocNo: textColumn(),
    deliveryNoteNo: textColumn('Reference document number'),
    supplierName: textColumn('Immediate previous source'),
    supplierAddress: textColumn('Immediate previous source: street address'),
    supplierContact: textColumn(),
    supplierPhone: textColumn('Immediate previous source: phone number'),
    licenseNo: textColumn(),
    licenceValid: flag(),
    manufacturerName: textColumn(),
    originPlace: textColumn(),
    certificateNo: textColumn(),
    appearanceCheck: code(verdict),
    labelCheck: code(verdict),
    packageCheck: code(verdict),
    inspectionNo: textColumn(),
    inspectionVerdict: code(verdict),
    receiverName: textColumn(),
    inspectorName: textColumn(),
    qualityStatus: code(lotQuality),
  },
  rows: (scope, { customerId }) => sql`
    with received as (
      select "lotId", "docNo", "docLineNo", min("bizTime") as "bizTime", sum(quantity) as quantity, min(id) as seq
      from (${standing(scope.lots, scope.asOfSeq)}) s
      where "moveType" in (${moves.received}) or "moveType" in (${codes('ADJ')}) and "docType" = 'materialstorein' group by 1, 2, 3
    ), inspected as (
      select distinct on ("lotId") "lotId", "docNo", verdict from (${inspectionsThen(scope)}) q
      where "lotId" = any(${scope.lots}::bigint[]) and "inspectType" = 'IQC' order by "lotId", id desc
    )
    select l.id as "lotId", r.seq, m.name as "materialName", s."specName", l."lotNo", l."supplierLotNo", l."produceDate", l."expiryDate",
      m."shelfLifeValue", m."shelfLifeUnit", x."packageQty", v.name as "packageUnitName", r.quantity, u.name as "unitName",
      r."bizTime" as "receivedAt", d."docNo" as "storeInDocNo", d."deliveryNoteNo", p.name as "supplierName",
      p.address as "supplierAddress", p."contactName" as "supplierContact", p.phone as "supplierPhone", p."licenseNo",
      p."licenseExpireDate" >= (r."bizTime" at time zone c."timeZone")::date as "licenceValid", x."manufacturerName",
      x."originPlace", coalesce(x."certificateNo", l."certificateNo") as "certificateNo", x."appearanceCheck",
      x."labelCheck", x."packageCheck", q."docNo" as "inspectionNo", q.verdict as "inspectionVerdict",
      e.name as "receiverName", i.name as "inspectorName", ${statusThen(scope)} as "qualityStatus"
    from stocklot l
    join material m on m.id = l."materialId"
    join customer c on c.id = l."customerId"
    left join received r on r."lotId" = l.id
    left join materialstorein d on d."customerId" = ${customerId} and d."docNo" = r."docNo"
    left join materialstoreinline x on x."parentId" = d.id and x."lotId" = l.id and x."lineNo" = r."docLineNo"
    left join materialspec s on s.id = x."materialSpecId"
    left join unit v on v.id = s."packageUnitId"
    left join unit u on u.id = l."unitId"
    left join supply p on p.id = coalesce(d."supplyId", l."supplyId")
    left join inspected q on q."lotId" = l.id
    left join employee e on e.id = d."receiverId"
    left join employee i on i.id = d."inspectorId"
    where l.id = any(${scope.lots}::bigint[])`,
  order: sql`"receivedAt" nulls last, "lotNo", "lotId", seq`,
}

/** Plans with CCP monitoring; plans without such records keep a row. */
export const processSheet: TraceSheet = {
  name: 'tracesheet.process',
  titles: ownTitles,
  columns: {
    planNo: textColumn('Reference document number'),
    planType: code(planType),
    productName: textColumn('Product description'),
    specName: textColumn(),
    planLotNo: textColumn('Traceability lot code'),
    produceDate: day('Date of transformation'),
    workshop: textColumn('Location of transformation'),
    shift: code(shift),
    formulaVersion: textColumn(),
    leaderName: textColumn(),
    actualStart: moment(),
    actualEnd: moment(),
    producedQty: amount('Quantity'),
    unitName: unitColumn('Unit of measure'),
    yieldRate: rate(),
    lossReason: textColumn(),
    planStatus: code(planStatus),
    batchSeq: whole(),
    recordNo: textColumn(),
    stepNo: whole(),
    stepName: textColumn(),
    ccpNo: textColumn(),
    controlItem: textColumn(),
    limitMin: decimalColumn(),
    limitMax: decimalColumn(),
    limitUnit: textColumn(),
    monitorTime: moment(),
    measuredValue: decimalColumn(),
    measuredText: textColumn(),
    ccpResult: code(ccpResult),
    correctiveAction: textColumn(),
    affectedQty: amount(),
    disposition: code(ccpDisposition),
    equipmentName: textColumn(),
    instrumentName: textColumn(),
    monitorName: textColumn(),
    verifierName: textColumn(),
    verifyTime: moment(),
  },
  rows: ({ links, lots }) => sql`
    with plan as (
      select unnest(${plansOfLinks(links)}::bigint[]) as id
      union select "producePlanId" from stocklot where id = any(${lots}::bigint[]) and "producePlanId" is not null
    )
    select p.id as "planId", c.id as "recordId", p."docNo" as "planNo", p."planType", i.name as "productName", s."specName",
      p."lotNo" as "planLotNo", p."produceDate", p.workshop, p.shift, f."versionNo" as "formulaVersion",
      e.name as "leaderName", p."actualStart", p."actualEnd", p."producedQty", u.name as "unitName", p."yieldRate",
      p."lossReason", p.status as "planStatus", c."batchSeq", c."docNo" as "recordNo", t."stepNo", w.name as "stepName",
      c."ccpNo", c."controlItem", c."limitMin", c."limitMax", c."limitUnit", c."monitorTime", c."measuredValue",
      c."measuredText", c.result as "ccpResult", c."correctiveAction", c."affectedQty", c.disposition,
      q.name as "equipmentName", n.name as "instrumentName", k.name as "monitorName", v.name as "verifierName",
      c."verifyTime"
    from plan join produceplan p on p.id = plan.id
    join product i on i.id = p."productId"
    left join productspec s on s.id = p."productSpecId"
    left join productformula f on f.id = p."formulaId"
    left join unit u on u.id = i."baseUnitId"
    left join employee e on e.id = p."leaderId"
    left join importcontrol c on c."producePlanId" = p.id
    left join producttechflow t on t.id = c."productTechFlowId"
    left join techflow w on w.id = t."techFlowId"
    left join equipment q on q.id = c."equipmentId"
    left join detecequipment n on n.id = c."detecEquipmentId"
    left join employee k on k.id = c."monitorId"
    left join employee v on v.id = c."verifierId"`,
  order: sql`"produceDate", "planNo", "planId", "batchSeq", "stepNo", "monitorTime", "recordId"`,
}

/** Sale record (art. 51) with the releasing inspection, also of unsold lots. */
export const salesSheet: TraceSheet = {
  name: 'tracesheet.sales',
  titles: ownTitles,
  columns: {
    productName: textColumn('Product description'),
    specName: textColumn(),
    lotNo: textColumn('Traceability lot code'),
    produceDate: day(),
    expiryDate: day(),
    shelfLifeValue: whole(),
    shelfLifeUnit: code(timeUnit),
    standardNo: textColumn(),
    inspectionNo: textColumn(),
    inspectionVerdict: code(verdict),
    inspectorName: textColumn(),
    releaserName: textColumn(),
    releasedAt: moment(),
    certificateNo: textColumn(),
    saleOutNo: textColumn('Reference document number'),
    shippedAt: moment('Date shipped'),
    packageQty: decimalColumn('Quantity (packages)'),
    packageUnitName: unitColumn('Unit of measure (packages)'),
    quantity: amount('Quantity'),
    unitName: unitColumn('Unit of measure'),
    dealerName: textColumn('Immediate subsequent recipient'),
    shipToAddress: textColumn('Immediate subsequent recipient: street address'),
    dealerContact: textColumn(),
    dealerPhone: textColumn('Immediate subsequent recipient: phone number'),
    carrier: textColumn(),
    vehicleNo: textColumn(),
    handlerName: textColumn(),
    qualityStatus: code(lotQuality),
  },
  rows: (scope, context) => sql`
    with sold as materialized (
      select "lotId", "dealerId", "docNo", "docLineNo", min("bizTime") as "bizTime", sum(quantity) as quantity,
        min(id) as seq
      from (${standing(scope.targetLots, scope.asOfSeq)}) s where "moveType" in (${moves.sold}) group by 1, 2, 3, 4
    ), inspected as (
      select distinct on ("lotId") "lotId", "docNo", verdict, "inspectorId", "releaserId", "releaseTime", "certificateNo"
      from (${inspectionsThen(scope)}) q where "lotId" = any(${scope.targetLots}::bigint[]) and "inspectType" = 'FQC'
      order by "lotId", id desc
    ), lot as materialized (
      select l.id, i.name as "productName", z."specName", l."lotNo", l."produceDate", l."expiryDate", i."shelfLifeValue",
        i."shelfLifeUnit", i."standardNo", q."docNo" as "inspectionNo", q.verdict, e.name as "inspectorName",
        r.name as "releaserName", q."releaseTime", coalesce(l."certificateNo", q."certificateNo") as "certificateNo",
        u.name as "unitName", ${statusThen(scope)} as "qualityStatus"
      from stocklot l
      join product i on i.id = l."productId"
      left join produceplan p on p.id = l."producePlanId"
      left join productspec z on z.id = p."productSpecId"
      left join unit u on u.id = l."unitId"
      left join inspected q on q."lotId" = l.id
      left join employee e on e.id = q."inspectorId"
      left join employee r on r.id = q."releaserId"
      where l.id = any(${scope.targetLots}::bigint[])
    ), line as materialized (${saleLinesTable(scope.targetLots, context)})
    select l.id as "lotId", m.seq, l."productName", coalesce(s."specName", l."specName") as "specName", l."lotNo",
      l."produceDate", l."expiryDate", l."shelfLifeValue", l."shelfLifeUnit", l."standardNo", l."inspectionNo",
      l.verdict as "inspectionVerdict", l."inspectorName", l."releaserName", l."releaseTime" as "releasedAt",
      coalesce(x."certificateNo", l."certificateNo") as "certificateNo", m."docNo" as "saleOutNo",
      m."bizTime" as "shippedAt", x."packageQty", v.name as "packageUnitName", m.quantity, l."unitName",
      d.name as "dealerName", coalesce(x."shipToAddress", d.address) as "shipToAddress",
      coalesce(x."contactName", d."contactName") as "dealerContact", coalesce(x.phone, d.phone) as "dealerPhone",
      x.carrier, x."vehicleNo", h.name as "handlerName", l."qualityStatus"
    from lot l
    left join sold m on m."lotId" = l.id
    left join line x on x."lotId" = m."lotId" and x."docNo" = m."docNo" and x."lineNo" = m."docLineNo"
    left join productspec s on s.id = x."productSpecId"
    left join unit v on v.id = s."packageUnitId"
    left join dealer d on d.id = m."dealerId"
    left join employee h on h.id = x."handlerId"`,
  order: sql`"produceDate", "lotId", "shippedAt" nulls last, seq`,
}
