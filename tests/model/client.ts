/** Client of the walk: random choices by what it believes. */
import type { Values } from '#contract/schema/field.ts'
import type { PlantFixture } from './fixture.ts'
import type { Item, Operation, Position } from './operation.ts'
import { heldAt, type Lot, lotOf, type Plan, type State } from './state.ts'

/** Operation of a client: call, known and final outcome. */
export interface PlannedCall {
  readonly path: string
  readonly sent: Values
  readonly about: Operation
  readonly done?: (data: Values) => Operation | Promise<Operation>
}

/** Chooses a call; null without anything to do it with. */
export type Choice = (client: Client) => PlannedCall | null | Promise<PlannedCall | null>

/** The operation with the document that the answer says it became. */
export const withDocument =
  (entity: string, about: Operation) =>
  (data: Values): Operation =>
    ({ ...about, document: `${entity}:${data.id}` }) as Operation

export interface Facts {
  readonly supplierLotNo: string
  readonly produceDate: string
  readonly expiryDate: string | null
}

/** Common belief: answered operations in order of answers, never quite true. */
export interface Board {
  readonly state: State
  /** Lots in order of arrival, with what a further receipt repeats. */
  readonly lots: { readonly material: number[]; readonly product: number[] }
  readonly facts: Map<number, Facts>
  readonly plans: number[]
  readonly documents: string[]
}

export interface Client {
  readonly fixture: PlantFixture
  readonly board: Board
  /** Asks the server something that changes nothing. */
  read(method: 'GET' | 'POST', path: string, sent: Values): Promise<Values | null>
  next(): number
}

export const oneOf = <T>(client: Client, items: readonly T[]): T | undefined =>
  items[Math.floor(client.next() * items.length)]
export const chance = (client: Client, share: number) => client.next() < share

/** Part of a quantity: often all, sometimes a crumb or too much. */
export function partOf(client: Client, quantity: bigint, step = 1n): bigint {
  const part = client.next()
  if (part < 0.04) return (quantity / step) * step + step
  if (part < 0.3) return (quantity / step) * step
  if (part < 0.36) return step
  const taken = (quantity * BigInt(Math.floor(client.next() * 1000))) / 1000n
  return taken < step ? step : (taken / step) * step
}

const shared = 6
const recent = 40

/** Shared targets: the oldest lots and the latest. */
function near<T>(all: readonly T[]): readonly T[] {
  return all.length <= shared + recent ? all : [...all.slice(0, shared), ...all.slice(-recent)]
}

export const nearLots = (client: Client, kind: 'material' | 'product'): readonly Lot[] =>
  near(client.board.lots[kind]).map(id => lotOf(client.board.state, id))

/** A lot in a bin with what is believed to lie there. */
export interface Held {
  readonly lot: Lot
  readonly bin: Position
  readonly quantity: bigint
}

export const stockIn = (lots: readonly Lot[], accept: (lot: Lot, bin: Position) => boolean = () => true): Held[] =>
  lots.flatMap(lot =>
    [...lot.held].flatMap(([bin, quantity]) =>
      quantity > 0n && bin.startsWith('bin:') && accept(lot, bin) ? [{ lot, bin, quantity }] : [],
    ),
  )

/** Goods in open bins; now and then any, mostly refused. */
export function usable(
  client: Client,
  kind: 'material' | 'product',
  accept: (lot: Lot) => boolean = () => true,
): Held[] {
  const strict = !chance(client, 0.05)
  const { quarantine } = client.board.state
  return stockIn(
    nearLots(client, kind),
    (lot, bin) => accept(lot) && (!strict || (lot.status === 'RELEASED' && !quarantine.has(bin))),
  )
}

/** Plan believed to be in such a state; now and then any. */
export function planIn(client: Client, ...states: readonly Plan['status'][]): Plan | undefined {
  const plans = near(client.board.plans).flatMap(id => client.board.state.plans.get(id) ?? [])
  return oneOf(client, chance(client, 0.03) ? plans : plans.filter(plan => states.includes(plan.status)))
}

/** What lies in the work in progress of a plan. */
export function inWork(client: Client, plan: Plan): { readonly lot: Lot; readonly quantity: bigint }[] {
  return [...(client.board.state.wip.get(plan.id) ?? [])].flatMap(id => {
    const lot = lotOf(client.board.state, id)
    const quantity = heldAt(lot, `wip:${plan.id}`)
    return quantity > 0n ? [{ lot, quantity }] : []
  })
}

/** Document believed to be in such a state, of the latest 300. */
export function documentIn(
  client: Client,
  accept: (posting: Operation, status: string) => boolean,
): string | undefined {
  const keys = client.board.documents.slice(-300).filter(key => {
    const document = client.board.state.documents.get(key)
    return document !== undefined && accept(document.posting, document.status)
  })
  return oneOf(client, keys)
}

export const idOf = (key: string): number => Number(key.slice(key.indexOf(':') + 1))
export const entityOf = (key: string): string => key.slice(0, key.indexOf(':'))
export const isMaterial = (item: Item) => item.startsWith('material')

/** Fields by which a line names its item. */
export const itemFields = (item: Item): Values =>
  isMaterial(item) ? { materialId: idOf(item) } : { itemType: 'PRODUCT', semiProductId: idOf(item) }
