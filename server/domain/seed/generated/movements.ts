/** Movements of a generated plant, source of ledger, lots and balances. */
import { recallAfter } from './events.ts'
import { type Size, workdaysOf } from './sizes.ts'
import { at, type GenerationStep, numberOf } from './statement.ts'

/** Start of a plan in minutes after midnight, in three shifts. */
export const begin = '(420 + p.seq * 13 % 600)'
export const planDay = 'join generation.day d on d.w = p.w'

const columns = 'at, posted, type, lot, source, target, qty, plan, batch, supply, dealer, doctype, docno, line'
const rows = (select: string) => `insert into generation.movement (${columns}) ${select};`

/** Movement posted at its business time. */
const moved = (instant: string, rest: string) => `select ${instant}, ${instant}, ${rest}`

const receipts = rows(`${moved(
  at('d', `480 + l.supply % 60`),
  `'RCV', l.id, one.supplier, m.bin, l.received, null, null, s.id, null,
  'materialstorein', ${numberOf('MI', 'd', 'r.seq')}, row_number() over (partition by r.id order by l.id)`,
)}
  from generation.lot l join generation.receipt r on r.w = l.w and r.supply = l.supply join generation.day d on d.w = l.w
    join generation.material m on m.n = l.material join generation.supply s on s.n = l.supply, generation.one`)

const issues = rows(`${moved(
  at('d', begin),
  `case when p.level = 'REWORK' then 'RWK' else 'ISS' end, u.lot,
  coalesce(m.bin, case when p.level = 'REWORK' then one.bin5 else one.bin4 end), one.wip, u.qty, p.n, null, null, null,
  case when p.level = 'REWORK' then 'productstoreout' else 'getmaterialrecord' end,
  case when p.level = 'REWORK' then ${numberOf('PO', 'd', 'p.seq')} else ${numberOf('GM', 'd', 'p.seq')} end, u.k`,
)}
  from generation.use u join generation.plan p on p.n = u.n ${planDay} join generation.lot l on l.id = u.lot
    left join generation.material m on m.n = l.material, generation.one`)

const makeUps = rows(`${moved(
  at('d', `${begin} + 90`),
  `'MUP', u.lot, m.bin, one.wip, u.extra, p.n, null, null, null, 'materialmakeup',
  ${numberOf('MU', 'd', 'p.seq')}, null::int`,
)}
  from generation.use u join generation.plan p on p.n = u.n ${planDay} join generation.lot l on l.id = u.lot
    join generation.material m on m.n = l.material, generation.one where u.extra > 0`)

const charges = rows(`${moved(
  at('d', `${begin} + 100 + 60 * b.batch + b.k`),
  `'USE', b.lot, one.wip, one.process, b.qty, p.n, b.batch,
  null, null, 'usematerialrecord', ${numberOf('UM', 'd', 'b.seq')}, null::int`,
)}
  from generation.batch b join generation.plan p on p.n = b.n ${planDay}, generation.one`)

/** Receipt per batch; the second takes the remainder. */
export const batchQty = `case when p.batches = 1 then l.received when b = 1 then l.received - floor(l.received / 2) else floor(l.received / 2) end`

const outputs = rows(`${moved(
  at('d', `${begin} + 240 + 60 * b`),
  `'OUT', l.id, one.process, i.bin, ${batchQty}, p.n, b, null, null,
  'productstorein', ${numberOf('PI', 'd', '2 * p.seq + b - 2')}, null::int`,
)}
  from generation.plan p ${planDay} join generation.lot l on l.plan = p.n join generation.product i on i.n = p.product
    cross join lateral generate_series(1, p.batches) b, generation.one`)

/** Inspection day: material lots at once, others the next working day. */
export const inspected = (size: Size) => `
  generation.lot l left join generation.plan p on p.n = l.plan
    join generation.day d on d.w = case when p.level in ('FILL', 'REWORK') then l.w + 1 else l.w end
      and d.w < ${workdaysOf(size)}
    left join generation.material m on m.n = l.material left join generation.product i on i.n = p.product
    cross join lateral (select case when l.plan is null then 600 when p.level in ('FILL', 'REWORK') then 570 else ${begin} + 370 end as minute) t`

const tests = (size: Size) => `
  create unlogged table generation.inspection as
  select row_number() over (order by d.w, l.id) as id, row_number() over (partition by d.w order by l.id) as seq, l.id as lot, d.w, t.minute
  from ${inspected(size)};
  create unique index on generation.inspection (lot); analyze generation.inspection;
  ${rows(`${moved(
    at('d', 'q.minute'),
    `'TST', l.id, coalesce(m.bin, i.bin), one.lab, l.tested, null, null, null, null, 'qualityinspection',
    ${numberOf('QI', 'd', 'q.seq')}, null::int`,
  )}
    from generation.inspection q join generation.lot l on l.id = q.lot join generation.day d on d.w = q.w
      left join generation.plan p on p.n = l.plan left join generation.product i on i.n = p.product
      left join generation.material m on m.n = l.material, generation.one`)}
  ${rows(`${moved(
    at('d', 'q.minute + 20'),
    `'SMP', l.id, i.bin, one.sample, l.sample, null, null, null, null, 'retainsample',
    ${numberOf('RS', 'd', 'q.seq')}, null::int`,
  )}
    from generation.inspection q join generation.lot l on l.id = q.lot and l.sample > 0 join generation.day d on d.w = q.w
      join generation.plan p on p.n = l.plan join generation.product i on i.n = p.product, generation.one`)}`

const saleLine = `l.id, i.bin, one.dealer, s.qty, null, null, null, e.id, 'productsaleout', ${numberOf('SO', 'd', 'c.seq')}, s.line`
const saleFrom = `generation.saledoc c join generation.sale s on s.doc = case when c.reversed then c.copy else c.doc end
  join generation.lot l on l.plan = s.n join generation.plan p on p.n = s.n join generation.product i on i.n = p.product
  join generation.day d on d.w = c.w join generation.dealer e on e.n = c.dealer, generation.one`
const sales = `
  ${rows(`select ${at('d', 'c.minute')}, ${at('d', 'c.minute')} + c.late * interval '1 day', 'SAL', ${saleLine} from ${saleFrom}`)}
  ${rows(
    `${moved(
      at('d', 'c.minute + 10'),
      `'REV', l.id, one.dealer, i.bin, s.qty, null, null, null, e.id, 'productsaleout',
    ${numberOf('SO', 'd', 'c.seq')}, s.line`,
    )} from ${saleFrom} where c.reversed`,
  )}`

const removals = rows(`${moved(
  at('d', 900),
  `case when r.supplier then 'SRT' else 'SCR' end, r.lot, coalesce(m.bin, i.bin),
  case when r.supplier then one.supplier else one.scrap end, r.qty, null, null, s.id, null,
  case when r.supplier then 'materialstoreout' else 'productstoreout' end,
  case when r.supplier then ${numberOf('MO', 'd', 'r.seq')} else ${numberOf('PO', 'd', '5000 + r.seq')} end, 1`,
)}
  from generation.removal r join generation.day d on d.w = r.w join generation.lot l on l.id = r.lot
    left join generation.plan p on p.n = l.plan left join generation.product i on i.n = p.product
    left join generation.material m on m.n = l.material left join generation.supply s on s.n = l.supply, generation.one`)

const recalls = `
  ${rows(`${moved(
    at('d', 840),
    `'RRT', r.lot, one.dealer, one.bin6, r.qty, null, null, null, e.id, 'productstorein',
    ${numberOf('PI', 'd', '5000 + r.seq')}, null::int`,
  )}
    from generation.recallreturn r join generation.day d on d.w = r.day join generation.dealer e on e.n = r.dealer, generation.one
    where r.qty > 0`)}
  create unlogged table generation.destroyed as
  select r.id as recall, r.lot, b.bin, b.qty, r.w + ${recallAfter} + 5 as w,
    row_number() over (partition by r.id order by b.bin)::int as line
  from generation.recall r cross join lateral (
    select case when side then m.target else m.source end as bin, sum(case when side then m.qty else -m.qty end) as qty
    from generation.movement m cross join (values (true), (false)) v (side), generation.one
    where m.lot = r.lot and case when side then m.target else m.source end in (one.bin5, one.bin6)
    group by 1) b
  where r.closed and not r.drill and b.qty > 0;
  ${rows(`${moved(
    at('d', 960),
    `'SCR', r.lot, r.bin, one.scrap, r.qty, null, null, null, null, 'productstoreout',
    ${numberOf('PO', 'd', '8000 + r.recall')}, r.line`,
  )}
    from generation.destroyed r join generation.day d on d.w = r.w, generation.one`)}`

export const movementSteps = (size: Size): readonly GenerationStep[] => [
  [
    'movements',
    `create unlogged table generation.movement (at timestamptz, posted timestamptz, type text, lot bigint, source bigint,
      target bigint, qty numeric, plan bigint, batch int, supply bigint, dealer bigint, doctype text, docno text, line int);
    ${[receipts, issues, makeUps, charges, outputs, tests(size)].join('\n')}`,
  ],
  ['sales moved', sales],
  [
    'returns and scrap',
    `${removals}
    create index on generation.movement (lot); analyze generation.movement;
    ${recalls}`,
  ],
]
