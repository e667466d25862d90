drop index "lotlink_producePlanId_idx";

create table "planmasssum" (
  "producePlanId" bigint not null,
  "kgNumerator" integer not null,
  "kgDenominator" integer not null,
  "used" numeric(18,4) not null,
  "scrapped" numeric(18,4) not null,
  "output" numeric(18,4) not null,
  "byProduct" numeric(18,4) not null,
  constraint "planmasssum_pkey" primary key ("producePlanId", "kgNumerator", "kgDenominator")
);

create table "planlotsum" (
  "producePlanId" bigint not null,
  "lotId" bigint not null,
  "batchSeq" integer not null,
  "used" numeric(18,4) not null,
  "charges" integer not null,
  "receipts" integer not null,
  constraint "planlotsum_pkey" primary key ("producePlanId", "lotId", "batchSeq")
);

alter table "planmasssum" add constraint "planmasssum_producePlanId_fkey" foreign key ("producePlanId") references "produceplan" ("id") on delete cascade;

alter table "planlotsum" add constraint "planlotsum_producePlanId_fkey" foreign key ("producePlanId") references "produceplan" ("id") on delete cascade;

create index "lotlink_producePlanId_inLotId_idx" on "lotlink" ("producePlanId", "inLotId");

create index "planlotsum_batchSeq_idx" on "planlotsum" ("producePlanId", "batchSeq");
create index "planlotsum_received_idx" on "planlotsum" ("producePlanId", "batchSeq", "lotId") where "receipts" > 0;

-- Sums of what was posted before; the figures of lines stand already.
with flow as (
  select g."producePlanId" as plan, g."lotId", coalesce(g."batchSeq", 0) as batch,
    case when e.type in ('ISS', 'RWK') then e.quantity else 0 end as issued,
    case when e.type = 'MUP' then e.quantity else 0 end as "madeUp",
    case when e.type = 'RTN' then e.quantity else 0 end as returned,
    case when e.type = 'SCR' and g."docType" = 'produceplan' then e.quantity else 0 end as scrapped,
    case when e.type not in ('USE', 'USA') then 0 when t."locationType" = 'PROCESS' then e.quantity else -e.quantity end
      as used,
    case when e.type = 'OUT' then e.quantity else 0 end as output,
    case when e.type = 'BYP' then e.quantity else 0 end as "byProduct",
    case when e.type in ('USE', 'USA') then e.sign else 0 end as charges,
    case when e.type in ('OUT', 'BYP') then e.sign else 0 end as receipts
  from stockledger g
  left join stockledger o on o.id = g."reversalOfSeq"
  join stocklocation t on t.id = coalesce(o."toLocationId", g."toLocationId")
  cross join lateral (values (coalesce(o."moveType", g."moveType"), case when o.id is null then 1 else -1 end,
    case when o.id is null then g.quantity else -g.quantity end)) as e (type, sign, quantity) where g."producePlanId" is not null)
insert into planmasssum ("producePlanId", "kgNumerator", "kgDenominator", used, scrapped, output, "byProduct")
  select f.plan, l."kgNumerator", l."kgDenominator", sum(f.used) as used, sum(f.scrapped) as scrapped,
    sum(f.output) as output, sum(f."byProduct") as "byProduct"
  from flow f join stocklot l on l.id = f."lotId" and l."isMass" and l."kgNumerator" > 0 and l."kgDenominator" > 0
  where f.used <> 0 or f.scrapped <> 0 or f.output <> 0 or f."byProduct" <> 0 group by 1, 2, 3;
with flow as (
  select g."producePlanId" as plan, g."lotId", coalesce(g."batchSeq", 0) as batch,
    case when e.type in ('ISS', 'RWK') then e.quantity else 0 end as issued,
    case when e.type = 'MUP' then e.quantity else 0 end as "madeUp",
    case when e.type = 'RTN' then e.quantity else 0 end as returned,
    case when e.type = 'SCR' and g."docType" = 'produceplan' then e.quantity else 0 end as scrapped,
    case when e.type not in ('USE', 'USA') then 0 when t."locationType" = 'PROCESS' then e.quantity else -e.quantity end
      as used,
    case when e.type = 'OUT' then e.quantity else 0 end as output,
    case when e.type = 'BYP' then e.quantity else 0 end as "byProduct",
    case when e.type in ('USE', 'USA') then e.sign else 0 end as charges,
    case when e.type in ('OUT', 'BYP') then e.sign else 0 end as receipts
  from stockledger g
  left join stockledger o on o.id = g."reversalOfSeq"
  join stocklocation t on t.id = coalesce(o."toLocationId", g."toLocationId")
  cross join lateral (values (coalesce(o."moveType", g."moveType"), case when o.id is null then 1 else -1 end,
    case when o.id is null then g.quantity else -g.quantity end)) as e (type, sign, quantity) where g."producePlanId" is not null)
insert into planlotsum ("producePlanId", "lotId", "batchSeq", used, charges, receipts)
  select f.plan, f."lotId", f.batch, sum(f.used) as used, sum(f.charges) as charges, sum(f.receipts) as receipts
  from flow f where f.charges <> 0 or f.receipts <> 0 group by 1, 2, 3;
