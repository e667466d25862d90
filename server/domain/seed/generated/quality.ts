/** Quality records of a generated plant. */
import { begin, planDay } from './movements.ts'
import { type Size, workdaysOf } from './sizes.ts'
import { at, type GenerationStep, numberOf, pick, random } from './statement.ts'

const instruments = `
  insert into equipment ("customerId", code, name, "equipmentType", workshop, "enableDate", "maintainCycleDays", status)
  select customer, 'EQ' || lpad(n::text, 3, '0'), name, '生产设备', shop, one.began - 400, 90, 'NORMAL'
  from generation.one, (values (1, '圆盘制曲机', '酿造车间'), (2, '发酵罐', '酿造车间'), (3, '调配罐', '调配车间'), (4, '超高温杀菌机', '调配车间'),
    (5, '灌装机', '灌装一线'), (6, '金属检测机', '灌装一线'), (7, '贴标机', '灌装二线'), (8, '装箱机', '灌装二线')) e (n, name, shop);
  insert into detecequipment ("customerId", code, name, "calibType", "calibCycleDays", "lastCalibDate", "validUntil", status)
  select customer, 'DE' || lpad(n::text, 3, '0'), name, 'CALIBRATE', 365, one.began + 1095 - 100 - n * 20, one.began + 1095 + 265 - n * 20, 'QUALIFIED'
  from generation.one, (values (1, '电子天平'), (2, '酸度计'), (3, '凯氏定氮仪'), (4, '折光仪'), (5, '温度计'), (6, '金属检测标准片')) e (n, name);`

/** Verdict PASS unless rejected; released by a second person. */
const inspections = `
  insert into qualityinspection (id, "customerId", "createdBy", "docNo", "inspectType", "lotId", "sampleQty", "sampleTime", "standardNo",
    verdict, "inspectorId", "reviewerId", "releaserId", "releaseTime", "certificateNo", status, "locationId")
  select q.id, one.customer, one.person, ${numberOf('QI', 'd', 'q.seq')}, case when l.plan is null then 'IQC' else 'FQC' end, l.id, l.tested,
    ${at('d', 'q.minute')}, case when l.plan is null then '进货检验规程 QP-IQC' else '出厂检验规程 QP-FQC' end,
    case when l.rejected then 'FAIL' else 'PASS' end, one.inspector, one.director, case when not l.rejected then one.director end,
    case when not l.rejected then ${at('d', 'q.minute + 30')} end,
    case when l.plan is not null and not l.rejected then ${numberOf('HG', 'd', 'q.seq')} end,
    case when l.rejected then 'JUDGED' else 'RELEASED' end, coalesce(m.bin, i.bin)
  from generation.inspection q join generation.day d on d.w = q.w join generation.lot l on l.id = q.lot
    left join generation.plan p on p.n = l.plan left join generation.product i on i.n = p.product
    left join generation.material m on m.n = l.material, generation.one
  order by q.id;
  insert into qualityitem ("parentId", "lineNo", "itemName", method, "limitMin", "limitMax", "limitText", "resultValue", "resultText",
    "unitName", "isSafetyItem", verdict)
  select q.id, t.line, t.name, t.method, t.low, t.high, t.wanted,
    case when t.low is null then null when l.rejected and t.line = 2 then t.high + 1
      else round((t.low + (t.high - t.low) * (0.2 + 0.6 * ${random('q.id * 10 + t.line', 71)}))::numeric, 2) end,
    case when t.low is null then case when l.rejected and t.line = 2 then '不符合' else '符合' end end, t.unit, t.safety,
    case when l.rejected and t.line = 2 then 'FAIL' else 'PASS' end
  from generation.inspection q join generation.lot l on l.id = q.lot left join generation.material m on m.n = l.material
    join (values
      ('IQC', 1, '感官', '目测', null, null, '色泽气味正常，无杂质', null, false), ('IQC', 2, '水分', 'GB 5009.3', 0, 14, null, '%', true),
      ('IQC', 3, '净重偏差', '称量', -1, 1, null, '%', false),
      ('PACK', 1, '外观', '目测', null, null, '无破损、印刷清晰', null, false), ('PACK', 2, '尺寸偏差', '量具', -1, 1, null, 'mm', false),
      ('SEMI', 1, '感官', '品评', null, null, '色香味正常', null, false), ('SEMI', 2, 'pH', '酸度计', 3.5, 5.5, null, '', true),
      ('FQC', 1, '感官', '品评', null, null, '色香味正常', null, false), ('FQC', 2, '菌落总数', 'GB 4789.2', 0, 5000, null, 'CFU/mL', true),
      ('FQC', 3, '可溶性固形物', '折光仪', 15, 40, null, '%', false), ('FQC', 4, '净含量偏差', '称量', -1.5, 3, null, '%', false)
    ) t (kind, line, name, method, low, high, wanted, unit, safety)
      on t.kind = case when m.packing then 'PACK' when l.plan is null then 'IQC' when l.sample = 0 then 'SEMI' else 'FQC' end
  order by q.id, t.line;`

const samples = (size: Size) => `
  insert into retainsample ("customerId", "createdBy", "docNo", "productId", "lotId", "produceDate", "sampleTime", "sampleQty", "unitId", purpose,
    "samplerId", "storageLocation", "storageCondition", "retainUntil", "usedQty", status, "locationId", "warehouseId")
  select one.customer, one.person, ${numberOf('RS', 'd', 'q.seq')}, s."productId", s.id, s."produceDate", ${at('d', 'q.minute + 20')}, l.sample,
    s."unitId", 'ROUTINE', one.inspector, '留样室' || ${pick(['A', 'B', 'C', 'D'], 'q.id')} || '柜' || 1 + q.id % 12 || '层', '常温避光', s."expiryDate", 0,
    'RETAINED', i.bin, i.store
  from generation.inspection q join generation.day d on d.w = q.w join generation.lot l on l.id = q.lot and l.sample > 0
    join stocklot s on s.id = l.id join generation.plan p on p.n = l.plan join generation.product i on i.n = p.product, generation.one
  where q.w < ${workdaysOf(size)} order by q.id;`

/** Monitoring of every key step; one reading in a hundred deviates. */
const controls = (size: Size) => `
  insert into importcontrol ("customerId", "createdBy", "docNo", "producePlanId", "productId", "batchSeq", "productTechFlowId", "ccpNo",
    "controlItem", "limitMin", "limitMax", "limitUnit", "monitorTime", "measuredValue", result, "correctiveAction", "affectedQty",
    disposition, "monitorId", "verifierId", "verifyTime")
  select one.customer, one.person, ${numberOf('IC', 'd', `(p.seq - 1) * ${size.controls} + i + 1`)}, p.n, g.id, 1 + i % p.batches, c.id, c.ccp,
    c.item, c.low, c.high, c.unit, ${at('d', `${begin} + 160 + i * 8`)},
    case when off then c.high + 1 else round((c.low + (c.high - c.low) * ${random('p.n * 100 + i', 73)})::numeric, 2) end,
    case when off then 'DEVIATION' else 'PASS' end, case when off then '停止该工序，隔离受影响产品，调整后重新监控合格' end,
    case when off then 10 end, case when off then 'RELEASE' end, e.id, one.director, ${at('d', `${begin} + 400`)}
  from generation.plan p ${planDay} join generation.product g on g.n = p.product cross join generate_series(0, ${size.controls - 1}) i
    join generation.control c on c.product = p.product and c.k = i % c.steps
    join generation.employee e on e.n = (p.n * 13 + i) % ${size.employees - 8}
    cross join lateral (select ${random('p.n * 100 + i', 72)} < 0.01 as off) o, generation.one
  where p.level <> 'REWORK' order by p.n, i;`

/** Nonconformity per rejected lot, closed on return or destruction. */
const nonconformities = `
  insert into unqualifiedproduct ("customerId", "createdBy", "docNo", "foundTime", source, "itemType", "lotId", "itemName", qty, "unitId",
    "unqualifiedItems", "isolateLocationId", "foundById", disposition, "dispositionTime", "approverId", "movementDocNo", status)
  select one.customer, one.person, ${numberOf('NC', 'd', 'row_number() over (partition by q.w order by q.id)')}, ${at('d', 'q.minute + 30')},
    case when l.plan is null then 'INCOMING' else 'FINISHED' end, s."itemType", s.id, coalesce(m.name, i.name),
    l.received - l.tested - l.sample, s."unitId", '检验指标超出限值', one.bin6, one.inspector,
    case when r.lot is null then null when l.plan is null then 'SUPPLIER_RETURN' else 'SCRAP' end,
    case when r.lot is not null then ${at('d', 960)} end, case when r.lot is not null then one.director end, g.docno,
    case when r.lot is null then 'OPEN' else 'CLOSED' end
  from generation.lot l join generation.inspection q on q.lot = l.id join generation.day d on d.w = q.w join stocklot s on s.id = l.id
    left join material m on m.id = s."materialId" left join product i on i.id = s."productId"
    left join generation.removal r on r.lot = l.id
    left join lateral (select docno from generation.movement g where g.lot = r.lot and g.type in ('SRT', 'SCR') limit 1) g on true, generation.one
  where l.rejected order by q.id;`

export const qualitySteps = (size: Size): readonly GenerationStep[] => [
  ['inspections', [instruments, inspections].join('\n')],
  ['retained samples', [samples(size), nonconformities].join('\n')],
  ['critical control points', controls(size)],
]
