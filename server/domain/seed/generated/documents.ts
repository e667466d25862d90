/** Documents of incoming and outgoing goods. */
import { at, type GenerationStep, numberOf } from './statement.ts'

const receipts = `
  insert into materialstoreinline ("parentId", "lineNo", "materialId", "materialSpecId", "supplierLotNo", "manufacturerName",
    "produceDate", "expiryDate", "packageQty", "baseQty", "unitId", "unitPrice", amount, "certificateNo", "appearanceCheck",
    "labelCheck", "packageCheck", "locationId", "lotId", "lotNo")
  select r.id, row_number() over (partition by r.id order by b.id), m.id, m.spec, l."supplierLotNo", s.name, l."produceDate",
    l."expiryDate", round(b.received / m.package, 2), b.received, l."unitId", p.price, round(b.received * p.price, 2),
    l."certificateNo", 'PASS', 'PASS', 'PASS', m.bin, l.id, l."lotNo"
  from generation.lot b join stocklot l on l.id = b.id join generation.receipt r on r.w = b.w and r.supply = b.supply
    join generation.material m on m.n = b.material join supply s on s.id = l."supplyId",
    lateral (select case when m.packing then 0.1 + m.n % 20 * 0.07 else 2 + m.n % 30 * 0.6 end as price) p
  order by r.id, b.id;
  analyze materialstoreinline;
  insert into materialstorein (id, "customerId", "createdBy", "docNo", "storeInDate", "storeInType", "supplyId", "deliveryNoteNo",
    "warehouseId", "receiverId", "inspectorId", "totalAmount", status)
  select r.id, one.customer, one.person, ${numberOf('MI', 'd', 'r.seq')}, ${at('d', '480 + r.supply % 60')}, 'PURCHASE', s.id,
    'DN' || d.stamp || s.n, r.store, one.keeper, one.inspector, l.amount, 'SUBMITTED'
  from generation.receipt r join generation.day d on d.w = r.w join generation.supply s on s.n = r.supply
    join (select "parentId", sum(amount) as amount from materialstoreinline group by 1) l on l."parentId" = r.id, generation.one
  order by r.id;`

const sales = `
  insert into productsaleout (id, "customerId", "createdBy", "docNo", "saleDate", "shipTime", "dealerId", "shipToAddress",
    "contactName", phone, "warehouseId", "handlerId", "salesmanId", "totalPackages", "totalAmount", "confirmTime", status)
  select c.doc, one.customer, one.person, ${numberOf('SO', 'd', 'c.seq')}, d.d, ${at('d', 'c.minute')}, e.id, e.address, e."contactName",
    e.phone, one.store5, one.shipper, one.seller, t.packages, t.amount,
    case when c.reversed then null else ${at('d', 'c.minute + 1440 * 2')} end, case when c.reversed then 'REVERSED' else 'SUBMITTED' end
  from generation.saledoc c join generation.day d on d.w = c.w join generation.dealer b on b.n = c.dealer
    join dealer e on e.id = b.id, generation.one,
    lateral (select sum(s.qty / k.pieces) as packages, sum(round(s.qty / k.pieces * k.price, 2)) as amount
      from generation.sale s join generation.plan p on p.n = s.n join generation.spec k on k.product = p.product and k.k = p.spec
      where s.doc = case when c.reversed then c.copy else c.doc end) t
  order by c.w, c.seq;
  insert into productsaleoutline ("parentId", "lineNo", "productId", "productSpecId", "lotId", "produceDate", "expiryDate",
    "certificateNo", "packageQty", "baseQty", "unitPrice", amount)
  select c.doc, s.line, l."productId", k.id, l.id, l."produceDate", l."expiryDate", l."certificateNo", s.qty / k.pieces, s.qty,
    k.price, round(s.qty / k.pieces * k.price, 2)
  from generation.saledoc c join generation.sale s on s.doc = case when c.reversed then c.copy else c.doc end
    join generation.plan p on p.n = s.n join generation.spec k on k.product = p.product and k.k = p.spec
    join stocklot l on l."producePlanId" = s.n
  order by c.doc, s.line;`

const materialRemovals = `
  insert into materialstoreout (id, "customerId", "createdBy", "docNo", "outDate", "outType", "warehouseId", "supplyId", "handlerId",
    "approverId", reason, status)
  select r.lot, one.customer, one.person, ${numberOf('MO', 'd', 'r.seq')}, ${at('d', 900)}, 'SUPPLIER_RETURN', m.store, l."supplyId",
    one.keeper, one.director, '检验不合格，退供应商', 'SUBMITTED'
  from generation.removal r join generation.day d on d.w = r.w join generation.lot b on b.id = r.lot
    join generation.material m on m.n = b.material join stocklot l on l.id = r.lot, generation.one where r.supplier;
  insert into materialstoreoutline ("parentId", "lineNo", "lotId", "materialId", "expiryDate", "availableQty", qty, "unitId", "locationId")
  select r.lot, 1, l.id, l."materialId", l."expiryDate", r.qty, r.qty, l."unitId", m.bin
  from generation.removal r join generation.lot b on b.id = r.lot join generation.material m on m.n = b.material
    join stocklot l on l.id = r.lot where r.supplier;`

/** Product withdrawals other than sale: rework, destruction. */
const productRemovals = `
  create unlogged table generation.productout as
  select row_number() over (order by docno) as id, docno, min(type) as type, min(at) as at, min(plan) as plan
  from generation.movement where doctype = 'productstoreout' group by docno;
  insert into productstoreout (id, "customerId", "createdBy", "docNo", "outType", "outTime", "warehouseId", "targetPlanId",
    "handlerId", "approverId", reason, status)
  select o.id, one.customer, one.person, o.docno, case o.type when 'RWK' then 'REWORK' else 'SCRAP' end, o.at, one.store5, o.plan,
    one.shipper, one.director, case o.type when 'RWK' then '换标返工' else '不合格品报废' end, 'SUBMITTED'
  from generation.productout o, generation.one order by o.id;
  insert into productstoreoutline ("parentId", "lineNo", "lotId", "productSpecId", "availableQty", "packageQty", qty, "unitId", "locationId")
  select o.id, coalesce(m.line, 1), m.lot, k.id, m.qty, round(m.qty / k.pieces, 2), m.qty, l."unitId", m.source
  from generation.movement m join generation.productout o on o.docno = m.docno join stocklot l on l.id = m.lot
    join generation.plan p on p.n = l."producePlanId" join generation.spec k on k.product = p.product and k.k = p.spec
  where m.doctype = 'productstoreout' order by o.id;`

export const documentSteps: readonly GenerationStep[] = [
  ['receipts', receipts],
  ['sale documents', sales],
  ['other documents', [materialRemovals, productRemovals].join('\n')],
]
