/** Random trace questions: roots of every kind, at any ledger row. */
import { randomFrom } from './quantity.ts'
import type { TracedPlant } from './traceLedger.ts'
import { type Direction, type PlantThen, type Precision, plantAt, type TraceOptions } from './traceModel.ts'

/** What a question leaves out or wants coarser; nothing, for most. */
interface Options {
  readonly precision?: Precision
  readonly depth?: number
  readonly without?: readonly string[]
  readonly includePackaging?: false
  /** Only lots of this supplier (forward) or sold to this dealer (backward). */
  readonly supplyId?: number
  readonly dealerId?: number
}

export interface Question {
  /** By this number and the seed it is asked again. */
  readonly number: number
  readonly direction: Direction
  readonly lotNos: readonly string[]
  readonly then: PlantThen
  readonly isNow: boolean
  readonly options: Options
}

/** What a trace is asked by. */
export const askedBy = ({ direction, lotNos, then, isNow, options }: Question) => ({
  ...options,
  ...(direction === 'asc' ? { lotNos } : { productLotNos: lotNos }),
  ...(isNow ? {} : { asOfSeq: then.seq }),
})

export const describeQuestion = (question: Question) =>
  `question ${question.number} (${question.direction} ${JSON.stringify(askedBy(question))})`

/** To whom a lot was sold, by the sales that then stood. */
const dealersOf = ({ standing }: PlantThen, lot: number): readonly number[] =>
  (standing.get(lot) ?? []).flatMap(({ to }) => (to.startsWith('dealer:') ? [Number(to.slice('dealer:'.length))] : []))

/** The model's form of a question: roots and options. */
export function understood(
  { lots, numbers }: TracedPlant,
  { direction, lotNos, then, options: { without = [], includePackaging, supplyId, dealerId, ...view } }: Question,
): { readonly roots: readonly number[]; readonly view: TraceOptions } {
  const numbered = (of: readonly string[]) => of.flatMap(lotNo => numbers.get(lotNo) ?? [])
  const left = new Set(numbered(without))
  const fits = (lot: number) =>
    (supplyId === undefined || lots.get(lot)?.supplier === supplyId) &&
    (dealerId === undefined || dealersOf(then, lot).includes(dealerId))
  const roots = numbered(lotNos).filter(root => !left.has(root) && fits(root))
  // Packaging is in everything; forward it is meant.
  if (includePackaging === false && direction === 'desc')
    for (const { id, isPackaging } of lots.values()) if (isPackaging) left.add(id)
  return { roots, view: { ...view, excludedLots: left } }
}

export interface Asking {
  readonly seed: number
  readonly questions: number
  /** How many earlier rows of the ledger are asked about. */
  readonly moments: number
}

/** Random questions, the same for each seed. */
export function questionsOf(
  { lots, movements, numbers }: TracedPlant,
  { seed, questions, moments }: Asking,
): Question[] {
  const next = randomFrom(seed)
  const oneOf = <T>(items: readonly T[]) => items[Math.floor(next() * items.length)] as T
  const now = plantAt(movements, movements.at(-1)?.seq ?? 0)
  const earlier = Array.from({ length: moments }, () => plantAt(movements, oneOf(movements).seq))
  const all = [...lots.values()]
  const sets = new Map(
    [now, ...earlier].map(then => {
      // Water has a lot before it has moved.
      const moved = new Set(movements.filter(({ seq }) => seq <= then.seq).map(({ lot }) => lot))
      const there = all.filter(lot => moved.has(lot.id))
      return [then, { material: there.filter(lot => !lot.isProduct), product: there.filter(lot => lot.isProduct) }]
    }),
  )
  const optionsOf = (there: readonly { readonly lotNo: string }[]): Options => ({
    ...(next() < 0.1 ? { precision: 'PLAN' } : {}),
    ...(next() < 0.1 ? { depth: 1 + Math.floor(next() * 3) } : {}),
    ...(next() < 0.15 ? { without: Array.from({ length: 1 + Math.floor(next() * 3) }, () => oneOf(there).lotNo) } : {}),
    ...(next() < 0.1 ? { includePackaging: false } : {}),
  })
  /** Supplier or dealer of one lot: misfits are refused. */
  const narrowing = (direction: Direction, lotNos: readonly string[], then: PlantThen): Options => {
    if (next() >= 0.15) return {}
    const named = lotNos.flatMap(lotNo => numbers.get(lotNo) ?? [])
    const [suppliers, dealers] = [
      named.flatMap(lot => lots.get(lot)?.supplier ?? []),
      named.flatMap(lot => dealersOf(then, lot)),
    ]
    if (direction === 'asc') return suppliers.length > 0 ? { supplyId: oneOf(suppliers) } : {}
    return dealers.length > 0 ? { dealerId: oneOf(dealers) } : {}
  }
  return Array.from({ length: questions }, (_, number) => {
    const isNow = moments === 0 || next() < 0.6
    const then = isNow ? now : oneOf(earlier)
    const { material, product } = sets.get(then) ?? { material: [], product: [] }
    const direction = next() < 0.5 ? 'asc' : 'desc'
    const count = next() < 0.6 ? 1 : 2 + Math.floor(next() * 4)
    const ofProduct = () => product.length > 0 && next() < (direction === 'asc' ? 0.5 : 0.8)
    const lotNos = Array.from({ length: count }, () => oneOf(ofProduct() ? product : material).lotNo)
    return {
      number,
      direction,
      lotNos: [...new Set(lotNos)],
      then,
      isNow,
      options: { ...optionsOf([...material, ...product]), ...narrowing(direction, lotNos, then) },
    }
  })
}
