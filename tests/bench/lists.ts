/** Pages of the long lists, each beside the same question asked in SQL written by hand. */
import { entities } from '#contract/index.ts'
import { type Result, timed } from './report.ts'
import type { BenchServer } from './server.ts'

const calls = 200
const budget = 15
const searchBudget = 50

const digits = (count: number, index: number, step: number) => String((index * step) % 10 ** count).padStart(count, '0')
const characters = ['酱', '生抽', '大豆', '商贸', '批次', '入库']

/** Terms of a search by kind: those of most rows, of few and of none. */
const terms: Readonly<Record<string, (index: number) => string>> = {
  'one digit': index => String(index % 10),
  'two digits': index => digits(2, index, 7),
  'four digits': index => (index % 4 === 0 ? String(2000 + (index % 30)) : digits(4, index, 397)),
  'a month': index => `202${4 + (index % 2)}${digits(2, (index % 12) + 1, 1)}`,
  'a whole number': index => `2025${digits(2, (index % 12) + 1, 1)}${digits(2, (index % 28) + 1, 1)}-0001`,
  'Chinese characters': index => characters[index % characters.length] ?? '',
}

const ledgerByHand = `
  select g.*, l."lotNo", f.name as source, t.name as target, u.name as unit, p."docNo" as plan, s.name as supplier,
    d.name as dealer, x.name as who
  from (select * from stockledger where "customerId" = $1 order by id desc limit 50 offset $2) g
  left join stocklot l on l.id = g."lotId" left join stocklocation f on f.id = g."fromLocationId"
  left join stocklocation t on t.id = g."toLocationId" left join unit u on u.id = g."unitId"
  left join produceplan p on p.id = g."producePlanId" left join supply s on s.id = g."supplyId"
  left join dealer d on d.id = g."dealerId" left join "user" x on x.id = g."byUserId" order by g.id desc`
const lotsByHand = `
  select g.*, m.name as material, i.name as product, s.name as supplier, u.name as unit, p."docNo" as plan
  from (select * from stocklot where "customerId" = $1 order by id desc limit 50 offset $2) g
  left join material m on m.id = g."materialId" left join product i on i.id = g."productId"
  left join supply s on s.id = g."supplyId" left join unit u on u.id = g."unitId"
  left join produceplan p on p.id = g."producePlanId" order by g.id desc`
const balancesByHand = `
  select g.*, l."lotNo", c.name as place, u.name as unit, p."docNo" as plan, d.name as dealer
  from (select * from stockbalance where "customerId" = $1 order by id desc limit 50 offset $2) g
  left join stocklot l on l.id = g."lotId" left join stocklocation c on c.id = g."locationId"
  left join unit u on u.id = g."unitId" left join produceplan p on p.id = g."producePlanId"
  left join dealer d on d.id = g."dealerId" order by g.id desc`
const receiptsByHand = `
  select g.*, s.name as supplier, w.name as warehouse, e.name as receiver, i.name as inspector
  from (select * from materialstorein where "customerId" = $1 order by id desc limit 50 offset $2) g
  left join supply s on s.id = g."supplyId" left join warehouse w on w.id = g."warehouseId"
  left join employee e on e.id = g."receiverId" left join employee i on i.id = g."inspectorId" order by g.id desc`

interface Question {
  readonly title: string
  readonly entity: string
  readonly query: (index: number) => object
  readonly byHand?: string
  readonly budget?: number
}

const pageOf = (index: number) => ({ page: 1 + (index % 20) })

const questions: readonly Question[] = [
  { title: 'stocklot, page', entity: 'stocklot', query: pageOf, byHand: lotsByHand, budget },
  { title: 'stockledger, newest first', entity: 'stockledger', query: pageOf, byHand: ledgerByHand, budget },
  { title: 'stockbalance, page', entity: 'stockbalance', query: pageOf, byHand: balancesByHand, budget },
  { title: 'materialstorein, page', entity: 'materialstorein', query: pageOf, byHand: receiptsByHand, budget },
  {
    title: 'stockledger, newest business time first',
    entity: 'stockledger',
    query: index => ({ sort: [['bizTime', 'desc']], page: 1 + (index % 20) }),
    budget,
  },
  {
    title: 'stock on hand',
    entity: 'stockbalance',
    query: index => ({ where: [{ field: 'quantity', op: 'gt', value: '0' }], page: 1 + (index % 20) }),
    budget,
  },
  {
    title: 'stockbalance, as it opens',
    entity: 'stockbalance',
    query: index => ({ where: entities.stockbalance.firstFilter, page: 1 + (index % 20) }),
    budget,
  },
  { title: 'stockitem, page', entity: 'stockitem', query: pageOf, budget },
  { title: 'productsaleout, page', entity: 'productsaleout', query: pageOf, budget },
  { title: 'productstoreinrecord, page', entity: 'productstoreinrecord', query: pageOf, budget },
  { title: 'productstoreoutrecord, page', entity: 'productstoreoutrecord', query: pageOf, budget },
  {
    title: 'stockledger, sales only',
    entity: 'stockledger',
    query: () => ({ where: [{ field: 'moveType', op: 'eq', value: 'SAL' }] }),
  },
  {
    title: 'stocklot, released only',
    entity: 'stocklot',
    query: () => ({ where: [{ field: 'qualityStatus', op: 'eq', value: 'RELEASED' }] }),
  },
  ...['stockledger', 'stocklot', 'stockbalance', 'materialstorein', 'productsaleout'].flatMap(entity =>
    Object.entries(terms).map(([kind, term]) => ({
      title: `${entity}, searched for ${kind}`,
      entity,
      query: (index: number) => ({ q: term(index) }),
      budget: searchBudget,
    })),
  ),
  { title: 'dealer, searched by pinyin', entity: 'dealer', query: index => ({ q: `sm ${index}` }) },
  { title: 'dealer, searched by two characters', entity: 'dealer', query: index => ({ q: `商贸 ${index}` }) },
]

/** Measures pages 1 to 20 of each list in turn. */
export async function measureLists({ client, call }: BenchServer): Promise<Result[]> {
  const { rows } = await client.query<{ customer: string }>('select customer from bench.one')
  const customer = rows[0]?.customer
  const results: Result[] = []
  for (const { title, entity, query, byHand, budget } of questions) {
    // what counting costs at first is told beside what the list costs from then on
    const [first = 0] = await timed(1, index => call(`template/list/${entity}`, { size: 50, ...query(index) }), 0)
    const times = await timed(calls, index => call(`template/list/${entity}`, { size: 50, ...query(index) }))
    const offset = (index: number) => (index % 20) * 50
    const peer = byHand && {
      title: 'SQL by hand',
      times: await timed(calls, index => client.query({ text: byHand, values: [customer, offset(index)] })),
    }
    const note = `first ${first.toFixed(0)} ms`
    results.push({ title, times, note, ...(budget ? { budget } : {}), ...(peer ? { peer } : {}) })
  }
  return results
}
