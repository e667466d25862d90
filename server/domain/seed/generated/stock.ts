/** Lots, ledger, balances, genealogy and status log, derived from movements. */
import { begin } from './movements.ts'
import { type Size, workdaysOf } from './sizes.ts'
import { at, type GenerationStep, numberOf, random } from './statement.ts'

const lotNumber = `case when l.plan is null then ${numberOf('L', 'd', 'l.seq')} else ${numberOf('P', 'd', 'p.seq', 3)} end`

/** Final status: the worst event of the lot. */
const status = `case when l.rejected then 'REJECTED' when p.recalled then 'RECALLED' when q.id is null then 'PENDING'
  when l.held then 'HOLD' else 'RELEASED' end`

const lots = `
  create unlogged table generation.onhand as
  select lot, sum(case when inward then qty else -qty end) as qty
  from generation.movement cross join (values (true), (false)) side (inward), generation.one
  where case when inward then target else source end in (bin1, bin2, bin3, bin4, bin5, bin6) group by lot;
  create unique index on generation.onhand (lot); analyze generation.onhand;
  insert into stocklot (id, "customerId", "createdBy", "lotNo", "itemType", "materialId", "productId", "supplierLotNo",
    "supplyId", "producePlanId", "produceDate", "expiryDate", "firstInAt", "sourceDocNo", "qualityStatus", "statusReason",
    "certificateNo", "onHandQty", "unitId", "kgNumerator", "kgDenominator", "isMass", "createdAt")
  select l.id, one.customer, one.person, ${lotNumber}, case when l.plan is null then 'MATERIAL' else 'PRODUCT' end, m.id, i.id,
    case when l.plan is null then d.stamp || '-' || m.n % 90 + 10 end, s.id, l.plan, made.day,
    (made.day + make_interval(months => coalesce(m.life, i.life)))::date, first.at,
    case when l.plan is null then ${numberOf('MI', 'd', 'r.seq')} else ${numberOf('PI', 'd', '2 * p.seq - 1')} end, ${status},
    case when l.rejected then '检验不合格' when p.recalled then '召回' when q.id is not null and l.held then '待复检' end,
    case when l.plan is null then 'COA-' || m.n || '-' || l.id when q.id is not null and not l.rejected then ${numberOf('HG', 'qd', 'q.seq')} end,
    h.qty, u.id, u."factorNumerator", u."factorDenominator", u."unitType" = 'MASS', first.at
  from generation.lot l join generation.day d on d.w = l.w
    left join generation.material m on m.n = l.material left join generation.plan p on p.n = l.plan
    left join generation.product i on i.n = p.product left join generation.supply s on s.n = l.supply
    left join generation.receipt r on r.w = l.w and r.supply = l.supply
    left join generation.inspection q on q.lot = l.id left join generation.day qd on qd.w = q.w
    join generation.onhand h on h.lot = l.id join unit u on u.id = coalesce(m.unit, i.unit), generation.one,
    lateral (select case when l.plan is null then d.d - 10 else d.d end as day) made,
    lateral (select case when l.plan is null then ${at('d', '480 + l.supply % 60')} else ${at('d', `${begin} + 300`)} end as at) first
  order by l.id`

/** Reversals reference the same line of the same document. */
const ledger = `
  create unlogged table generation.ordered as
  select row_number() over (order by m.posted, m.docno, m.line, m.type desc) as id, m.*
  from generation.movement m;
  create index on generation.ordered (docno) where type = 'REV';
  analyze generation.ordered;
  create unlogged table generation.undone as
  select r.id, o.id as undoes from generation.ordered r join generation.ordered o
    on o.docno = r.docno and o.line = r.line and o.type = 'SAL' where r.type = 'REV';
  create unique index on generation.undone (id); analyze generation.undone;
  insert into stockledger (id, "customerId", "createdBy", "updatedBy", "bizTime", "postedAt", "moveType", "lotId", "fromLocationId",
    "toLocationId", quantity, "unitId", "producePlanId", "batchSeq", "supplyId", "dealerId", "docType", "docNo", "docLineNo",
    "reversalOfSeq", "byUserId", "createdAt", reason)
  select m.id, one.customer, one.person, one.person, m.at, m.posted, m.type, m.lot, m.source, m.target, m.qty, l."unitId",
    m.plan, m.batch, m.supply, m.dealer, m.doctype, m.docno, m.line, u.undoes, one.person, m.posted,
    case when m.posted > m.at then '补录' when m.type = 'REV' then '录入错误' end
  from generation.ordered m join stocklot l on l.id = m.lot left join generation.undone u on u.id = m.id, generation.one
  order by m.id`

const balances = `
  insert into stockbalance ("customerId", "lotId", "locationId", "producePlanId", "dealerId", quantity, "unitId")
  select one.customer, b.lot, b.place, b.plan, b.dealer, b.qty, l."unitId"
  from (
    select lot, place, case when place = one.wip then plan end as plan, case when place = one.dealer then m.dealer end as dealer, sum(moved) as qty
    from generation.movement m cross join lateral (values (target, qty), (source, -qty)) as v (place, moved), generation.one
    where place in (bin1, bin2, bin3, bin4, bin5, bin6, wip, sample, one.dealer)
    group by 1, 2, 3, 4
  ) b join stocklot l on l.id = b.lot, generation.one order by b.lot`

const links = `
  insert into lotlink ("customerId", "inLotId", "outLotId", "producePlanId", "batchSeq", "usedQuantity", "linkPrecision", kind)
  select one.customer, b.lot, l.id, b.n, b.batch, b.qty, 'BATCH', 'PLAN'
  from (select lot, n, batch, sum(qty) as qty from generation.batch group by lot, n, batch) b
    join generation.lot l on l.plan = b.n, generation.one order by b.n, b.lot`

const log = (title: string, select: string) => `
  insert into lotstatuslog ("customerId", "createdBy", "lotId", at, "fromStatus", "toStatus", reason, "docNo", "byUserId")
  select one.customer, one.person, ${select}; -- ${title}`

const statusLog = (size: Size) =>
  [
    log(
      'came',
      `l.id, l."firstInAt", null, 'PENDING', '新建批次', l."sourceDocNo", one.person from stocklot l, generation.one order by l.id`,
    ),
    log(
      'judged',
      `l.id, ${at('d', 'q.minute + 30')}, 'PENDING', case when l."qualityStatus" = 'REJECTED' then 'REJECTED' else 'RELEASED' end,
      case when l."qualityStatus" = 'REJECTED' then '检验不合格' else '放行' end, null, one.person
      from generation.inspection q join generation.day d on d.w = q.w join stocklot l on l.id = q.lot, generation.one order by q.id`,
    ),
    log(
      'held or recalled',
      `l.id, case when r.id is null then ${at('last', `600 + floor(${random('l.id', 61)} * 400)::int`)} else ${at('d', 480)} end, 'RELEASED', l."qualityStatus", l."statusReason", null, one.person
      from stocklot l join generation.day last on last.w = ${workdaysOf(size) - 1}
        left join generation.recall r on r.lot = l.id and not r.drill left join generation.day d on d.w = r.w, generation.one
      where l."qualityStatus" in ('HOLD', 'RECALLED') order by l.id`,
    ),
  ].join('\n')

export const stockSteps = (size: Size): readonly GenerationStep[] => [
  ['stocklot', lots],
  ['stockledger', ledger],
  ['stockbalance', balances],
  ['lotlink', links],
  ['lotstatuslog', statusLog(size)],
]
