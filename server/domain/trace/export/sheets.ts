/** Sheets of a trace workbook in order, after the summary (domain.md §3.4). */
import { type SectionName, sections, sectionsOf } from '#contract/trace/sections.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Wording } from '../../importExport/titles.ts'
import { sectionQueries } from '../sections/section.ts'
import type { Scope } from '../walk/traceScope.ts'
import { contactsSheet } from './contacts.ts'
import { edgesSheet } from './edges.ts'
import { sortableSheet } from './events.ts'
import { processSheet, receiptsSheet, salesSheet } from './recordSheets.ts'
import type { TraceSheet } from './sheetColumns.ts'

function sectionSheet(name: SectionName, kdes: Readonly<Record<string, string>> = {}): TraceSheet {
  const fields = Object.entries(sections[name].fields)
  return {
    name,
    titles: name,
    columns: Object.fromEntries(
      fields.map(([field, of]) => [field, { ...of, ...(kdes[field] ? { kde: kdes[field] } : {}) }]),
    ),
    ...sectionQueries[name],
  }
}

const usesSheet = sectionSheet('reviewuse', {
  useTime: 'Date of transformation',
  planNo: 'Reference document number',
  lotNo: 'Traceability lot code',
  itemName: 'Product description',
  qty: 'Quantity',
  unitName: 'Unit of measure',
  outLotNo: 'New traceability lot code',
})

/** Sections covered by a more detailed sheet. */
const covered: readonly SectionName[] = ['reviewuse', 'reviewbalance', 'reviewdealer']

export async function sheetsOf(context: Context, scope: Scope, wording: Wording): Promise<readonly TraceSheet[]> {
  const others = sectionsOf[scope.direction].filter(name => !covered.includes(name))
  return [
    await sortableSheet(context, scope, wording),
    receiptsSheet,
    usesSheet,
    processSheet,
    salesSheet,
    contactsSheet,
    sectionSheet('reviewbalance'),
    edgesSheet,
    ...others.map(name => sectionSheet(name)),
  ]
}
