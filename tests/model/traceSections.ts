/** The rows of each section of a trace against the model. */

import type { Values } from '#contract/schema/field.ts'
import type { SectionName } from '#contract/trace/sectionNames.ts'
import type { TraceScope } from '../../server/domain/trace/walk/traceScope.ts'
import { text, units } from './quantity.ts'
import type { TracedPlant } from './traceLedger.ts'
import { chargesOf, dealingsOf, figuresOf, type Reach, reachOf, type TraceOptions } from './traceModel.ts'
import type { Question } from './traceQuestions.ts'

type Book = ReadonlyMap<string, string>

/** Entries of only one book, or with other content. */
export function between(what: string, model: Book, server: Book): string[] {
  const keys = new Set([...model.keys(), ...server.keys()])
  return [...keys]
    .filter(key => model.get(key) !== server.get(key))
    .map(key => `${what} ${key}: ${model.get(key) ?? 'nothing'} by the model, ${server.get(key) ?? 'nothing'} answered`)
}

export const bookOf = <T>(items: Iterable<T>, keyOf: (item: T) => string, saidOf: (item: T) => unknown): Book =>
  new Map([...items].map(item => [keyOf(item), String(saidOf(item))]))

/** Sums by key; zero sums are dropped where irrelevant. */
function summed(rows: readonly Values[], keyOf: (row: Values) => string, field: string): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0n) + units(row[field]))
  return sums
}
const texts = (sums: ReadonlyMap<string, bigint>): Book =>
  bookOf(
    sums,
    ([key]) => key,
    ([, sum]) => text(sum),
  )

/** A question with what both say of it. */
export interface Compared {
  readonly plant: TracedPlant
  readonly question: Question
  readonly view: TraceOptions
  readonly reach: Reach
  readonly scope: TraceScope
}

/** Where the rows of a section differ from the model, in words. */
export type Check = (compared: Compared, rows: readonly Values[]) => string[]

const lotRows =
  (isProduct: boolean): Check =>
  ({ plant, reach }, rows) => {
    const ours = [...reach.levels].filter(([lot]) => plant.lots.get(lot)?.isProduct === isProduct)
    return between(
      isProduct ? 'product lot' : 'source lot',
      bookOf(
        ours,
        ([lot]) => String(lot),
        ([, level]) => level,
      ),
      bookOf(
        rows,
        row => String(row.lotId),
        row => row.level,
      ),
    )
  }

const dealers: Check = ({ question, scope }, rows) => {
  const ours = [...dealingsOf(question.then, scope.targetLots)].filter(([, dealing]) => dealing.sold > 0n)
  const keyOf = (row: Values) => `dealer:${row.dealerId} ${row.lotId}`
  return [
    ...between(
      'sold to',
      texts(new Map(ours.map(([key, { sold }]) => [key, sold]))),
      texts(summed(rows, keyOf, 'qty')),
    ),
    ...between(
      'held by',
      texts(new Map(ours.map(([key, { net }]) => [key, net]))),
      texts(summed(rows, keyOf, 'netQty')),
    ),
  ]
}

const uses: Check = ({ question, reach }, rows) =>
  between(
    'charge',
    bookOf(
      chargesOf(question.then, reach, question.direction),
      row => String(row.seq),
      row => text(row.to === 'process' ? row.quantity : -row.quantity),
    ),
    bookOf(
      rows,
      row => String(row.seq),
      row => row.qty,
    ),
  )

const balances: Check = (_, rows) =>
  rows.flatMap(row => {
    const names = ['onHand', 'wip', 'used', 'sold', 'sample', 'tested', 'scrap', 'supplierReturn', 'countDiff']
    const rest = names.reduce((left, name) => left - units(row[`${name}Qty`]), units(row.sourceQty))
    const rate = units(row.sourceQty) === 0n ? null : '100.00'
    return rest === 0n && (row.scopeType !== 'LOT' || row.accountedRate === rate)
      ? []
      : [`balance of ${String(row.refNo)}: ${text(rest)} left, ${String(row.accountedRate)} %`]
  })

/** Open charges without output; of the past unknown. */
function cookingOf({ plant, question, view, scope }: Compared): Book {
  const isHistorical = !question.isNow && question.then.seq < (plant.movements.at(-1)?.seq ?? 0)
  const asked = new Set(scope.targetLots)
  const sums = new Map<string, bigint>()
  for (const [plan, charges] of question.then.cooking[view.precision ?? 'BATCH'])
    for (const { lot, quantity } of isHistorical || !plant.closed.has(plan) ? charges : [])
      if (asked.has(lot)) sums.set(String(lot), (sums.get(String(lot)) ?? 0n) + quantity)
  return texts(sums)
}

/** Bins, work in progress and charges; drafts are outside the ledger. */
const stoppable: Check = (compared, rows) => {
  const { question, scope } = compared
  const sums = (kind: 'STOCK' | 'WIP' | 'PROCESS') =>
    texts(
      summed(
        rows.filter(row => row.kind === kind),
        row => String(row.lotId),
        'qty',
      ),
    )
  const held = (name: 'onHand' | 'wip') =>
    texts(
      new Map(
        scope.targetLots
          .map(lot => [String(lot), figuresOf(question.then, lot)[name]] as const)
          .filter(([, quantity]) => quantity !== 0n),
      ),
    )
  return [
    ...between('in stock', held('onHand'), sums('STOCK')),
    ...between('in work', held('wip'), sums('WIP')),
    ...between('in the kettle', cookingOf(compared), sums('PROCESS')),
  ]
}

/** Products that share a lot with the roots, by lot. */
const siblings: Check = ({ plant, question, view, reach, scope }, rows) => {
  const whole = { ...view, depth: Number.POSITIVE_INFINITY }
  const sources = [...reach.levels.keys()].filter(lot => !scope.roots.includes(lot))
  const ours = sources
    .filter(source => plant.lots.get(source)?.isTracked)
    .flatMap(source =>
      [...reachOf(question.then, [source], 'asc', whole).levels.keys()].map(lot => [lot, source] as const),
    )
    .filter(([lot]) => plant.lots.get(lot)?.isProduct && !reach.levels.has(lot))
  const numberOf = (lot: unknown) => plant.lots.get(Number(lot))?.lotNo
  return between(
    'sibling',
    bookOf(
      ours,
      ([lot, source]) => `${lot} by ${numberOf(source)}`,
      () => 'found',
    ),
    bookOf(
      rows,
      row => `${row.lotId} by ${row.sharedLotNo}`,
      () => 'found',
    ),
  )
}

/** Sections of which the model knows the rows. */
export const checks: Partial<Record<SectionName, Check>> = {
  ...{
    reviewsourcelot: lotRows(false),
    reviewmaterial: lotRows(false),
    reviewproductlot: lotRows(true),
    reviewdealer: dealers,
    reviewuse: uses,
  },
  ...{ reviewbalance: balances, reviewstoppable: stoppable, reviewsibling: siblings },
}
