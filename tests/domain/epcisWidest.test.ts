/** EPCIS of the widest traces of a generated plant: `EPCIS_PLANT=middle` for the one of three years. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { seedGenerated } from '../../server/domain/seed/generated/generate.ts'
import { isSizeName, sizes } from '../../server/domain/seed/generated/sizes.ts'
import { classesIn, documentIn, schemaValidator } from '../support/epcis/schema.ts'
import { tenth } from '../support/generatedPlant.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { isSoak } from '../support/soak.ts'

const asked = process.env.EPCIS_PLANT ?? (isSoak ? 'middle' : undefined)
const size = isSizeName(asked) ? sizes[asked] : tenth
const isLarge = size !== tenth

let server: TestServer
let token = ''
const rows = async (query: ReturnType<typeof sql<Values>>) => (await query.execute(server.db)).rows

beforeAll(async () => {
  const filled = {
    as: isLarge ? `generated-${asked}` : 'generated',
    with: (_: TestServer['db'], owner: TestServer['db']) => seedGenerated(owner, size),
  }
  server = await startTestServer({ filled })
  token = await server.signIn()
}, 3_600_000)
afterAll(() => server.close())

const errorsOf = schemaValidator()

async function measured(path: string, body: Values) {
  const before = performance.now()
  const answer = await server.call('POST', `SafetyReview/${path}`, body, token)
  expect([answer.http, answer.message]).toEqual([200, ''])
  const document = documentIn(answer.data)
  const figures = {
    milliseconds: Math.round(performance.now() - before),
    events: document.events.length,
    bytes: document.text.length,
    packed: answer.data.length,
  }
  if (isLarge) console.log(path, figures)
  return document
}

/** Lots of a trace by its own sections' count, and by walking the links here. */
const reached = (root: unknown, direction: 'asc' | 'desc') => {
  const [from, to] = direction === 'asc' ? [sql`k."inLotId"`, sql`k."outLotId"`] : [sql`k."outLotId"`, sql`k."inLotId"`]
  return rows(sql<Values>`
    with recursive s(id) as (select ${root}::bigint union select ${to} from s join lotlink k on ${from} = s.id)
    select case when p.gtin is null then 'urn:x-lotline:' || coalesce(c."creditCode", c.code) || ':lot:' || coalesce(m.code, p.code) || ':' || l."lotNo"
      else 'https://id.gs1.org/01/' || lpad(p.gtin, 14, '0') || '/10/' || l."lotNo" end as uri
    from s join stocklot l on l.id = s.id join customer c on c.id = l."customerId"
    left join material m on m.id = l."materialId" left join product p on p.id = l."productId"`)
}

test.each(['asc', 'desc'] as const)(
  'the widest trace %s is valid EPCIS, with exactly the lots that it reaches',
  async direction => {
    const end = direction === 'asc' ? sql`"inLotId"` : sql`"outLotId"`
    const [root] = await rows(sql<Values>`
      with root as (select ${end} as id from lotlink group by 1 order by count(*) desc limit 40)
      select l.id, l."lotNo" from root join stocklot l on l.id = root.id cross join lateral (
        with recursive s(id) as (select root.id union select ${direction === 'asc' ? sql`k."outLotId"` : sql`k."inLotId"`}
          from s join lotlink k on ${direction === 'asc' ? sql`k."inLotId"` : sql`k."outLotId"`} = s.id)
        select count(*) as reached from s) w order by w.reached desc limit 1`)
    const name = `${root?.lotNo}#${root?.id}`
    const question = direction === 'asc' ? { lotNos: [name] } : { productLotNos: [name] }
    const path = `Review${direction === 'asc' ? 'Asc' : 'Desc'}`
    const answer = await server.call('POST', `SafetyReview/${path}`, { ...question, sections: [] }, token)
    const document = await measured(`${path}DataExport`, { ...question, format: 'EPCIS' })
    expect(errorsOf(document.text)).toEqual([])
    const wanted = (await reached(root?.id, direction)).map(({ uri }) => String(uri))
    expect(classesIn(document.events).map(decodeURIComponent).sort()).toEqual(wanted.sort())
    expect(classesIn(document.events)).toHaveLength(answer.data.counts.lots)
    const ids = document.events.map(({ eventID }) => eventID)
    expect(new Set(ids).size).toBe(ids.length)
  },
  600_000,
)

test('a period of it is valid EPCIS', async () => {
  const [last] = await rows(
    sql<Values>`select (max("bizTime")::date - 30)::text as from, max("bizTime")::date::text as to from stockledger`,
  )
  const document = await measured('EpcisExport', { dateFrom: last?.from, dateTo: last?.to })
  expect(errorsOf(document.text)).toEqual([])
  expect(document.events.length).toBeGreaterThan(100)
}, 600_000)
