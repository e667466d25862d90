/** Production documents: plans with materials, issues, make-ups, charges, receipts. */
import { batchQty, begin, planDay } from './movements.ts'
import { type Size, workdaysOf } from './sizes.ts'
import { at, type GenerationStep, numberOf, pick } from './statement.ts'

const worker = (n: string, size: Size, salt: number) =>
  `(select id from generation.employee where n = (${n} * ${salt}) % ${size.employees - 8})`

const plans = (size: Size) => `
  insert into produceplan (id, "customerId", "createdBy", "docNo", "productId", "productSpecId", "formulaId", "planType", "plannedQty",
    "plannedPackages", "batchCount", "produceDate", "planStart", "planEnd", workshop, shift, "leaderId", "lotNo", "actualStart",
    "actualEnd", "producedQty", "yieldRate", "lossQty", status)
  select p.n, one.customer, one.person, ${numberOf('PP', 'd', 'p.seq')}, i.id, k.id, case when p.level <> 'REWORK' then i.formula end,
    case p.level when 'REWORK' then 'REWORK' else 'NORMAL' end, l.received, floor(l.received / k.pieces), p.batches, d.d,
    ${at('d', begin)}, ${at('d', `${begin} + 400`)}, case p.level when 'BREW' then '酿造车间' when 'BLEND' then '调配车间' else
      ${pick(['灌装一线', '灌装二线', '灌装三线', '灌装四线'], 'p.seq')} end,
    case when ${begin} < 620 then 'DAY' when ${begin} < 820 then 'MIDDLE' else 'NIGHT' end, one.leader, s."lotNo",
    ${at('d', `${begin} + 160`)}, ${at('d', `${begin} + 240 + 60 * p.batches`)}, l.received,
    case when i.level <> 'FILL' then round(100 * l.received / nullif(u.used, 0), 2) end, case when i.level <> 'FILL' then u.used - l.received end,
    case when p.w < ${workdaysOf(size) - 1} then 'CLOSED' else 'FINISHED' end
  from generation.plan p ${planDay} join generation.product i on i.n = p.product
    join generation.spec k on k.product = p.product and k.k = p.spec
    join generation.lot l on l.plan = p.n join stocklot s on s.id = l.id,
    (select one.*, (select id from employee where "jobNo" = 'E004') as leader from generation.one) one,
    lateral (select sum(u.qty + u.extra) as used from generation.use u where u.n = p.n) u
  order by p.n;
  insert into produceplanmaterial (id, "parentId", "lineNo", "itemType", "materialId", "semiProductId", "formulaAmount",
    "requiredQty", "issuedQty", "makeUpQty", "usedQty", "returnedQty", "wipQty", "unitId")
  select u.id, u.n, u.k, l."itemType", l."materialId", l."productId", coalesce(r.amount, 1), u.required, u.qty, u.extra, u.qty + u.extra,
    0, 0, l."unitId"
  from generation.use u join stocklot l on l.id = u.lot join generation.plan p on p.n = u.n
    left join generation.recipe r on r.product = p.product and r.k = u.k and p.level <> 'REWORK' order by u.id;`

const issues = (size: Size) => `
  insert into getmaterialrecord (id, "customerId", "createdBy", "docNo", "producePlanId", "issueType", "issueTime", "warehouseId",
    "issuerId", "receiverId", status)
  select p.n, one.customer, one.person, ${numberOf('GM', 'd', 'p.seq')}, p.n, 'PLAN', ${at('d', begin)}, one.store1, one.keeper,
    ${worker('p.n', size, 7)}, 'SUBMITTED'
  from generation.plan p ${planDay}, generation.one where p.level <> 'REWORK' order by p.n;
  insert into getmaterialline ("parentId", "lineNo", "materialId", "itemType", "semiProductId", "lotId", "supplierLotNo",
    "supplyId", "expiryDate", qty, "unitId", "locationId", "producePlanMaterialId")
  select u.n, u.k, l."materialId", l."itemType", l."productId", l.id, l."supplierLotNo", l."supplyId", l."expiryDate", u.qty,
    l."unitId", coalesce(m.bin, one.bin4), u.id
  from generation.use u join stocklot l on l.id = u.lot join generation.plan p on p.n = u.n and p.level <> 'REWORK'
    left join generation.lot b on b.id = u.lot left join generation.material m on m.n = b.material, generation.one order by u.id;
  insert into materialmakeup ("customerId", "createdBy", "docNo", "producePlanId", "makeUpTime", "materialId", "itemType", "lotId", qty,
    "unitId", "overRate", "reasonType", reason, "applicantId", "approverId", status, "locationId", "producePlanMaterialId")
  select one.customer, one.person, ${numberOf('MU', 'd', 'p.seq')}, p.n, ${at('d', `${begin} + 90`)}, l."materialId", 'MATERIAL', l.id, u.extra,
    l."unitId", round(100 * u.extra / u.required, 2), ${pick(['SPILL', 'OVER_LOSS', 'EQUIPMENT', 'QC_FAIL'], 'p.n')},
    ${pick(['投料时洒漏', '灌装损耗超标', '设备停机清线', '包材不良剔除'], 'p.n')}, ${worker('p.n', size, 7)}, one.director, 'SUBMITTED',
    m.bin, u.id
  from generation.use u join generation.plan p on p.n = u.n ${planDay} join stocklot l on l.id = u.lot
    join generation.lot b on b.id = u.lot join generation.material m on m.n = b.material, generation.one where u.extra > 0 order by u.id;`

const charges = (size: Size) => `
  insert into usematerialrecord ("customerId", "createdBy", "docNo", "producePlanId", "batchSeq", "useTime", "materialId", "itemType",
    "semiProductId", "lotId", "planAmount", "factAmount", "deviationRate", "unitId", "operatorId", "reviewerId", status, "producePlanMaterialId")
  select one.customer, one.person, ${numberOf('UM', 'd', 'b.seq')}, b.n, b.batch, ${at('d', `${begin} + 100 + 60 * b.batch + b.k`)},
    l."materialId", l."itemType", l."productId", l.id, b.planned, b.qty,
    round(100 * (b.qty - b.planned) / nullif(b.planned, 0), 2), l."unitId", o.id, v.id, 'SUBMITTED', b.use
  from generation.batch b join generation.plan p on p.n = b.n ${planDay} join stocklot l on l.id = b.lot
    join generation.employee o on o.n = (b.n * 11) % ${size.employees - 8} join generation.employee v on v.n = (b.n * 11 + 1) % ${size.employees - 8},
    generation.one order by b.id;`

const receipts = `
  insert into productstorein ("customerId", "createdBy", "docNo", "storeInType", "storeInTime", "producePlanId", "batchSeq", "productId",
    "productSpecId", "lotNo", "lotId", "produceDate", "expiryDate", "packageQty", "looseQty", "baseQty", "warehouseId", "locationId",
    "handlerId", status)
  select one.customer, one.person, ${numberOf('PI', 'd', '2 * p.seq + b - 2')}, 'PRODUCTION', ${at('d', `${begin} + 240 + 60 * b`)}, p.n, b, i.id, k.id,
    s."lotNo", s.id, s."produceDate", s."expiryDate", floor(q.qty / k.pieces), q.qty - floor(q.qty / k.pieces) * k.pieces, q.qty,
    i.store, i.bin, one.shipper, 'SUBMITTED'
  from generation.plan p ${planDay} join generation.lot l on l.plan = p.n join generation.product i on i.n = p.product
    join generation.spec k on k.product = p.product and k.k = p.spec join stocklot s on s.id = l.id
    cross join lateral generate_series(1, p.batches) b cross join lateral (select ${batchQty} as qty) q, generation.one
  order by p.n, b;`

export const productionSteps = (size: Size): readonly GenerationStep[] => [
  ['plans', plans(size)],
  ['issues', issues(size)],
  ['charges', charges(size)],
  ['product receipts', receipts],
]
