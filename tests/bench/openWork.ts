/** What lies open on the morning of the measurement: released plans that wait for eight lots each. */
import type { Step } from './frame.ts'

/** Plans to be issued to; each is used up by one measured issue. */
export const openPlans = 1000

export const openWorkSteps: readonly Step[] = [
  [
    'open plans',
    `
    create table bench.open as
    select p.id from bench.one o, lateral (
      select max(id) as last from produceplan) m, lateral (select m.last + n as id from generate_series(1, ${openPlans}) n) p;
    insert into produceplan (id, "customerId", "docNo", "productId", "productSpecId", "formulaId", "planType", "plannedQty",
      "batchCount", "produceDate", "planStart", "planEnd", "leaderId", "lotNo", status)
    select b.id, o.customer, 'BPP' || b.id, i.id, i.spec, i.formula, 'NORMAL', 100, 1, current_date, now(), now(),
      o.leader, 'BO' || b.id, 'RELEASED'
    from bench.open b cross join bench.one o join bench.product i on i.n = 1;
    insert into produceplanmaterial ("parentId", "lineNo", "itemType", "materialId", "formulaAmount", "requiredQty",
      "issuedQty", "makeUpQty", "usedQty", "returnedQty", "wipQty", "unitId")
    select b.id, m.line, 'MATERIAL', m.id, 1, 2, 0, 0, 0, 0, 0, o.kg
    from bench.open b cross join bench.one o cross join (
      select l."materialId" as id, row_number() over (order by sum(l."onHandQty") desc, l."materialId") as line
      from stocklot l join bench.material m on m.id = l."materialId"
      where l."qualityStatus" = 'RELEASED' and l."onHandQty" > 50000
      group by 1 limit 8) m;
    select setval(pg_get_serial_sequence('produceplan', 'id'), (select max(id) from produceplan))`,
  ],
]
