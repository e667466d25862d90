/** Content of a paper with its hash, read in one snapshot. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { entityNamed } from '#contract/index.ts'
import { isLocale, type Locale } from '#contract/messages/locales.ts'
import { shippedText } from '#contract/messages/shippedNames.ts'
import { referrersOf } from '#contract/pages.ts'
import { localeOfCountry } from '#contract/paper/language.ts'
import type { PaperContent, PaperModel, PaperSection } from '#contract/paper/model.ts'
import {
  type Paper,
  type PaperTable,
  paperNamed,
  papersOfRow,
  recordPaper,
  titleKeyOf,
} from '#contract/paper/papers.ts'
import { getmaterialline } from '#contract/production/getmaterialline.ts'
import { titleOfRow } from '#contract/rowTitle.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { isEmpty, type Values } from '#contract/schema/field.ts'
import { permits } from '#contract/schema/permission.ts'
import { isFilled } from '#contract/shownFields.ts'
import { clockIn } from '#contract/zonedClock.ts'
import type { Context } from '../../db/connection/context.ts'
import { withSnapshot } from '../../db/connection/snapshotRead.ts'
import { disclosed } from '../basis/privacy.ts'
import type { Writing } from '../importExport/cells.ts'
import { wordingUnder } from '../importExport/titles.ts'
import { type PaperRows, type Proposals, readPaper, type TableRows } from './paperRows.ts'
import {
  forbiddenSection,
  headSection,
  incompleteSection,
  lineSections,
  proposedSection,
  tableSection,
  textSections,
} from './sections.ts'

export interface PaperQuery {
  readonly entity: Entity
  readonly id: number
  readonly paper?: string | undefined
  readonly locale?: Locale | undefined
}

/** Master data that others refer to is readable by their users. */
export const mayRead = ({ grants, userId }: Context, { name, shared }: Entity) =>
  userId === null || permits(grants, { menu: shared ? [name, ...referrersOf(name)] : name })

/** @throws AppError notPermitted, invalid, wholeOrganisationOnly */
function paperOf(context: Context, { entity, paper = recordPaper }: PaperQuery): Paper {
  // The server itself writes letters.
  if (context.userId !== null && !permits(context.grants, { menu: entity.name }))
    throw new AppError('notPermitted', { menu: entity.name })
  const found = paperNamed(entity, paper)
  if (!found) throw invalid({ paper: 'option' })
  // Rows outside of the data scope would be missing silently.
  if (found.tables && context.writtenBy !== undefined) throw new AppError('paperNeedsWhole')
  return found
}

async function countryOf({ tx }: Context, entity: Entity, row: Values): Promise<string | null | undefined> {
  const { partner = '' } = entity.paper ?? {}
  const to = entity.fields[partner]?.to
  if (to === undefined || isEmpty(row[partner])) return undefined
  const { rows } = await sql<{ country: string | null }>`
    select country from ${sql.table(to)} where id = ${row[partner]}`.execute(tx)
  return rows[0]?.country
}

interface Letterhead {
  readonly name: string
  readonly address: string
  readonly phone: string
  readonly licenseNo: string | null
}

async function letterheadOf({ tx, customerId }: Context): Promise<Letterhead | undefined> {
  const { rows } = await sql<Letterhead>`
    select name, address, phone, "licenseNo" from customer where id = ${customerId}`.execute(tx)
  return rows[0]
}

async function writingOf(context: Context): Promise<Writing> {
  const wording = await wordingUnder(context, [], [''])
  return { wording, clock: clockIn(context.timeZone), today: context.today, name: (_to, id) => `#${id}` }
}

function partnerOf(entity: Entity, row: Values): Pick<PaperContent, 'partner'> & { readonly said: readonly string[] } {
  const { partner = '', address = [], contact = [] } = entity.paper ?? {}
  if (!isFilled(row[partner])) return { said: [] }
  const filled = (names: readonly string[]) => names.flatMap(name => (isFilled(row[name]) ? [String(row[name])] : []))
  const contacts = filled(contact).join('  ')
  return {
    said: [partner, ...address, ...contact],
    partner: {
      title: `${entity.name}.${partner}`,
      name: String(row[`${partner}$label`] ?? ''),
      lines: [...filled(address), ...(contacts ? [contacts] : [])],
    },
  }
}

interface Read extends PaperRows {
  readonly proposed: readonly Values[]
  readonly country: string | null | undefined
  readonly letterhead: Letterhead | undefined
}

async function read(context: Context, query: PaperQuery, paper: Paper, proposals: Proposals): Promise<Read> {
  const { entity, id } = query
  const permitted = (paper.tables ?? []).filter(table => mayRead(context, entityNamed(table.of) as Entity))
  return withSnapshot(context.tx, async tx => {
    const inside = { ...context, tx }
    const rows = await readPaper(inside, entity, id, permitted)
    if (!papersOfRow(entity, rows.row).includes(paper) && paper.name !== recordPaper) throw new AppError('wrongState')
    return {
      ...rows,
      proposed: paper.proposes ? await proposals[paper.proposes](inside, id) : [],
      country: await countryOf(inside, entity, rows.row),
      letterhead: await letterheadOf(inside),
    }
  })
}

async function disclosedTable(context: Context, { rows, lines, ...table }: TableRows): Promise<TableRows> {
  return { ...table, rows: await disclosed(context, table.entity, rows), ...(lines ? { lines } : {}) }
}

const hashOf = (content: PaperContent) => createHash('sha256').update(JSON.stringify(content)).digest('hex')

/** Sections in the order of the sheet: head, lines, other lists, text. */
async function sectionsOf(context: Context, query: PaperQuery, paper: Paper, found: Read, writing: Writing) {
  const { entity } = query
  const [row = found.row] = await disclosed(context, entity, [found.row])
  const { partner, said } = partnerOf(entity, row)
  const tables = await Promise.all(
    (paper.tables ?? []).map(async (table: PaperTable) => {
      const rows = found.tables.find(each => each.table === table)
      return rows
        ? tableSection(await disclosedTable(context, rows), writing)
        : forbiddenSection(table.title, entityNamed(table.of) as Entity, writing)
    }),
  )
  const missing = (paper.tables ?? []).filter(table => found.tables.every(each => each.table !== table))
  const sections: readonly PaperSection[] = [
    ...incompleteSection(missing, writing),
    headSection(entity, row, paper, writing, said),
    ...textSections(entity, row, paper),
    ...lineSections(entity, row, paper, writing),
    ...(paper.proposes ? [proposedSection(getmaterialline, found.proposed, writing)] : []),
    ...tables,
  ]
  return { row, sections, ...(partner ? { partner: { ...partner, title: writing.wording.say(partner.title) } } : {}) }
}

const signaturesOf = ({ document, paper }: Entity, { signatures }: Paper) =>
  signatures ?? paper?.signatures ?? (document ? ['made', 'handled', 'checked', 'date'] : [])

/**
 * Paper of a record, in the language asked for, its partner's, or the caller's.
 * @throws AppError notPermitted, notFound, wrongState, paperTooLong
 */
export async function paperModel(context: Context, query: PaperQuery, proposals: Proposals): Promise<PaperModel> {
  const paper = paperOf(context, query)
  const found = await read(context, query, paper, proposals)
  const ofPartner = found.country === undefined ? undefined : localeOfCountry(found.country)
  const locale = query.locale ?? ofPartner ?? context.locale
  const inLanguage: Context = { ...context, locale }
  const writing = await writingOf(inLanguage)
  const { say } = writing.wording
  const { row, sections, partner } = await sectionsOf(inLanguage, query, paper, found, writing)
  const { address, phone, licenseNo } = found.letterhead ?? {}
  const titled = (name: string, value: string | null | undefined) =>
    value ? [`${say(`customer.${name}`)} ${value}`] : []
  const content: PaperContent = {
    paper: paper.name,
    entity: paper.entity,
    id: query.id,
    locale,
    title: titleText(paper, say),
    number: numberText(query.entity, row, paper, say),
    company: found.letterhead?.name ?? '',
    contact: [...(address ? [address] : []), ...titled('phone', phone), ...titled('licenseNo', licenseNo)],
    ...(partner ? { partner } : {}),
    sections,
    signatures: signaturesOf(query.entity, paper).map(name => say(`paper.${name}`)),
  }
  const foot = say('paper.foot', {
    who: await nameOf(inLanguage, say),
    when: writing.clock.wall(context.now).slice(0, 16),
  })
  return { ...content, seq: found.seq, hash: hashOf(content), foot }
}

function numberText(entity: Entity, row: Values, { numberedBy }: Paper, say: (key: string) => string): string {
  return numberedBy === undefined ? titleOfRow(entity, row, say) : String(row[`${numberedBy}$label`] ?? '')
}

function titleText(paper: Paper, say: (key: string) => string): string {
  const key = titleKeyOf(paper)
  const said = say(key)
  return said === key ? say(paper.entity) : said
}

async function nameOf({ tx, userId }: Context, say: (key: string) => string): Promise<string> {
  if (userId === null) return say('paper.system')
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(name, ''), "loginName") as name from "user" where id = ${userId}`.execute(tx)
  return shippedText('user', rows[0]?.name ?? '', say)
}

/** Language of a paper as its definition fields give it. */
export const localeGiven = (value: unknown): Locale | undefined =>
  isLocale(String(value)) ? (value as Locale) : undefined
