/** Recalls and drills of a generated plant. */
import { at, type GenerationStep, numberOf } from './statement.ts'

const grades = `
  insert into callbackgrade ("customerId", code, name, jurisdiction, severity, criteria, "startWithinHours", "reportWithinHours",
    "notifyWithinHours", "finishWithinDays", "finishDayType", "legalBasis", "effectiveFrom", status)
  select customer, g.* , '食品召回管理办法', '2020-10-23', 'ENABLED'
  from generation.one cross join (values
    ('I', '一级召回', 'CN', 1, '食用后已经或者可能导致严重健康损害甚至死亡', 24, 24, 24, 10, 'WORKDAY'),
    ('II', '二级召回', 'CN', 2, '食用后已经或者可能导致一般健康损害', 48, 48, 48, 20, 'WORKDAY'),
    ('III', '三级召回', 'CN', 3, '标签标识虚假标注', 72, 72, 72, 30, 'WORKDAY')) g
  where not exists (select from callbackgrade);`

const sold = `lateral (select coalesce(sum(qty), 0) as sold from generation.sale s where s.n = r.plan) sold,
  lateral (select coalesce(sum(qty), 0) as back from generation.recallreturn b where b.recall = r.id) back,
  lateral (select coalesce(sum(qty), 0) as gone from generation.destroyed b where b.recall = r.id) gone`

const documents = `
  insert into callback (id, "customerId", "createdBy", "docNo", title, "callbackType", "callbackGradeId", "triggerSource", reason,
    "hazardTypes", "knowTime", "startDeadline", "startTime", "noticeTime", "finishTime", "scopeArea", "disposalMethod", "disposalTime",
    "disposalWitness", "soldQty", "recalledQty", "recoveryRate", "responsibleId", summary, status, "startWithinHours",
    "finishWithinDays", "notifiedPercent", "accountedPercent")
  select r.id, one.customer, one.person, ${numberOf('CB', 'd', 'r.id')}, l."lotNo" || case when r.drill then ' 召回演练' else ' 瓶口密封不良召回' end,
    case when r.drill then 'DRILL' else 'VOLUNTARY' end, g.id, case when r.drill then 'DRILL' else 'COMPLAINT' end,
    case when r.drill then '年度模拟召回，检验追溯速度与数量平衡' else '客户反映瓶口渗漏，复检确认同批次密封不良' end,
    case when r.drill then null else array['PHYS'] end, ${at('d', 480)}, ${at('d', '480 + 2880')}, ${at('d', 540)}, ${at('d', 600)},
    case when r.closed then ${at('d', '960 + 1440 * 30')} end, '销售区域', case when r.closed and not r.drill then 'DESTROY' end,
    case when r.closed and not r.drill then ${at('d', '960 + 1440 * 30')} end, case when r.closed and not r.drill then '市场监管所' end,
    sold, case when r.drill then 0 else back end, case when r.drill then 0 else round(100 * back / nullif(sold, 0), 2) end, one.director,
    case when r.closed then '数量平衡，已结案' end, case when r.closed then 'CLOSED' else 'RECOVERING' end, g."startWithinHours",
    g."finishWithinDays", 100, 100
  from generation.recall r join generation.day d on d.w = r.w join stocklot l on l.id = r.lot, generation.one,
    lateral (select * from callbackgrade order by abs(severity - 2), id limit 1) g, ${sold}
  order by r.id;
  insert into callbacklot ("parentId", "lineNo", "lotId", "producedQty", "onHandQty", "soldQty", "retainedQty", "recalledQty", "onSiteQty",
    "disposedQty", "balanceQty")
  select r.id, 1, l.id, b.received, l."onHandQty", sold, b.sample, case when r.drill then 0 else back end, 0, gone,
    case when r.drill then 0 else sold - back end
  from generation.recall r join stocklot l on l.id = r.lot join generation.lot b on b.id = r.lot, ${sold} order by r.id;
  insert into callbackdealer ("customerId", "callbackId", "dealerId", "lotId", "soldQty", "contactName", phone, "notifyMethod", "notifyTime",
    "notifiedBy", "ackTime", "ackPerson", "stockQty", "onwardQty", "returnedQty", "phoneDead", status)
  select one.customer, r.id, e.id, r.lot, s.qty, e."recallContactName", e."recallPhone", 'PHONE', ${at('d', 660)}, one.seller, ${at('d', 720)},
    e."recallContactName", coalesce(b.qty, 0), s.qty - coalesce(b.qty, 0), coalesce(b.qty, 0), false,
    case when b.qty > 0 then 'RETURNED' else 'SOLD_ONWARD' end
  from generation.recall r join generation.day d on d.w = r.w
    join (select n, dealer, sum(qty) as qty from generation.sale group by 1, 2) s on s.n = r.plan
    join generation.dealer g on g.n = s.dealer join dealer e on e.id = g.id
    left join generation.recallreturn b on b.recall = r.id and b.dealer = s.dealer, generation.one
  order by r.id, s.qty desc;`

const returns = `
  insert into productstorein ("customerId", "createdBy", "docNo", "storeInType", "storeInTime", "dealerId", "callbackId", "productId",
    "productSpecId", "lotNo", "lotId", "produceDate", "expiryDate", "packageQty", "looseQty", "baseQty", "warehouseId", "locationId",
    "handlerId", status)
  select one.customer, one.person, ${numberOf('PI', 'd', '5000 + r.seq')}, 'RECALL_RETURN', ${at('d', 840)}, e.id, r.recall, l."productId", k.id,
    l."lotNo", l.id, l."produceDate", l."expiryDate", floor(r.qty / k.pieces), r.qty - floor(r.qty / k.pieces) * k.pieces, r.qty,
    one.store6, one.bin6, one.shipper, 'SUBMITTED'
  from generation.recallreturn r join generation.day d on d.w = r.day join generation.dealer e on e.n = r.dealer
    join stocklot l on l.id = r.lot join generation.plan p on p.n = l."producePlanId"
    join generation.spec k on k.product = p.product and k.k = p.spec, generation.one
  where r.qty > 0 order by r.day, r.seq;`

export const recallSteps: readonly GenerationStep[] = [['recalls and drills', [grades, documents, returns].join('\n')]]
