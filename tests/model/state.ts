/** Model's books: lots, plans, documents. Written from domain.md, not the server. */
import type { Item, Move, Operation, Position } from './operation.ts'

export type Quality = 'PENDING' | 'RELEASED' | 'HOLD' | 'REJECTED' | 'RECALLED'

export interface Lot {
  readonly id: number
  readonly lotNo: string
  readonly item: Item
  readonly supplier: number | null
  /** Plan that made it, with the number people know it by. */
  readonly plan: number | null
  status: Quality
  readonly held: Map<Position, bigint>
  /** Documents that moved it, in the order they did. */
  readonly movedBy: string[]
  /** Inspections with items that are not ended. */
  readonly inspections: Set<string>
  routineSamples: number
}

export interface PlanLine {
  readonly item: Item
  readonly required: bigint
  issued: bigint
  madeUp: bigint
  returned: bigint
  used: bigint
  scrapped: bigint
}

/** Effective charge, correction or receipt of a plan. */
export interface Batch {
  readonly lot: number
  readonly batch: number
  readonly quantity: bigint
}

export interface Plan {
  readonly id: number
  readonly rework: boolean
  readonly item: Item
  readonly planned: bigint
  readonly batches: number
  readonly lines: readonly PlanLine[]
  lotNo: string
  status: 'DRAFT' | 'RELEASED' | 'ISSUING' | 'PRODUCING' | 'FINISHED' | 'CLOSED' | 'CANCELLED'
  produced: bigint
  /** Was its loss explained on closing? Stays after reopening. */
  explained: boolean
  readonly charges: Map<string, Batch>
  readonly outputs: Map<string, Batch & { readonly main: boolean }>
}

export interface Document {
  readonly key: string
  readonly posting: Operation
  status: string
  approved: boolean
  moves: readonly Move[]
  /** Of a sample: what tests took of it. */
  used: bigint
}

export interface State {
  readonly lots: Map<number, Lot>
  readonly plans: Map<number, Plan>
  readonly documents: Map<string, Document>
  /** Bins that are shut for issue and sale. */
  readonly quarantine: ReadonlySet<Position>
  /** Lots by item and number. */
  readonly numbers: Map<string, number>
  /** Corrections of a charge, by the charge. */
  readonly corrections: Map<string, string[]>
  /** Relabelling that made a lot. */
  readonly labels: Map<number, string>
  /** Lots that ever lay in the work in progress of a plan. */
  readonly wip: Map<number, Set<number>>
  /** Keys of what the last operation changed: `lot:1`, `plan:1`, `document:…`. */
  readonly touched: Set<string>
}

export const emptyState = (quarantine: ReadonlySet<Position>): State => ({
  lots: new Map(),
  plans: new Map(),
  documents: new Map(),
  quarantine,
  numbers: new Map(),
  corrections: new Map(),
  labels: new Map(),
  wip: new Map(),
  touched: new Set(),
})

function found<K, V>(map: ReadonlyMap<K, V>, key: K, what: string): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`the model knows no ${what} ${String(key)}`)
  return value
}

/** Things by key; unknown ones are a difference already. */
export const lotOf = (state: State, id: number) => found(state.lots, id, 'lot')
export const planOf = (state: State, id: number) => found(state.plans, id, 'plan')
export const documentNamed = (state: State, key: string) => found(state.documents, key, 'document')

/** Same goods under earlier labels; reversed ones with `everBefore`. */
export function earlierLabels(state: State, id: number, everBefore = false): readonly Lot[] {
  const document = state.documents.get(state.labels.get(id) ?? '')
  if (document?.posting.kind !== 'relabel' || (document.status !== 'SUBMITTED' && !everBefore)) return []
  const { lot } = document.posting
  return [lotOf(state, lot), ...earlierLabels(state, lot, everBefore)]
}

/** Real places, never negative; the others are virtual. */
export const isReal = (place: Position) => /^(bin|wip|dealer):|^sample$/.test(place)

export const heldAt = (lot: Pick<Lot, 'held'>, place: Position): bigint => lot.held.get(place) ?? 0n

/** The changes of the movements, summed per lot and place. */
export function netOf(
  moves: readonly Move[],
): { readonly lot: number; readonly place: Position; readonly change: bigint }[] {
  const sums = new Map<string, { lot: number; place: Position; change: bigint }>()
  const add = (lot: number, place: Position, change: bigint) => {
    const sum = sums.get(`${lot} ${place}`) ?? { lot, place, change: 0n }
    sum.change += change
    sums.set(`${lot} ${place}`, sum)
  }
  for (const { lot, from, to, quantity } of moves) {
    add(lot, from, -quantity)
    add(lot, to, quantity)
  }
  return [...sums.values()]
}

export const mirrored = (moves: readonly Move[]): Move[] =>
  moves.map(({ from, to, ...rest }) => ({ ...rest, from: to, to: from })).reverse()
