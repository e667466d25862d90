/** Key data elements of FSMA 204 by paragraph: the table of the reference, against the sheet. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { parseCsv } from '../../server/domain/importExport/csv.ts'
import { seedDemo } from '../../server/domain/seed/demo.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { unzipped } from '../support/unzipped.ts'

const page = readFileSync(new URL('../../docs/reference/fsma204.md', import.meta.url), 'utf8')
const paragraphs = [...page.matchAll(/^\| (1\.13\d\d\S*) [^|]*\| ([A-Z-]+) \| (.*) \|$/gm)].map(
  ([, paragraph = '', event = '', columns = '']) => ({ paragraph, event, columns: columns.split('; ') }),
)

/** Parts of a location description that no record is without. */
const always = ['business name', 'phone number', 'street address', 'country']
const sometimes = ['city', 'state', 'zip code', 'GLN']

let server: TestServer
let sheet: readonly Readonly<Record<string, string>>[] = []
let titles: readonly string[] = []

beforeAll(async () => {
  server = await startTestServer({ filled: { as: 'demonstrated', with: db => seedDemo(db) } })
  const token = await server.signIn()
  const { rows } = await sql<Values>`select "lotNo" from stocklot where "itemType" = 'MATERIAL'`.execute(server.db)
  const body = { lotNos: rows.map(({ lotNo }) => lotNo), format: 'CSV' }
  const answer = await server.call('POST', 'en-US/SafetyReview/ReviewAscDataExport', body, token)
  const [, [, bytes] = ['', Buffer.from('')]] = [...unzipped(Buffer.from(answer.data))]
  const [, kdes = [], ...lines] = parseCsv(bytes.toString(), 1e6)
  titles = kdes
  sheet = lines.map(cells => Object.fromEntries(kdes.map((kde, index) => [kde, cells[index] ?? ''])))
})
afterAll(() => server.close())

test('every paragraph of shipping, receiving and transformation has its columns', () => {
  const count = (section: string) => paragraphs.filter(({ paragraph }) => paragraph.startsWith(section)).length
  expect([count('1.1340'), count('1.1345'), count('1.1350')]).toEqual([8, 8, 10])
})

test.each(paragraphs)('$paragraph of $event is in the sheet, row by row', ({ event, columns }) => {
  const rows = sheet.filter(row => row['Critical tracking event'] === event)
  expect(rows.length).toBeGreaterThan(3)
  for (const column of columns) {
    const [, end] = /^(.*): location$/.exec(column) ?? []
    const names = end === undefined ? [column] : [...always, ...sometimes].map(part => `${end}: ${part}`)
    for (const name of names) expect(titles).toContain(name)
    const filled = end === undefined ? [column] : always.map(part => `${end}: ${part}`)
    // Water has no supplier; charges of open plans made nothing yet.
    const known = rows.filter(
      row => !(row['Traceability lot code'] === 'W001' && column.startsWith('From')) && !isOpen(row, column),
    )
    for (const name of filled)
      expect(
        known.filter(row => row[name] === ''),
        name,
      ).toEqual([])
    expect(known.length).toBeGreaterThan(0)
  }
})

const isOpen = (row: Readonly<Record<string, string>>, column: string) =>
  (column === 'New traceability lot code' && row[column] === '') ||
  (column.includes('(packages)') && row[column] === '')

test('the source of a material’s lot code is its supplier, in receipts and in charges', async () => {
  const { rows } = await sql<Values>`
    select l."lotNo", l."supplierLotNo", s.name from stocklot l join supply s on s.id = l."supplyId"
    where l."supplierLotNo" is not null and l."materialId" is not null`.execute(server.db)
  const bySupplier = new Map(rows.map(row => [row.supplierLotNo, row.name]))
  const events = new Set<string>()
  for (const row of sheet) {
    const supplier = bySupplier.get(row['Traceability lot code'])
    if (!supplier) continue
    events.add(row['Critical tracking event'] ?? '')
    expect(row['Traceability lot code source: business name']).toBe(supplier)
  }
  expect(events).toEqual(new Set(['RECEIVING', 'TRANSFORMATION-INPUT']))
})

test('the source of a product’s lot code is the plant, in shipping too', async () => {
  const { rows } = await sql<Values>`select name from customer`.execute(server.db)
  const made = sheet.filter(row => ['SHIPPING', 'TRANSFORMATION-OUTPUT'].includes(row['Critical tracking event'] ?? ''))
  expect(new Set(made.map(row => row['Traceability lot code source: business name']))).toEqual(
    new Set(rows.map(row => row.name)),
  )
})
