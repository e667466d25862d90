/** Trace of the server against the model, section by section. */
import type { Values } from '#contract/schema/field.ts'
import { type SectionName, sectionsOf } from '#contract/trace/sectionNames.ts'
import type { Context } from '../../server/db/connection/context.ts'
import { sectionRows } from '../../server/domain/trace/sections/section.ts'
import { sectionTotals } from '../../server/domain/trace/sections/trace.ts'
import { scopeOf, type TraceScope } from '../../server/domain/trace/walk/traceScope.ts'
import { text, units } from './quantity.ts'
import type { TracedPlant } from './traceLedger.ts'
import { came, figuresOf, type Reach, reachOf, unaccounted, went } from './traceModel.ts'
import { askedBy, describeQuestion, type Question, understood } from './traceQuestions.ts'
import { between, bookOf, type Compared, checks } from './traceSections.ts'

/** All rows of a section; a wrong page count is a difference. */
async function allRows(context: Context, scope: TraceScope, name: SectionName) {
  const rows: Values[] = []
  let total = 0
  for (let page = 1; page === 1 || rows.length < total; page += 1) {
    const found = await sectionRows(context, scope, name, { page, size: 200 })
    total = found.total
    rows.push(...found.rows)
    if (found.rows.length === 0) break
  }
  return { total, rows }
}

function scopes({ question, reach, scope }: Compared): string[] {
  const linkBook = (links: Reach['links']) =>
    bookOf(
      links,
      ({ input, output, plan, batch }) => `${input} → ${output} by ${plan}/${batch}`,
      link => link.precision,
    )
  const answered = scope.links.map(link => ({
    ...{
      input: link.inLotId,
      output: link.outLotId,
      plan: link.producePlanId ?? String(link.docNo),
      batch: link.batchSeq,
      used: 0n,
    },
    precision: link.linkPrecision as 'BATCH' | 'PLAN',
  }))
  const levels = (of: ReadonlyMap<number, number>) =>
    bookOf(
      of,
      ([lot]) => String(lot),
      ([, level]) => level,
    )
  return [
    ...between('level of lot', levels(reach.levels), levels(scope.levels)),
    ...between(
      'lot',
      levels(new Map([...reach.levels].map(([lot]) => [lot, 0]))),
      bookOf(scope.lots, String, () => 0),
    ),
    ...between('link', linkBook(reach.links), linkBook(answered)),
    ...(answered.length === new Set(scope.links).size && answered.length === linkBook(answered).size
      ? []
      : ['a link twice']),
    ...(scope.asOfSeq === question.then.seq ? [] : [`as of ${scope.asOfSeq} answered`]),
  ]
}

const places = [...came, ...went]

/** Figures of every lot, balanced to the last ten-thousandth. */
async function figures({ question, reach, scope }: Compared): Promise<string[]> {
  const answered = new Map((await scope.figures()).map(figure => [figure.lotId, figure]))
  return [...reach.levels.keys()].flatMap(lot => {
    const [ours, theirs] = [figuresOf(question.then, lot), answered.get(lot)]
    const read = Object.fromEntries(places.map(place => [place, units(theirs?.[place])])) as typeof ours
    const rest = unaccounted(read)
    return [
      ...places
        .filter(place => ours[place] !== read[place])
        .map(place => `${place} of lot ${lot}: ${text(ours[place])} by the model, ${text(read[place])} answered`),
      ...(rest === 0n ? [] : [`lot ${lot} does not balance: ${text(rest)}`]),
      ...(unaccounted(ours) === 0n ? [] : [`lot ${lot} does not balance in the model: ${text(unaccounted(ours))}`]),
    ]
  })
}

/** Differences in words; with sections, of every row too. */
export async function compare(
  context: Context,
  plant: TracedPlant,
  question: Question,
  withSections: boolean,
): Promise<string[]> {
  const { roots, view } = understood(plant, question)
  const reach = reachOf(question.then, roots, question.direction, view)
  const scope = await scopeOf(context, question.direction, askedBy(question))
  const compared = { plant, question, view, reach, scope }
  const differences = [...scopes(compared), ...(await figures(compared))]
  const names = withSections ? sectionsOf[question.direction] : (['reviewdealer'] as const)
  for (const name of names) {
    const check = checks[name]
    if (!check) continue
    const { total, rows } = await allRows(context, scope, name)
    differences.push(...check(compared, rows))
    if (total !== rows.length) differences.push(`${name}: ${total} rows said, ${rows.length} given`)
    const counted = (await sectionTotals(context, scope, [name])).sections.get(name)
    if (counted?.total !== rows.length)
      differences.push(`${name}: ${counted?.total} rows counted, ${rows.length} given`)
  }
  return differences.map(each => `${describeQuestion(question)}: ${each}`)
}
