/** What the measurements need beside a generated plant: its rows by number, and released plans that wait for eight lots each. */
import type { GenerationStep } from '../../server/domain/seed/generated/statement.ts'

/** Plans to be issued to; each is used up by one measured issue. */
export const openPlans = 1000

const numbered = (table: string, letter: string) => `
  create table bench.${table} as select substr(code, 2)::int as n, id from ${table} where code ~ '^${letter}\\d{4}$';`

export const openWorkSteps: readonly GenerationStep[] = [
  [
    'rows by number',
    `
    drop schema if exists bench cascade;
    create schema bench;
    create table bench.one as select (select id from customer order by id limit 1) as customer,
      (select id from unit where code = 'kg') as kg, (select id from employee where "jobNo" = 'E002') as keeper,
      (select id from employee where "jobNo" = 'E004') as leader,
      (select id from warehouse where code = 'WH01') as store1, (select id from warehouse where code = 'WH05') as store5;
    ${numbered('supply', 'S')}
    ${numbered('dealer', 'D')}
    create table bench.material as select substr(m.code, 2)::int as n, m.id, s.id as spec
      from material m join materialspec s on s."materialId" = m.id where m.code ~ '^M\\d{4}$';
    create table bench.product as select substr(p.code, 2)::int as n, p.id, s.id as spec, f.id as formula
      from product p join productspec s on s."productId" = p.id and s."isDefault" join productformula f on f."productId" = p.id
      where p.code ~ '^F\\d{4}$'`,
  ],
  [
    'open plans',
    `
    create table bench.open as select nextval(pg_get_serial_sequence('produceplan', 'id')) as id from generate_series(1, ${openPlans});
    insert into produceplan (id, "customerId", "docNo", "productId", "productSpecId", "formulaId", "planType", "plannedQty",
      "batchCount", "produceDate", "planStart", "planEnd", "leaderId", "lotNo", status)
    select b.id, o.customer, 'BPP' || b.id, i.id, i.spec, i.formula, 'NORMAL', 100, 1, current_date, now(), now(),
      o.leader, 'BO' || b.id, 'RELEASED'
    from bench.open b cross join bench.one o join bench.product i on i.n = 1;
    insert into produceplanmaterial ("parentId", "lineNo", "itemType", "materialId", "formulaAmount", "requiredQty",
      "issuedQty", "makeUpQty", "usedQty", "returnedQty", "wipQty", "unitId")
    select b.id, m.line, 'MATERIAL', m.id, 1, 2, 0, 0, 0, 0, 0, m.unit
    from bench.open b cross join (
      select l."materialId" as id, min(l."unitId") as unit, row_number() over (order by sum(l."onHandQty") desc, l."materialId") as line
      from stocklot l where l."materialId" is not null and l."qualityStatus" = 'RELEASED' and l."onHandQty" > 10000
        and (l."expiryDate" is null or l."expiryDate" > current_date)
      group by 1 limit 8) m`,
  ],
]
