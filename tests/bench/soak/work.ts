/** Errands of people, each a few calls. */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { type Facts, factsOf, issueOf, receiptOf, saleOf } from '../posting.ts'
import type { RawPoster } from '../rawPosting.ts'
import type { BenchServer } from '../server.ts'
import { type Root, shownFirst, typical } from '../traceRoots.ts'
import type { Data, Person } from './client.ts'
import type { Recorder } from './recorder.ts'

export interface Errand {
  /** How often, beside the others. */
  readonly weight: number
  run(person: Person): Promise<void>
}

const key = () => ({ 'idempotency-key': randomUUID() })
const one = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const below = (count: number) => Math.floor(Math.random() * count)
const base64 = (text: string) => Buffer.from(text).toString('base64')

const listed = [
  ...['stocklot', 'stockledger', 'stockbalance', 'stockitem', 'materialstorein', 'productsaleout', 'produceplan'],
  ...['getmaterialrecord', 'material', 'product', 'dealer', 'supply', 'productstoreinrecord', 'auditlog', 'labelprint'],
] as const

const queries: readonly (() => readonly [entity: string, query: object])[] = [
  () => [one(listed), { page: 1 + below(20) }],
  () => [one(listed), { page: 1 + below(3) }],
  () => ['stocklot', { q: String(100 + below(900)) }],
  () => ['stockbalance', { q: String(1_000 + below(2_000)) }],
  () => ['dealer', { q: `sm ${below(80)}` }],
  () => ['stockledger', { where: [{ field: 'moveType', op: 'eq', value: one(['SAL', 'USE', 'ADJ']) }] }],
  () => [
    'stocklot',
    { where: [{ field: 'qualityStatus', op: 'eq', value: 'RELEASED' }], sort: [['expiryDate', 'asc']] },
  ],
  () => ['stockbalance', { where: [{ field: 'quantity', op: 'gt', value: '0' }] }],
  () => ['stockledger', { sort: [['bizTime', 'desc']], page: 1 + below(20) }],
]

async function list(person: Person): Promise<void> {
  const [entity, query] = one(queries)()
  await person.ask({ kind: 'list', path: `template/list/${entity}`, body: { size: 50, ...query } })
}

const recorded = ['stocklot', 'materialstorein', 'productsaleout', 'produceplan', 'getmaterialrecord'] as const

async function lookAtRecord(person: Person): Promise<void> {
  const entity = one(recorded)
  const found = await person.ask({
    kind: 'list',
    path: `template/list/${entity}`,
    body: { size: 50, page: 1 + below(5) },
  })
  const id = one<Data>(found?.rows ?? [])?.id
  if (id) await person.ask({ kind: 'record', path: `template/edit/${entity}`, method: 'GET', body: { id } })
}

async function figures(person: Person): Promise<void> {
  await person.ask({ kind: 'page', path: 'Home/GetSysInfo' })
  for (const path of ['Home/GetCharts', 'SystemSetting/NotifyMine', 'SystemSetting/AuthMenuList'])
    await person.ask({ kind: path === 'Home/GetCharts' ? 'charts' : 'page', path, method: 'GET' })
}

async function exportList(person: Person): Promise<void> {
  const where = [{ field: 'qualityStatus', op: 'eq', value: 'RELEASED' }]
  const body = one([
    { format: 'xlsx', q: String(10 + below(90)) },
    { format: 'csv', where },
    { format: 'xlsx', where, columns: ['lotNo', 'onHandQty', 'unitId'] },
  ])
  await person.ask({ kind: 'export', path: 'template/export/stocklot', body })
}

const heading = 'code,name'
const imported = (person: Person) =>
  [
    heading,
    ...Array.from({ length: 40 }, (_, at) => `K${person.name}${at},品牌${person.name}${at}-${below(1e6)}`),
    '',
  ].join('\n')

async function importBrands(person: Person): Promise<void> {
  const body = { file: base64(imported(person)) }
  await person.ask({ kind: 'import', path: 'template/importPreview/brand', body })
  await person.ask({ kind: 'import', path: 'template/import/brand', body, headers: key() })
}

async function uploadFile(person: Person, picture: Uint8Array<ArrayBuffer>): Promise<void> {
  const stored = await person.upload('现场.png', picture)
  if (stored?.id) await person.read(String(stored.id))
}

/** Refusals by name: what people get wrong in a day. */
function mistakesOf(facts: Facts, someLot: () => Data): readonly ((person: Person) => Promise<void>)[] {
  const tried = (person: Person, path: string, body: object, status: number, method: 'GET' | 'POST' = 'POST') =>
    person.ask({ kind: 'refusal', path, body, method, expect: [status], headers: method === 'POST' ? key() : {} })
  return [
    person => tried(person, 'template/save/materialstorein', { ...receiptOf(facts), warehouseId: null }, 1001),
    person => tried(person, 'template/save/dealer', { name: 'x' }, 1001),
    person => tried(person, 'template/edit/stocklot', { id: 999_999_999 }, 1005, 'GET'),
    person => tried(person, 'template/list/stocklot', { where: [{ field: 'nothing', op: 'eq', value: '1' }] }, 1001),
    person => tried(person, 'SafetyReview/ReviewAsc', { lotNos: ['没有这个批号'] }, 2025),
    person => tried(person, 'template/import/brand', { file: base64('code\n"') }, 3004),
    person => tried(person, 'Paper/Pdf', { entity: 'stocklot', id: someLot()?.id, paper: 'novel' }, 1001),
    person => tried(person, 'template/save/user', { name: '无票' }, 1007),
  ]
}

export interface Facilities {
  readonly printerId: number
  readonly raw: RawPoster
}

async function factsOfErrands(server: BenchServer) {
  const facts = await factsOf(server)
  const rows = async <T>(text: string): Promise<readonly T[]> => (await server.client.query(text)).rows
  const plans = await rows<{ id: number }>(`
    select id::int from produceplan where status = 'RELEASED' and id in (select id from bench.open) order by id limit 20`)
  const issues: object[] = []
  for (const { id } of plans) {
    const issue = (await issueOf(server, facts, id)) as { lines: object[] }
    issues.push({ ...issue, lines: issue.lines.map(line => ({ ...line, qty: '0.0001' })) })
  }
  const dealers = await rows<{ id: number }>('select id::int from bench.dealer order by n')
  const sales: object[] = []
  for (let at = 0; at < 10; at += 1) sales.push(await saleOf(server, facts, dealers[at % dealers.length]?.id, 1 + at))
  const lots = await rows<{ id: number; lotNo: string }>(`
    select id::int, "lotNo" from stocklot where "itemType" = 'MATERIAL' and "qualityStatus" = 'RELEASED' order by id desc limit 200`)
  const tasks = await rows<{ id: number }>(`
    select id::int from task where code not in ('BACKUP', 'RESTORE_DRILL') order by id`)
  const [materials, products] = [await typical(server, 'MATERIAL'), await typical(server, 'PRODUCT')]
  const [plan] = await rows<Data>(`
    select p.id::int as "productId", p.spec::int as "productSpecId", p.formula::int as "formulaId" from bench.product p where n = 1`)
  return { facts, plans, issues, sales, lots, tasks, materials, products, plan }
}

/** All errands of a plant's day, by who does them. */
export async function errandsOf(server: BenchServer, recorder: Recorder, { printerId, raw }: Facilities) {
  const known = await factsOfErrands(server)
  const { facts, lots, materials, products } = known
  const mistakes = mistakesOf(facts, () => one(lots))
  const noise = {
    create: {
      width: 900,
      height: 600,
      channels: 3 as const,
      noise: { type: 'gaussian' as const, mean: 128, sigma: 20 },
    },
  }
  const picture = new Uint8Array(
    await sharp({ ...noise, create: { ...noise.create, background: '#888' } })
      .png()
      .toBuffer(),
  )
  const now = () => new Date().toISOString()
  const save = (person: Person, kind: string, entity: string, row: object, headers = key()) =>
    person.ask({ kind, path: `template/save/${entity}`, body: row, headers })
  const traced = (person: Person, kind: string, path: string, body: object) => person.ask({ kind, path, body })
  const root = (roots: readonly Root[]) => one(roots).lotNo

  const receive: Errand['run'] = async person => {
    const headers = key()
    const row = receiptOf(facts)
    const first = await save(person, 'receipt', 'materialstorein', row, headers)
    if (below(20) > 0) return
    const again = await save(person, 'receipt', 'materialstorein', row, headers)
    if (first?.id !== again?.id) recorder.error(`receipt sent twice: ${first?.id} and ${again?.id}`)
  }
  const sell: Errand['run'] = async person => {
    const sold = await save(person, 'sale', 'productsaleout', { ...one(known.sales), shipTime: now() })
    if (sold?.id && below(4) === 0)
      await person.ask({
        kind: 'paper',
        path: 'Paper/Pdf',
        body: { entity: 'productsaleout', id: sold.id, paper: 'deliveryNote' },
      })
  }
  const issue: Errand['run'] = async person => {
    const at = below(known.issues.length)
    const producePlanId = known.plans[at]?.id
    await person.ask({ kind: 'prepare', path: 'template/prepare/getmaterialrecord', body: { producePlanId } })
    await save(person, 'issue', 'getmaterialrecord', { ...known.issues[at], issueTime: now() })
  }
  const plan: Errand['run'] = async person => {
    const row = { ...known.plan, planType: 'NORMAL', plannedQty: '10', batchCount: 1, produceDate: now().slice(0, 10) }
    const saved = await save(person, 'plan', 'produceplan', {
      ...row,
      planStart: now(),
      planEnd: now(),
      leaderId: facts.leader,
    })
    if (saved?.id)
      await person.ask({ kind: 'plan', path: 'template/delete/produceplan', body: { ids: [saved.id] }, headers: key() })
  }
  const labels: Errand['run'] = async person => {
    const body = { purpose: 'MATERIAL_LOT', entity: 'stocklot', records: [{ id: one(lots).id }] }
    await person.ask({ kind: 'label', path: 'Label/Proof', body })
    const target = one([{ target: 'PRINTER', printerId }, { target: 'BROWSER' }])
    await person.ask({
      kind: 'label',
      path: 'Label/Print',
      body: { ...body, ...target, reason: '补打' },
      headers: key(),
    })
  }
  const trace: Errand['run'] = async person => {
    const lotNos = [root(materials)]
    const answer = await traced(person, 'trace', 'SafetyReview/ReviewAsc', { lotNos, sections: shownFirst.asc })
    if (answer && below(3) === 0)
      await traced(person, 'trace', 'SafetyReview/ReviewAscRows', {
        lotNos,
        section: 'reviewdealer',
        asOfSeq: answer.asOfSeq,
      })
  }
  const traceBack: Errand['run'] = async person => {
    const productLotNos = [root(products)]
    await traced(person, 'trace', 'SafetyReview/ReviewDesc', { productLotNos, sections: shownFirst.desc })
    if (below(4) === 0) await traced(person, 'graph', 'SafetyReview/ReviewDescGraph', { productLotNos })
  }
  const exportTrace: Errand['run'] = async person => {
    await traced(person, 'export', 'SafetyReview/ReviewAscDataExport', { lotNos: [root(materials)] })
  }
  const runTask: Errand['run'] = async person => {
    const { id } = one(known.tasks)
    await person.ask({ kind: 'task', path: 'template/run/task', body: { ids: [id] }, headers: key() })
    await person.ask({ kind: 'page', path: 'SystemSetting/Status', method: 'GET' })
  }
  const read: readonly Errand[] = [
    { weight: 30, run: list },
    { weight: 12, run: lookAtRecord },
    { weight: 3, run: figures },
    { weight: 3, run: person => one(mistakes)(person) },
    { weight: 2, run: person => person.toggleChannel() },
    {
      weight: 1,
      run: async person => {
        await person.signOut()
        await person.signIn()
      },
    },
    { weight: 1, run: person => uploadFile(person, picture) },
  ]
  return {
    store: [
      ...read,
      { weight: 25, run: receive },
      { weight: 12, run: issue },
      { weight: 4, run: labels },
      { weight: 1, run: importBrands },
    ],
    sales: [...read, { weight: 20, run: sell }, { weight: 2, run: exportList }],
    quality: [...read, { weight: 15, run: trace }, { weight: 10, run: traceBack }, { weight: 1, run: exportTrace }],
    office: [
      ...read,
      { weight: 6, run: plan },
      { weight: 1, run: runTask },
      { weight: 2, run: exportList },
      { weight: 2, run: traceBack },
    ],
    peer: async () => {
      await recorder.time('peer receipt', () => raw.post())
      await recorder.time('peer list', () => server.client.query(byHand))
    },
  }
}

const byHand = `
  select g.*, l."lotNo", f.name as source, t.name as target, u.name as unit from (select * from stockledger order by id desc limit 50) g
  left join stocklot l on l.id = g."lotId" left join stocklocation f on f.id = g."fromLocationId"
  left join stocklocation t on t.id = g."toLocationId" left join unit u on u.id = g."unitId" order by g.id desc`
