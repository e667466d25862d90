/** One pair of hands of the walk: its random choices, and what it believes of the plant when it chooses. */
import type { Values } from '#contract/schema/field.ts'
import type { World } from './fixture.ts'
import type { Item, Operation, Place } from './operation.ts'
import { heldAt, type Lot, lotOf, type Plan, type State } from './state.ts'

/** What a hand does: the call, what the operation is known to be, and what it turns out to be when it was done. */
export interface Deed {
  readonly path: string
  readonly sent: Values
  readonly about: Operation
  readonly done?: (data: Values) => Operation | Promise<Operation>
}

/** Chooses a deed; nothing when there is nothing to do it with. */
export type Choice = (hand: Hand) => Deed | null | Promise<Deed | null>

/** The operation with the document that the answer says it became. */
export const keyed =
  (entity: string, about: Operation) =>
  (data: Values): Operation =>
    ({ ...about, document: `${entity}:${data.id}` }) as Operation

export interface Facts {
  readonly supplierLotNo: string
  readonly produceDate: string
  readonly expiryDate: string | null
}

/** What everybody believes: the operations that were answered, in the order of the answers, so never quite the truth. */
export interface Board {
  readonly state: State
  /** Lots in the order they came, and what a further receipt of one must repeat. */
  readonly lots: { readonly material: number[]; readonly product: number[] }
  readonly facts: Map<number, Facts>
  readonly plans: number[]
  readonly documents: string[]
}

export interface Hand {
  readonly world: World
  readonly board: Board
  /** Asks the server something that changes nothing. */
  ask(method: 'GET' | 'POST', path: string, sent: Values): Promise<Values | null>
  next(): number
}

export const oneOf = <T>(hand: Hand, items: readonly T[]): T | undefined =>
  items[Math.floor(hand.next() * items.length)]
export const chance = (hand: Hand, share: number) => hand.next() < share

/** Some of a quantity: often all of it, sometimes a crumb, now and then a little more than there is. */
export function some(hand: Hand, quantity: bigint, step = 1n): bigint {
  const part = hand.next()
  if (part < 0.04) return (quantity / step) * step + step
  if (part < 0.3) return (quantity / step) * step
  if (part < 0.36) return step
  const taken = (quantity * BigInt(Math.floor(hand.next() * 1000))) / 1000n
  return taken < step ? step : (taken / step) * step
}

const shared = 6
const recent = 40

/** What many hands reach for: the oldest lots, which everybody shares, and the latest. */
function near<T>(all: readonly T[]): readonly T[] {
  return all.length <= shared + recent ? all : [...all.slice(0, shared), ...all.slice(-recent)]
}

export const nearLots = (hand: Hand, kind: 'material' | 'product'): readonly Lot[] =>
  near(hand.board.lots[kind]).map(id => lotOf(hand.board.state, id))

/** A lot in a bin with what is believed to lie there. */
export interface Held {
  readonly lot: Lot
  readonly bin: Place
  readonly quantity: bigint
}

export const stockIn = (lots: readonly Lot[], accept: (lot: Lot, bin: Place) => boolean = () => true): Held[] =>
  lots.flatMap(lot =>
    [...lot.held].flatMap(([bin, quantity]) =>
      quantity > 0n && bin.startsWith('bin:') && accept(lot, bin) ? [{ lot, bin, quantity }] : [],
    ),
  )

/** Goods in bins that are open; now and then any goods, of which most are refused. */
export function usable(hand: Hand, kind: 'material' | 'product', accept: (lot: Lot) => boolean = () => true): Held[] {
  const strict = !chance(hand, 0.05)
  const { quarantine } = hand.board.state
  return stockIn(
    nearLots(hand, kind),
    (lot, bin) => accept(lot) && (!strict || (lot.status === 'RELEASED' && !quarantine.has(bin))),
  )
}

/** A plan that is believed to be in one of these states; now and then any plan. */
export function planIn(hand: Hand, ...states: readonly Plan['status'][]): Plan | undefined {
  const plans = near(hand.board.plans).flatMap(id => hand.board.state.plans.get(id) ?? [])
  return oneOf(hand, chance(hand, 0.03) ? plans : plans.filter(plan => states.includes(plan.status)))
}

/** What lies in the work in progress of a plan. */
export function inWork(hand: Hand, plan: Plan): { readonly lot: Lot; readonly quantity: bigint }[] {
  return [...(hand.board.state.wip.get(plan.id) ?? [])].flatMap(id => {
    const lot = lotOf(hand.board.state, id)
    const quantity = heldAt(lot, `wip:${plan.id}`)
    return quantity > 0n ? [{ lot, quantity }] : []
  })
}

/** A document that is believed to be in one of these states, of the latest three hundred. */
export function documentIn(hand: Hand, accept: (posting: Operation, status: string) => boolean): string | undefined {
  const keys = hand.board.documents.slice(-300).filter(key => {
    const document = hand.board.state.documents.get(key)
    return document !== undefined && accept(document.posting, document.status)
  })
  return oneOf(hand, keys)
}

export const idOf = (key: string): number => Number(key.slice(key.indexOf(':') + 1))
export const entityOf = (key: string): string => key.slice(0, key.indexOf(':'))
export const isMaterial = (item: Item) => item.startsWith('material')

/** Fields by which a line names its item. */
export const itemFields = (item: Item): Values =>
  isMaterial(item) ? { materialId: idOf(item) } : { itemType: 'PRODUCT', semiProductId: idOf(item) }
