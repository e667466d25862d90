/** Shared parts of the trace commands: queries and target lots. */
import { permits } from '#contract/schema/permission.ts'
import { exactLot, readExactLot } from '#contract/trace/lotName.ts'
import { type TraceQuestion, traceOptions } from '#contract/trace/trace.ts'
import { CallError } from '../../data/api/transport.ts'
import { navigate } from '../../data/location.ts'
import { listRecords, loadRecord } from '../../data/records/records.ts'
import type { Row } from '../../data/records/row.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { store } from '../../data/store.ts'
import {
  askedOf,
  runTrace,
  sectionsShown,
  type Trace,
  type TraceDirection,
  traceAtom,
} from '../../data/trace/traces.ts'
import { type Arguments, type Command, type CommandContext, done, type Result } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import { targetOf } from '../core/target.ts'

export const traceOf = (direction: TraceDirection): Trace => store.get(traceAtom(direction))

export function ofPage(direction: TraceDirection) {
  const page = `review${direction}`
  return { group: 'area.review', values: { page }, entity: page, page } as const satisfies Partial<Command>
}

/** URL parameters; a trailing empty one marks text with blanks. */
const parametersOf = (value: unknown): readonly string[] =>
  Array.isArray(value) && value.length === 1 && /[\s,]/.test(String(value[0]))
    ? [String(value[0]), '']
    : [value].flat().map(String)

export function tracePath(page: string, question: TraceQuestion): string {
  const given = Object.entries(question).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const parameters = given.flatMap(([name, value]) => parametersOf(value).map(text => [name, text]))
  const query = new URLSearchParams(parameters).toString()
  return `/${page}${query && `?${query}`}`
}

export async function trace(direction: TraceDirection, args: TraceQuestion, context: CommandContext): Promise<Result> {
  const page = `review${direction}`
  const { surface, signal } = context
  if (surface !== 'script') navigate(tracePath(page, args))
  // Empty question: the page opens for input.
  if (surface !== 'script' && Object.keys(args).length === 0) return done()
  // Scripts need rows of every section; users only of visible ones.
  const wanted = surface === 'script' ? {} : { sections: sectionsShown(direction) }
  try {
    return done(await runTrace(direction, args, { ...wanted, signal }))
  } catch (error) {
    // Refusals appear on the screen of the query.
    if (surface === 'script' || !(error instanceof CallError) || error.http === 401) throw error
    return { status: 'failed', code: error.status, message: error.message, data: error.data, isShown: true }
  }
}

export function traceAgain(direction: TraceDirection, patch: TraceQuestion, context: CommandContext): Promise<Result> {
  return trace(direction, askedOf({ ...traceOf(direction).asked, ...patch }), context)
}

export function optionsAsked(direction: TraceDirection): TraceQuestion {
  const asked = Object.entries(askedOf(traceOf(direction).asked))
  return Object.fromEntries(asked.filter(([name]) => name in traceOptions && name !== 'without'))
}

export type LotArguments = Arguments & { readonly lotNos?: unknown }

export const lotNosIn = ({ lotNos }: LotArguments): readonly string[] =>
  Array.isArray(lotNos) ? lotNos.map(String) : []

/** Lot numbers of several lots; all without permission to read lots. */
async function withNamesakes(lotNos: readonly string[]): Promise<ReadonlySet<string>> {
  if (!permits(store.get(grantsAtom), { menu: 'stocklot' })) return new Set(lotNos)
  const numbers = (await lotsNumbered(lotNos)).map(({ lotNo }) => String(lotNo))
  return new Set(numbers.filter((lotNo, at) => numbers.indexOf(lotNo) !== at))
}

/** Target lots: given, or selected rows, by number unless ambiguous. */
export async function targetLots(args: LotArguments, context: Context): Promise<readonly string[]> {
  if (args.lotNos) return lotNosIn(args)
  const { ids, rows } = targetOf('stocklot', context, args)
  const known = new Map(rows.map(row => [row.id, row]))
  const lots = await Promise.all(
    ids.map(id => known.get(id) ?? (typeof id === 'number' ? loadRecord('stocklot', id) : null)),
  )
  const found = lots.flatMap(lot => (lot?.lotNo ? [{ id: Number(lot.id), lotNo: String(lot.lotNo) }] : []))
  const shared = await withNamesakes(found.map(({ lotNo }) => lotNo))
  return found.map(({ lotNo, id }) => (shared.has(lotNo) ? exactLot(lotNo, id) : lotNo))
}

export function reasonAgainstLots(context: Context, args: LotArguments = {}): string | undefined {
  const areGiven = args.lotNos !== undefined || targetOf('stocklot', context, args).ids.length > 0
  return areGiven ? undefined : 'reason.noSelection'
}

export function reasonAgainstAnswer(direction: TraceDirection): string | undefined {
  return traceOf(direction).answer ? undefined : 'review.reason.nothingTraced'
}

const maxLots = 100

/** Finds lots by name (`lotName.ts`); numbers may be ambiguous. */
export async function lotsNumbered(names: readonly string[]): Promise<readonly Row[]> {
  const wanted = new Set(names)
  const numbers = [...new Set(names.flatMap(name => [name, readExactLot(name)?.lotNo ?? name]))]
  const found: Row[] = []
  for (let at = 0; at < numbers.length; at += maxLots) {
    const where = [{ field: 'lotNo', op: 'in', value: numbers.slice(at, at + maxLots) }]
    const sort = [['id', 'asc']] as const
    for (let page = 1, read = 0, total = 1; read < total; page += 1) {
      const lots = await listRecords('stocklot', { where, sort, page, size: 200 })
      if (lots.rows.length === 0) break
      found.push(...lots.rows)
      read += lots.rows.length
      total = lots.total
    }
  }
  return found.filter(({ id, lotNo }) => wanted.has(String(lotNo)) || wanted.has(exactLot(String(lotNo), Number(id))))
}
