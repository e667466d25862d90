/**
 * Trace by domain.md §3.3, folded from ledger rows one by one, as of any row. Shares no query and no arithmetic with
 * the server.
 */
import { type Link, linkOfDocument, linksOf, unmadeOf } from './genealogy.ts'
import type { Position } from './operation.ts'
import type { Batch } from './state.ts'
import type { Movement } from './traceLedger.ts'

export type Direction = 'asc' | 'desc'

export type Precision = Link['precision']

/** Links by input lot and by output lot. */
interface Graph {
  readonly links: readonly Link[]
  readonly asc: ReadonlyMap<number, readonly Link[]>
  readonly desc: ReadonlyMap<number, readonly Link[]>
}

/** A plant as it stood after a row of its ledger. */
export interface PlantThen {
  readonly seq: number
  /** Rows of each lot that nothing up to then had undone. */
  readonly standing: ReadonlyMap<number, readonly Movement[]>
  /** Links by batch, and as if all were by plan. */
  readonly graphs: Readonly<Record<Precision, Graph>>
  /** What each plan had used and nothing had come of yet. */
  readonly cooking: Readonly<Record<Precision, ReadonlyMap<number, readonly Batch[]>>>
}

interface PlanThen {
  readonly id: number
  readonly charges: Map<string, Batch>
  readonly outputs: Map<string, Batch & { readonly main: boolean }>
}

const isBin = (place: Position) => place.startsWith('bin:')
const isWip = (place: Position) => place.startsWith('wip:')

/** Books a row into its plan. */
function book(plans: Map<number, PlanThen>, { seq, lot, from, to, quantity, plan: id, batch }: Movement): void {
  if (id === null || (from !== 'process' && to !== 'process')) return
  const plan = plans.get(id) ?? { id, charges: new Map(), outputs: new Map() }
  plans.set(id, plan)
  if (isWip(from)) plan.charges.set(`${seq}`, { lot, batch, quantity })
  // From the process back into work: a charge corrected downwards.
  else if (isWip(to)) plan.charges.set(`${seq}`, { lot, batch, quantity: -quantity })
  else plan.outputs.set(`${seq}`, { lot, batch, quantity, main: true })
}

/** Links of documents that take goods from a bin and return them, line by line. */
function documentLinks(effective: readonly Movement[]): Link[] {
  const own = effective.filter(({ plan, from, to }) => plan === null && (from === 'process' || to === 'process'))
  return [...Map.groupBy(own, movement => movement.document)].flatMap(([document, rows]) => {
    const [taken, returned] = [rows.find(({ to }) => to === 'process'), rows.find(({ from }) => from === 'process')]
    if (!taken || !returned) return []
    return [linkOfDocument(document.slice(0, document.lastIndexOf('/')), taken.lot, returned.lot, taken.quantity)]
  })
}

/** Folds the ledger up to a row. */
export function plantAt(movements: readonly Movement[], seq: number): PlantThen {
  const until = movements.filter(movement => movement.seq <= seq)
  const undone = new Set(until.map(movement => movement.undoes))
  const isEffective = until.filter(movement => movement.undoes === null && !undone.has(movement.seq))
  const plans = new Map<number, PlanThen>()
  for (const movement of isEffective) book(plans, movement)
  const graphOf = (coarsely: boolean): Graph => {
    const links = [...[...plans.values()].flatMap(plan => linksOf(plan, coarsely)), ...documentLinks(isEffective)]
    return {
      links,
      asc: Map.groupBy(links, link => link.input),
      desc: Map.groupBy(links, link => link.output),
    }
  }
  const standing = Map.groupBy(isEffective, movement => movement.lot)
  const cookingOf = (coarsely: boolean) =>
    new Map([...plans.values()].map(plan => [plan.id, unmadeOf(plan, coarsely)] as const))
  return {
    ...{ seq, standing, graphs: { BATCH: graphOf(false), PLAN: graphOf(true) } },
    cooking: { BATCH: cookingOf(false), PLAN: cookingOf(true) },
  }
}

/** Options of a trace (`traceOptions`); by default all, finest. */
export interface TraceOptions {
  readonly precision?: Precision
  /** Most steps from a root. */
  readonly depth?: number
  /** Lots that no link is followed to. */
  readonly excludedLots?: ReadonlySet<number>
}

export interface Reach {
  /** Distance of lots to the nearest root, which is 0. */
  readonly levels: ReadonlyMap<number, number>
  readonly links: readonly Link[]
}

/** Lots containing a root (asc) or within one (desc), with links. */
export function reachOf(
  { graphs }: PlantThen,
  roots: readonly number[],
  direction: Direction,
  { precision = 'BATCH', depth = Number.POSITIVE_INFINITY, excludedLots = new Set() }: TraceOptions = {},
): Reach {
  const levels = new Map(roots.map(root => [root, 0]))
  const links: Link[] = []
  // Growing map: nearer ones come first.
  for (const [lot, level] of levels)
    for (const link of level < depth ? (graphs[precision][direction].get(lot) ?? []) : []) {
      const next = direction === 'asc' ? link.output : link.input
      if (excludedLots.has(next)) continue
      links.push(link)
      if (!levels.has(next)) levels.set(next, level + 1)
    }
  return { levels, links }
}

/** Whereabouts and origin of a lot, as a trace shows them. */
export type Figures = Readonly<Record<(typeof came)[number] | (typeof went)[number], bigint>>
export const came = ['received', 'produced', 'gained'] as const
export const went = [
  ...(['onHand', 'wip', 'used', 'sold', 'samples', 'tested', 'scrapped', 'supplierReturned', 'countLoss'] as const),
]

type Accept = (place: Position) => boolean
const total = (rows: readonly Movement[], accept: (row: Movement) => boolean) =>
  rows.reduce((sum, row) => (accept(row) ? sum + row.quantity : sum), 0n)

/** Figures of a lot by the rows that stand. */
export function figuresOf({ standing }: Pick<PlantThen, 'standing'>, lot: number): Figures {
  const rows = standing.get(lot) ?? []
  const to = (place: Accept) => total(rows, row => place(row.to))
  const out = (place: Accept) => total(rows, row => place(row.from))
  const held = (place: Accept) => to(place) - out(place)
  const is = (name: Position) => (place: Position) => place === name
  return {
    received: out(is('supplier')),
    produced: total(rows, row => row.from === 'process' && isBin(row.to)),
    gained: out(is('adjust')),
    onHand: held(isBin),
    wip: held(isWip),
    used: to(is('process')) - total(rows, row => row.from === 'process' && isWip(row.to)),
    sold: held(place => place.startsWith('dealer:')),
    samples: held(is('sample')),
    tested: held(is('lab')),
    scrapped: held(is('scrap')),
    supplierReturned: to(is('supplier')),
    countLoss: to(is('adjust')),
  }
}

/** Origin less all places: always nothing. */
export const unaccounted = (figures: Figures): bigint =>
  came.reduce((sum, name) => sum + figures[name], 0n) - went.reduce((sum, name) => sum + figures[name], 0n)

/** Sold to and held by each dealer, by `dealer:3 lot`. */
export function dealingsOf({ standing }: PlantThen, lots: Iterable<number>) {
  const dealings = new Map<string, { sold: bigint; net: bigint }>()
  for (const lot of lots)
    for (const { from, to, quantity } of standing.get(lot) ?? []) {
      const dealer = [from, to].find(place => place.startsWith('dealer:'))
      if (!dealer) continue
      const dealing = dealings.get(`${dealer} ${lot}`) ?? { sold: 0n, net: 0n }
      if (dealer === to) dealing.sold += quantity
      dealing.net += dealer === to ? quantity : -quantity
      dealings.set(`${dealer} ${lot}`, dealing)
    }
  return dealings
}

/** Charges and corrections of lots, or of these links only. */
export function chargesOf({ standing }: PlantThen, { levels, links }: Reach, direction: Direction) {
  const batches = new Set(links.map(({ plan, batch }) => `${plan}/${batch}`))
  const leads = ({ plan, batch }: Movement) => batches.has(`${plan}/0`) || batches.has(`${plan}/${batch}`)
  return [...levels.keys()]
    .flatMap(lot => standing.get(lot) ?? [])
    .filter(row => (isWip(row.from) && row.to === 'process') || (row.from === 'process' && isWip(row.to)))
    .filter(row => direction === 'asc' || leads(row))
}
