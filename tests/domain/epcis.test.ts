/** EPCIS 2.0: the demo plant's documents are valid, and tell what the ledger and the trace tell. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { seedDemo } from '../../server/domain/seed/demo.ts'
import type { EpcisEvent } from '../../server/domain/trace/epcis/epcisEvent.ts'
import { eventId } from '../../server/domain/trace/epcis/eventId.ts'
import type { WrittenEvent } from '../../server/domain/trace/epcis/eventsOf.ts'
import { classesIn, documentIn, type EpcisDocument, schemaValidator } from '../support/epcis/schema.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let token = ''
let period: EpcisDocument
const errorsOf = schemaValidator()
const rows = async (query: ReturnType<typeof sql<Values>>) => (await query.execute(server.db)).rows

async function exported(path: string, body: Values): Promise<EpcisDocument> {
  const answer = await server.call('POST', `SafetyReview/${path}`, body, token)
  expect([answer.http, answer.message]).toEqual([200, ''])
  return documentIn(answer.data)
}

const wholeTime = { dateFrom: '2020-01-01', dateTo: '2099-12-31' }

beforeAll(async () => {
  server = await startTestServer({ filled: { as: 'demonstrated', with: db => seedDemo(db) } })
  await sql`update supply set gln = '6900000000014' where id = (select min(id) from supply)`.execute(server.db)
  token = await server.signIn()
  period = await exported('EpcisExport', wholeTime)
})
afterAll(() => server.close())

/** Lots as the identifiers name them, told by the database alone. */
const lotUris = sql`
  select l.id, case when p.gtin ~ '^[0-9]{8,14}$' and l."lotNo" ~ '^[A-Za-z0-9-]{1,20}$'
    then 'https://id.gs1.org/01/' || lpad(p.gtin, 14, '0') || '/10/' || l."lotNo"
    else 'urn:x-lotline:' || coalesce(c."creditCode", c.code) || ':lot:' || coalesce(m.code, p.code) || ':' || l."lotNo" end as uri
  from stocklot l join customer c on c.id = l."customerId" left join material m on m.id = l."materialId"
  left join product p on p.id = l."productId"`

const plain = (uri: string) => decodeURIComponent(uri)
const standing = (events: readonly WrittenEvent[]) => events.filter(event => !event.errorDeclaration)

/** Quantities of the standing events by lot, as whole ten-thousandths. */
function sums(
  events: readonly WrittenEvent[],
  of: (event: EpcisEvent) => readonly { epcClass: string; quantity: unknown }[],
) {
  const sum: Record<string, number> = {}
  for (const event of standing(events))
    for (const { epcClass, quantity } of of(event))
      sum[plain(epcClass)] = (sum[plain(epcClass)] ?? 0) + Math.round(Number(quantity) * 1e4)
  return sum
}

const ledgerSums = async (types: string) => {
  const found = await rows(sql<Values>`
    select u.uri, sum(case when g."moveType" = 'USA' and t."locationType" <> 'PROCESS' then -g.quantity else g.quantity end) as quantity
    from stockledger g join (${lotUris}) u on u.id = g."lotId" join stocklocation t on t.id = g."toLocationId"
    where g."moveType" = any(string_to_array(${types}, ' '))
      and not exists (select from stockledger r where r."reversalOfSeq" = g.id) group by 1 having sum(g.quantity) > 0`)
  return Object.fromEntries(found.map(({ uri, quantity }) => [uri, Math.round(Number(quantity) * 1e4)]))
}

const step = (bizStep: string, disposition: string) => (event: EpcisEvent) =>
  event.type === 'ObjectEvent' && event.bizStep === bizStep && event.disposition === disposition
    ? (event.quantityList ?? [])
    : []

describe('the events of a period', () => {
  test('are valid by the schema of GS1, and each has an ID of its own that its content gives', () => {
    expect(errorsOf(period.text)).toEqual([])
    expect(period.events.length).toBeGreaterThan(100)
    expect(new Set(period.events.map(({ eventID }) => eventID)).size).toBe(period.events.length)
    for (const { eventID, errorDeclaration: _, ...event } of period.events) expect(eventId(asText(event))).toBe(eventID)
  })

  test('the schema would notice what is wrong', () => {
    const wrong = period.text.replace('"bizStep":"shipping"', '"bizStep":"selling"')
    expect(errorsOf(wrong)).not.toEqual([])
  })

  test.each([
    ['RCV', step('receiving', 'in_progress')],
    ['SAL', step('shipping', 'in_transit')],
    ['SRT', step('shipping', 'returned')],
    ['DRT', step('receiving', 'returned')],
    ['RRT', step('receiving', 'recalled')],
    ['SCR', step('destroying', 'destroyed')],
    ['SMP', step('sampling', 'non_sellable_other')],
    ['TST', step('sampling', 'destroyed')],
    ['ISS MUP RWK', step('picking', 'in_progress')],
    ['RTN TRF', step('storing', 'in_progress')],
    ['ADJ', step('stock_taking', 'in_progress')],
    ['USE USA RLO', (event: EpcisEvent) => (event.type === 'TransformationEvent' && event.inputQuantityList) || []],
    ['OUT BYP RLI', (event: EpcisEvent) => (event.type === 'TransformationEvent' && event.outputQuantityList) || []],
  ])('tell of %s the quantities of the ledger', async (types, of) => {
    expect(sums(period.events, of)).toEqual(await ledgerSums(types))
  })

  test('name measures by their UN/ECE code, counts by none', () => {
    const uoms = new Set(
      period.events
        .flatMap(event => (event.type === 'ObjectEvent' ? (event.quantityList ?? []) : []))
        .map(each => each.uom),
    )
    expect(uoms.has('KGM')).toBe(true)
    expect([...uoms].every(uom => uom === undefined || ['KGM', 'GRM', 'LTR', 'MLT'].includes(uom))).toBe(true)
  })

  test('declare what was reversed or corrected an error, and say what replaces it', () => {
    const errors = period.events.filter(event => event.errorDeclaration)
    const reasons = new Set(errors.map(event => event.errorDeclaration?.reason))
    expect(reasons).toEqual(new Set(['did_not_occur', 'incorrect_data']))
    const ids = new Set(standing(period.events).map(({ eventID }) => eventID))
    for (const { errorDeclaration } of errors)
      for (const id of errorDeclaration?.correctiveEventIDs ?? []) expect(ids).toContain(id)
  })

  test('tie the days of a plan by one transformation, and name both ends of what changes hands', () => {
    for (const event of period.events) {
      expect(event.eventTimeZoneOffset).toBe('+08:00')
      if (event.type === 'TransformationEvent') expect(event.transformationID).toMatch(/:transformation:/)
      // Water of the mains has no supplier.
      else if (/"(shipping|receiving)"/.test(JSON.stringify(event)) && !JSON.stringify(event).includes(':lot:W001:'))
        expect([event.sourceList?.length, event.destinationList?.length], JSON.stringify(event)).toEqual([3, 3])
    }
    expect(period.text).toContain('https://id.gs1.org/417/6900000000014')
  })

  test('split into days, are the same events', async () => {
    const days = [...new Set(period.events.map(event => day(event.eventTime)))].sort()
    const middle = days[Math.floor(days.length / 2)] as string
    const before = new Date(Date.parse(middle) - 86_400_000).toISOString().slice(0, 10)
    const halves = [
      await exported('EpcisExport', { ...wholeTime, dateTo: before }),
      await exported('EpcisExport', { ...wholeTime, dateFrom: middle }),
    ]
    const ids = halves.flatMap(half => half.events.map(({ eventID }) => eventID))
    expect(ids.sort()).toEqual(period.events.map(({ eventID }) => eventID).sort())
  })

  test('are audited, and refused to who may not export or asks backwards', async () => {
    const [audited] = await rows(sql<Values>`
      select action, entity, changes from auditlog where entity = 'stockledger' order by id limit 1`)
    expect(audited).toMatchObject({ action: 'EXPORT', entity: 'stockledger' })
    const backwards = { dateFrom: '2026-02-01', dateTo: '2026-01-01' }
    expect(await server.call('POST', 'SafetyReview/EpcisExport', backwards, token)).toMatchObject({
      data: { dateTo: 'endBeforeStart' },
    })
    const reader = await server.signInWith(['stockledger'])
    const refused = await server.call('POST', 'SafetyReview/EpcisExport', wholeTime, reader)
    expect(refused.status).toBe(1002)
  })
})

describe('the events of a trace', () => {
  test.each(['asc', 'desc'] as const)('%s name exactly its lots, and are valid', async direction => {
    const type = direction === 'asc' ? 'MATERIAL' : 'PRODUCT'
    const roots = await rows(sql<Values>`
      select l."lotNo" from stocklot l left join lotlink k on k."inLotId" = l.id where l."itemType" = ${type}
      group by l.id order by count(k.id) desc, l.id limit 4`)
    const numbers = roots.map(({ lotNo }) => lotNo)
    const question = direction === 'asc' ? { lotNos: numbers } : { productLotNos: numbers }
    const document = await exported(`Review${direction === 'asc' ? 'Asc' : 'Desc'}DataExport`, {
      ...question,
      format: 'EPCIS',
    })
    expect(errorsOf(document.text)).toEqual([])
    const ends = direction === 'asc' ? sql`k."inLotId" = s.id` : sql`k."outLotId" = s.id`
    const next = direction === 'asc' ? sql`k."outLotId"` : sql`k."inLotId"`
    const reached = await rows(sql<Values>`
      with recursive s(id) as (select id from stocklot where "lotNo" = any(${numbers}) union
        select ${next} from s join lotlink k on ${ends})
      select u.uri from s join (${lotUris}) u on u.id = s.id order by 1`)
    expect(classesIn(document.events).map(plain).sort()).toEqual(reached.map(({ uri }) => String(uri)).sort())
    const [snapshot] = await rows(sql<Values>`select * from tracesnapshot order by id desc limit 1`)
    expect(snapshot).toMatchObject({
      direction: direction.toUpperCase(),
      fileHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })
})

/** Plant's day of an instant. */
const day = (instant: string) => new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 10)

/** Numbers of the document as the digits they were written from. */
function asText(event: object): EpcisEvent {
  return JSON.parse(JSON.stringify(event), (key, value) =>
    key === 'quantity' || key === 'lotline:seq' ? String(value) : value,
  )
}
