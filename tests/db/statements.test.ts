/** Statements of the server against the migrated schema: each is prepared, also those no other test runs. */
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import { migrate } from '../../server/db/schema/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { isExecuted, Source, type Statement } from '../support/statements/readings.ts'
import { type Node, ownerOf, placeOf, serverModules } from '../support/statements/source.ts'

/** Written for any entity: `every-entity.test.ts` and its like run them for each. */
const generic = ['server/db/', 'server/domain/importExport/']

/** What only a running server puts together, by file, and the test that runs it. */
const composed: Readonly<Record<string, { readonly by: readonly string[]; readonly runs: string }>> = {
  'server/domain/basis/history.ts': {
    by: ['causesOf', 'labelsOf', 'lineNumbersOf'],
    runs: 'tests/domain/history.test.ts',
  },
  'server/domain/home/firstSteps.ts': { by: ['stepOf'], runs: 'tests/domain/firstSteps.test.ts' },
  'server/domain/basic/copies.ts': { by: ['idsOf'], runs: 'tests/domain/product.test.ts' },
  'server/domain/chain/seal.ts': {
    by: ['isBehind', 'latestIds', 'unsealed'],
    runs: 'tests/domain/auditChain.test.ts',
  },
  'server/domain/chain/verify.ts': { by: ['linksAfter', 'unsealedRows'], runs: 'tests/domain/auditChain.test.ts' },
  'server/domain/files/access.ts': { by: ['isWithin'], runs: 'tests/domain/files/access.test.ts' },
  'server/domain/label/labelSheets.ts': { by: ['sheetOf'], runs: 'tests/domain/label/labels.test.ts' },
  'server/domain/label/printLabels.ts': { by: ['storeJob'], runs: 'tests/domain/label/labels.test.ts' },
  'server/domain/paper/paperModel.ts': { by: ['countryOf'], runs: 'tests/domain/paper/papers.test.ts' },
  'server/domain/paper/paperRows.ts': { by: ['linesOf'], runs: 'tests/domain/paper/papers.test.ts' },
  'server/domain/trace/epcis/ledgerEvents.ts': {
    by: ['dealt', 'palletEvents', 'rangeOfDays', 'rangeOfTrace'],
    runs: 'tests/domain/epcis.test.ts',
  },
  'server/domain/seed/generated/identities.ts': { by: ['identityErrors'], runs: 'tests/domain/identities.test.ts' },
  'server/domain/stock/fefo.ts': { by: ['find'], runs: 'tests/domain/matrix.test.ts' },
  // Entities that reserve say so in their definitions.
  'server/domain/stock/reservations.ts': {
    by: ['draftsNaming', 'reservations', 'union'],
    runs: 'tests/domain/relabel.test.ts',
  },
  'server/domain/trace/export/contacts.ts': { by: ['contactsSheet'], runs: 'tests/domain/traceExport.test.ts' },
  'server/domain/trace/export/edges.ts': { by: ['edgesSheet'], runs: 'tests/domain/traceExport.test.ts' },
  'server/domain/trace/export/events.ts': { by: ['sortableSheet'], runs: 'tests/domain/traceExport.test.ts' },
  'server/domain/trace/export/recordSheets.ts': {
    by: ['processSheet', 'receiptsSheet', 'salesSheet'],
    runs: 'tests/domain/traceExport.test.ts',
  },
  'server/domain/trace/sections/section.ts': {
    by: ['countOf', 'cutOf', 'marked', 'sectionQueries', 'sectionRows', 'termOf'],
    runs: 'tests/domain/traceSections.test.ts',
  },
  'server/domain/trace/sections/sectionDealers.ts': {
    by: ['dealerKeys', 'firstDealers', 'salesTo'],
    runs: 'tests/domain/traceSections.test.ts',
  },
  'server/domain/trace/sections/sectionStoppableStock.ts': { by: ['drafts'], runs: 'tests/domain/trace.test.ts' },
  'server/domain/tasks/backup/facts.ts': { by: ['rowCounts'], runs: 'tests/postgres/restore.test.ts' },
  'server/domain/trace/sections/trace.ts': {
    by: ['countOf', 'sectionTotals'],
    runs: 'tests/domain/traceSections.test.ts',
  },
  'server/domain/trace/walk/figures.ts': {
    by: ['figuresOf', 'net', 'standingSums'],
    runs: 'tests/domain/traceSections.test.ts',
  },
  'server/domain/trace/walk/rootLots.ts': {
    by: ['between', 'effectiveRow', 'isSo', 'ofMaterials', 'receivedAs', 'refuseUnknown', 'soldAs'],
    runs: 'tests/domain/traceRoots.test.ts',
  },
}

const named = new Set(Object.entries(composed).flatMap(([file, { by }]) => by.map(name => `${file} ${name}`)))

/** Without the marks that the pool reads. */
const bare = (text: string) => text.replace(/\/\*.*?\*\//g, '').trim()

/** What PREPARE takes: neither `set` nor `lock`. */
const isPreparable = (text: string) => /^(with|select|insert|update|delete|values)\b/i.test(bare(text))

/** Names are right, only a value's type is open: found last. */
const indeterminateType = '42P18'

const source = new Source(serverModules())
const prepared = new Set<Node>()
let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.owner)
  await migrate(db)
})
afterAll(async () => {
  await closeDatabase(db)
  await database.drop()
})

/** What the database says against a statement. */
async function refusalOf({ text }: Statement): Promise<string | undefined> {
  try {
    await db.connection().execute(async connection => {
      await sql.raw(`prepare statement as ${text}`).execute(connection)
      await sql`deallocate statement`.execute(connection)
    })
    return undefined
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string }
    return code === indeterminateType ? undefined : message
  }
}

const isGeneric = (template: Node) => generic.some(folder => placeOf(template).startsWith(folder))
const isRequired = (root: Node) => isExecuted(root) && !isGeneric(root) && !named.has(ownerOf(root))

/** Prepares the statements of a template; answers what the database refuses. */
async function prepareAll(root: Node): Promise<readonly string[]> {
  const refused: string[] = []
  for (const statement of source.statementsOf(root)) {
    const isUtility = isExecuted(root) && !isPreparable(statement.text)
    if (!isUtility && !isPreparable(statement.text)) continue
    const refusal = isUtility ? undefined : await refusalOf(statement)
    if (refusal === undefined) for (const template of statement.templates) prepared.add(template)
    else if (isRequired(root)) refused.push(`${placeOf(root)} ${refusal}: ${bare(statement.text)}`)
  }
  return refused
}

test('every statement is right for the schema', async () => {
  const refused: string[] = []
  for (const root of source.roots)
    if (isExecuted(root) || !prepared.has(root)) refused.push(...(await prepareAll(root)))
  expect(refused).toEqual([])
  expect(prepared.size).toBeGreaterThan(500)
})

test('a statement that only a running server puts together is named, with the test that runs it', () => {
  const left = source.templates.filter(template => !prepared.has(template) && !isGeneric(template))
  expect([...new Set(left.map(ownerOf))].sort()).toEqual([...named].sort())
  expect(Object.values(composed).filter(({ runs }) => !existsSync(runs))).toEqual([])
})
