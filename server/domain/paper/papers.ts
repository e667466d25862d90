/** Calls of papers: PDF, content, check of a printed hash. */
import { numberedDocument } from '#contract/documentNumbers.ts'
import { entityNamed } from '#contract/index.ts'
import { locales } from '#contract/messages/locales.ts'
import type { PaperCheckAnswer, PaperRequest } from '#contract/paper/calls.ts'
import type { PaperModel } from '#contract/paper/model.ts'
import { paperNamed, papersOf } from '#contract/paper/papers.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { type Entity, hasPage } from '#contract/schema/entity.ts'
import { permits } from '#contract/schema/permission.ts'
import type { Context } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { list } from '../../db/query/list.ts'
import { writeAudit } from '../basis/audit.ts'
import { FileAnswer } from '../basis/fileAnswer.ts'
import { wordingUnder } from '../importExport/titles.ts'
import { issuesOf, type PaperIssue } from './issues.ts'
import { logoOf } from './logo.ts'
import { localeGiven, mayRead, type PaperQuery, paperModel } from './paperModel.ts'
import type { Proposals } from './paperRows.ts'
import { render } from './render.ts'

function queryOf({ entity: name, id, paper, locale }: PaperRequest): PaperQuery {
  const entity = entityNamed(name)
  if (!entity || !hasPage(entity) || papersOf(entity).length === 0) throw invalid({ entity: 'option' })
  return { entity, id, paper: paper || undefined, locale: localeGiven(locale) }
}

export const paperText = (context: Context, asked: PaperRequest, proposals: Proposals): Promise<PaperModel> =>
  paperModel(context, queryOf(asked), proposals)

type Reads = Readonly<Record<string, boolean>>

const entitiesOf = (entity: Entity, paper: string): readonly Entity[] =>
  [entity.name, ...(paperNamed(entity, paper)?.tables ?? []).map(({ of }) => of)].flatMap(
    name => entityNamed(name) ?? [],
  )

/** Rights that the content of a paper depends on. */
function readsOf(context: Context, entity: Entity, paper: string): Reads {
  const read = entitiesOf(entity, paper).filter(each => mayRead(context, each))
  return Object.fromEntries(read.map(({ name }) => [name, permits(context.grants, { menu: name, button: 'edit' })]))
}

const everything = (entity: Entity, paper: string): Reads =>
  Object.fromEntries(entitiesOf(entity, paper).map(({ name }) => [name, true]))

/** Context with other rights, for comparing hashes. */
const readingAs = (context: Context, reads: Reads): Context => ({
  ...context,
  grants: new Map(Object.entries(reads).map(([name, isWhole]) => [name, new Set(isWhole ? ['edit'] : [])])),
})

/** Characters that no file name may hold. */
const unnameable = /[\\/:*?"<>|\s]+/g

/**
 * Draws a paper; for mails and archives as well.
 * @throws AppError as `paperModel`; papersBusy
 */
export async function drawPaper(context: Context, query: PaperQuery, proposals: Proposals): Promise<FileAnswer> {
  const model = await paperModel(context, query, proposals)
  const { say } = await wordingUnder({ ...context, locale: model.locale }, [], ['paper.'])
  const bytes = await render({ model, words: { seq: say('paper.seq') }, logo: await logoOf(context) })
  await transact(context.tx, tx => {
    const { paper, locale, seq, hash } = model
    const issued = JSON.stringify({ paper, locale, seq, hash, reads: readsOf(context, query.entity, paper) })
    return writeAudit({ ...context, tx }, query.entity.name, String(query.id), 'EXPORT', issued)
  })
  const name = `${model.title}-${model.number}`.replaceAll(unnameable, ' ').trim()
  return new FileAnswer(`${name}.pdf`, 'application/pdf', bytes)
}

export const paperPdf = (context: Context, asked: PaperRequest, proposals: Proposals): Promise<FileAnswer> =>
  drawPaper(context, queryOf(asked), proposals)

/** Fewest characters of a hash that say something. */
const leastHash = 8

interface Printed {
  readonly number: string
  readonly hash: string
}

function printedOf(context: Context, { number, hash }: Printed): Printed & { readonly entity: Entity } {
  const read = hash.replace(/\s+/g, '').toLowerCase()
  if (!/^[0-9a-f]+$/.test(read) || read.length < leastHash) throw invalid({ hash: 'paperHash' })
  const named = numberedDocument(number.trim().toUpperCase())
  const entity = named && entityNamed(named.entity)
  if (!named || !entity || papersOf(entity).length === 0) throw invalid({ number: 'paperNumber' })
  if (!permits(context.grants, { menu: entity.name })) throw new AppError('notPermitted', { menu: entity.name })
  return { number: named.number, hash: read, entity }
}

interface Checked {
  readonly entity: Entity
  readonly id: number
  readonly hash: string
  readonly issued: readonly PaperIssue[]
}

/** Title of the paper with this hash, for whoever had it. */
async function currentTitle(context: Context, { entity, id, hash, issued }: Checked, proposals: Proposals) {
  for (const { name } of papersOf(entity)) {
    const others = issued.flatMap(({ paper, reads }) => (paper === name && reads ? [reads] : []))
    const readers = [...others, everything(entity, name)].map(reads => readingAs(context, reads))
    for (const reader of [context, ...readers])
      for (const locale of locales) {
        const model = await paperModel(reader, { entity, id, paper: name, locale }, proposals).catch(refusedState)
        if (model?.hash.startsWith(hash)) return model.title
      }
  }
  return undefined
}

/** Papers that the record has not in its state. */
function refusedState(error: unknown): undefined {
  if (error instanceof AppError && ['wrongState', 'paperTooLong', 'paperNeedsWhole'].includes(error.refusal)) return
  throw error
}

/**
 * Compares a printed hash with what the record says now, and with what was issued of it.
 * @throws AppError invalid, notFound, notPermitted
 */
export async function paperCheck(context: Context, asked: Printed, proposals: Proposals): Promise<PaperCheckAnswer> {
  const { entity, number, hash } = printedOf(context, asked)
  const found = await list(context, entity, { where: [{ field: entity.title, op: 'eq', value: number }], size: 1 })
  const [row] = found.rows
  if (!row) throw new AppError('notFound')
  const issued = (await issuesOf(context, entity, row.id)).filter(issue => issue.hash.startsWith(hash))
  const title = await currentTitle(context, { entity, id: row.id, hash, issued }, proposals)
  const outcome = title !== undefined ? 'current' : issued.length > 0 ? 'superseded' : 'unknown'
  return {
    outcome,
    entity: entity.name,
    id: row.id,
    number,
    ...(title === undefined ? {} : { title }),
    issued: issued.map(({ at, by, seq, locale }) => ({ at, by, seq, locale })),
  }
}
