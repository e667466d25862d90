/** The history itself: documents, lots, ledger, balances and genealogy, consistent to the last kilogram. */
import type { Step } from './frame.ts'

/** The instant of an hour on a numbered day of the history. */
const at = (day: string, hour: number) => `began + ${day} * interval '1 day' + interval '${hour} hours'`
const dayOf = (day: string) => `(began + ${day} * interval '1 day')::date`

export const lotSteps: readonly Step[] = [
  [
    'stocklot',
    `
    insert into stocklot (id, "customerId", "createdBy", "lotNo", "itemType", "materialId", "productId", "supplierLotNo",
      "supplyId", "producePlanId", "produceDate", "expiryDate", "firstInAt", "sourceDocNo", "qualityStatus",
      "certificateNo", "onHandQty", "unitId", "kgNumerator", "kgDenominator", "isMass")
    select l.id, o.customer, o.person, 'BL' || lpad(l.id::text, 7, '0'), case when l.plan is null then 'MATERIAL' else
        'PRODUCT' end, m.id, i.id, case when l.plan is null then 'SL' || m.n || '-' || l.lot end, s.id, l.plan,
      ${dayOf('l.day')}, (${dayOf('l.day')} + case when l.plan is null then interval '36 months' else interval '24 months' end)::date,
      ${at('l.day', 8)}, case when l.plan is null then 'BMI' || l.id else 'BPI' || l.plan end,
      case when bench.rnd(l.id, 12) < 0.02 then 'HOLD' else 'RELEASED' end, 'HG' || l.id, l.received - l.gone,
      case when l.plan is null or p.semi then o.kg else o.crate end, 1, 1, l.plan is null or p.semi
    from bench.lot l cross join bench.one o
    left join bench.material m on m.n = l.material
    left join bench.plan p on p.n = l.plan
    left join bench.product i on i.n = p.product
    left join bench.supply s on l.plan is null and s.n = 1 + l.material % (select max(n) from bench.supply)
    order by l.id`,
  ],
  [
    'stockledger',
    `
    insert into stockledger ("customerId", "createdBy", "bizTime", "postedAt", "moveType", "lotId", "fromLocationId",
      "toLocationId", quantity, "unitId", "producePlanId", "batchSeq", "supplyId", "dealerId", "docType", "docNo",
      "docLineNo", "byUserId")
    select o.customer, o.person, m.at, m.at, m.type, m.lot, m.source, m.target, m.qty, l."unitId", m.plan, m.batch,
      case when m.type = 'RCV' then l."supplyId" end, m.dealer, m.doctype, m.docno, m.line, o.person
    from (
      select ${at('day', 8)} as at, 'RCV' as type, id as lot, supplier as source, bin1 as target, received as qty,
        null::bigint as plan, null::int as batch, null::bigint as dealer, 'materialstorein' as doctype, 'BMI' || id as docno,
        1 as line from bench.lot, bench.one where plan is null
      union all
      select ${at('p.day', 9)}, 'ISS', u.lot, case when l.plan is null then bin1 else bin4 end, wip, u.qty, u.n, null, null,
        'getmaterialrecord', 'BGM' || u.n, u.k
      from bench.use u join bench.plan p on p.n = u.n join bench.lot l on l.id = u.lot, bench.one
      union all
      select ${at('p.day', 11)}, 'USE', u.lot, wip, process, u.qty, u.n, 1, null, 'usematerialrecord', 'BUM' || u.id, null
      from bench.use u join bench.plan p on p.n = u.n, bench.one
      union all
      select ${at('p.day', 16)}, 'OUT', l.id, process, case when p.semi then bin4 else bin5 end, l.received, p.n, 1, null,
        'productstorein', 'BPI' || p.n, null
      from bench.plan p join bench.lot l on l.plan = p.n, bench.one
      union all
      select ${at('s.day', 10)}, 'SAL', l.id, bin5, o.dealer, s.qty, null, null, d.id, 'productsaleout', 'BSO' || s.doc, s.line
      from bench.sale s join bench.lot l on l.plan = s.n join bench.dealer d on d.n = s.dealer, bench.one o
    ) m join stocklot l on l.id = m.lot cross join bench.one o
    order by m.at, m.docno, m.line`,
  ],
  [
    'stockbalance',
    `
    insert into stockbalance ("customerId", "lotId", "locationId", "producePlanId", "dealerId", quantity, "unitId")
    select o.customer, b.lot, b.place, b.plan, b.dealer, b.qty, l."unitId"
    from (
      select l.id as lot, case when plan is null then bin1 when p.semi then bin4 else bin5 end as place,
        null::bigint as plan, null::bigint as dealer, received - gone as qty, l.day
      from bench.lot l left join bench.plan p on p.n = l.plan, bench.one
      union all
      select u.lot, wip, u.n, null, 0, p.day from bench.use u join bench.plan p on p.n = u.n, bench.one
      union all
      select l.id, o.dealer, null::bigint, d.id, sum(s.qty), min(s.day)
      from bench.sale s join bench.lot l on l.plan = s.n join bench.dealer d on d.n = s.dealer, bench.one o group by 1, 2, 3, 4
    ) b join stocklot l on l.id = b.lot cross join bench.one o
    order by b.day, b.lot`,
  ],
  [
    'lotlink',
    `
    insert into lotlink ("customerId", "inLotId", "outLotId", "producePlanId", "batchSeq", "usedQuantity", "linkPrecision")
    select o.customer, u.lot, l.id, u.n, 1, u.qty, 'BATCH'
    from bench.use u join bench.lot l on l.plan = u.n cross join bench.one o order by u.id`,
  ],
]

export const documentSteps: readonly Step[] = [
  [
    'receipts',
    `
    insert into materialstorein (id, "customerId", "docNo", "storeInDate", "storeInType", "supplyId", "deliveryNoteNo",
      "warehouseId", "receiverId", status)
    select b.id, o.customer, 'BMI' || b.id, ${at('b.day', 8)}, 'PURCHASE', l."supplyId", 'DN' || b.id, o.store1, o.keeper,
      'SUBMITTED' from bench.lot b join stocklot l on l.id = b.id cross join bench.one o where b.plan is null order by b.id;
    insert into materialstoreinline ("parentId", "lineNo", "materialId", "materialSpecId", "supplierLotNo",
      "manufacturerName", "produceDate", "expiryDate", "packageQty", "baseQty", "unitId", "certificateNo",
      "appearanceCheck", "labelCheck", "packageCheck", "lotId", "lotNo")
    select b.id, 1, m.id, m.spec, l."supplierLotNo", '生产商', l."produceDate", l."expiryDate", 1, b.received, l."unitId",
      l."certificateNo", 'PASS', 'PASS', 'PASS', l.id, l."lotNo"
    from bench.lot b join stocklot l on l.id = b.id join bench.material m on m.n = b.material order by b.id`,
  ],
  [
    'plans',
    `
    insert into produceplan (id, "customerId", "docNo", "productId", "productSpecId", "formulaId", "planType", "plannedQty",
      "batchCount", "produceDate", "planStart", "planEnd", "leaderId", "lotNo", "producedQty", status)
    select p.n, o.customer, 'BPP' || p.n, i.id, i.spec, i.formula, 'NORMAL', l.received, 1, ${dayOf('p.day')},
      ${at('p.day', 8)}, ${at('p.day', 17)}, o.leader, 'BL' || lpad(l.id::text, 7, '0'), l.received, 'CLOSED'
    from bench.plan p join bench.product i on i.n = p.product join bench.lot l on l.plan = p.n cross join bench.one o
    order by p.n;
    insert into produceplanmaterial (id, "parentId", "lineNo", "itemType", "materialId", "semiProductId", "formulaAmount",
      "requiredQty", "issuedQty", "makeUpQty", "usedQty", "returnedQty", "wipQty", "unitId")
    select u.id, u.n, u.k, l."itemType", l."materialId", l."productId", 1, u.qty, u.qty, 0, u.qty, 0, 0, l."unitId"
    from bench.use u join stocklot l on l.id = u.lot order by u.id`,
  ],
  [
    'issues and charges',
    `
    insert into getmaterialrecord (id, "customerId", "docNo", "producePlanId", "issueType", "issueTime", "warehouseId",
      "issuerId", "receiverId", status)
    select p.n, o.customer, 'BGM' || p.n, p.n, 'PLAN', ${at('p.day', 9)}, o.store1, o.keeper, o.leader, 'SUBMITTED'
    from bench.plan p cross join bench.one o order by p.n;
    insert into getmaterialline ("parentId", "lineNo", "materialId", "itemType", "semiProductId", "lotId", "supplierLotNo",
      "supplyId", "expiryDate", qty, "unitId", "producePlanMaterialId")
    select u.n, u.k, l."materialId", l."itemType", l."productId", l.id, l."supplierLotNo", l."supplyId", l."expiryDate",
      u.qty, l."unitId", u.id from bench.use u join stocklot l on l.id = u.lot order by u.id;
    insert into usematerialrecord ("customerId", "docNo", "producePlanId", "batchSeq", "useTime", "materialId", "itemType",
      "semiProductId", "lotId", "planAmount", "factAmount", "unitId", "operatorId", status, "producePlanMaterialId")
    select o.customer, 'BUM' || u.id, u.n, 1, ${at('p.day', 11)}, l."materialId", l."itemType", l."productId", l.id, u.qty,
      u.qty, l."unitId", o.leader, 'SUBMITTED', u.id
    from bench.use u join bench.plan p on p.n = u.n join stocklot l on l.id = u.lot cross join bench.one o order by u.id`,
  ],
  [
    'product receipts',
    `
    insert into productstorein ("customerId", "docNo", "storeInType", "storeInTime", "producePlanId", "batchSeq",
      "productId", "productSpecId", "lotNo", "lotId", "produceDate", "expiryDate", "packageQty", "baseQty", "warehouseId",
      "handlerId", status)
    select o.customer, 'BPI' || p.n, 'PRODUCTION', ${at('p.day', 16)}, p.n, 1, i.id, i.spec, l."lotNo", l.id,
      l."produceDate", l."expiryDate", b.received, b.received, case when p.semi then o.store4 else o.store5 end, o.keeper,
      'SUBMITTED'
    from bench.plan p join bench.product i on i.n = p.product join bench.lot b on b.plan = p.n
      join stocklot l on l.id = b.id cross join bench.one o order by p.n`,
  ],
  [
    'sale documents',
    `
    insert into productsaleout (id, "customerId", "docNo", "saleDate", "shipTime", "dealerId", "shipToAddress",
      "contactName", phone, "warehouseId", "handlerId", status)
    select s.doc, o.customer, 'BSO' || s.doc, ${dayOf('s.day')}, ${at('s.day', 10)}, d.id, d.address, d."contactName",
      d.phone, o.store5, o.keeper, 'CONFIRMED'
    from (select distinct doc, dealer, day from bench.sale) s join bench.dealer b on b.n = s.dealer
      join dealer d on d.id = b.id cross join bench.one o order by s.doc;
    insert into productsaleoutline ("parentId", "lineNo", "productId", "productSpecId", "lotId", "produceDate",
      "expiryDate", "certificateNo", "packageQty", "baseQty", "unitPrice", amount)
    select s.doc, s.line, l."productId", i.spec, l.id, l."produceDate", l."expiryDate", l."certificateNo", s.qty, s.qty,
      88.80, s.qty * 88.80
    from bench.sale s join bench.lot b on b.plan = s.n join stocklot l on l.id = b.id
      join bench.product i on i.id = l."productId" order by s.doc, s.line`,
  ],
]
