/** Effects beside movements: documents, statuses, plan figures (domain.md §2.1–2.3). */
import { type Link, linkOfDocument, linksOf } from './genealogy.ts'
import { movesOf } from './moves.ts'
import type { Item, Move, Of, Operation } from './operation.ts'
import { inspection, judgeLot, sample, setStatus } from './quality.ts'
import { documentNamed, heldAt, lotOf, netOf, type Plan, planOf, type State } from './state.ts'

function carry(state: State, moves: readonly Move[]): void {
  for (const { lot: id, place, change } of netOf(moves)) {
    const lot = lotOf(state, id)
    lot.held.set(place, heldAt(lot, place) + change)
    state.touched.add(`lot:${id}`)
    if (!place.startsWith('wip:')) continue
    const plan = Number(place.slice(4))
    state.wip.set(plan, (state.wip.get(plan) ?? new Set()).add(id))
    state.touched.add(`plan:${plan}`)
  }
}

function remember(state: State, moves: readonly Move[], key: string): void {
  for (const id of new Set(moves.map(move => move.lot))) lotOf(state, id).movedBy.push(key)
}

function advance(state: State, plan: Plan, to: Plan['status']): void {
  plan.status = to
  state.touched.add(`plan:${plan.id}`)
}

interface NewLot {
  readonly lot: number
  readonly lotNo: string
  readonly item: Item
}

/** Lot awaiting a verdict; more goods reset a release (§2.1, §2.5). */
function bringIn(
  state: State,
  { lot: id, lotNo, item }: NewLot,
  from: { readonly supplier?: number | null; readonly plan?: number | null },
): void {
  const known = state.lots.get(id)
  if (known) {
    if (known.status === 'RELEASED') setStatus(state, known, 'PENDING')
    return
  }
  state.numbers.set(`${item} ${lotNo}`, id)
  state.lots.set(id, {
    ...{ id, lotNo, item, supplier: from.supplier ?? null, plan: from.plan ?? null, status: 'PENDING' },
    ...{ held: new Map(), movedBy: [], inspections: new Set(), routineSamples: 0 },
  })
}

/** New label of a lot, with its status and origin (§2.5). */
function relabel(state: State, { document, lot: id, newLot, newLotNo }: Of<'relabel'>): void {
  const { item, supplier, plan, status } = lotOf(state, id)
  bringIn(state, { lot: newLot, lotNo: newLotNo, item }, { supplier, plan })
  setStatus(state, lotOf(state, newLot), status)
  state.labels.set(newLot, document)
}

const figureOf = { issue: 'issued', rework: 'issued', return: 'returned', makeUp: 'madeUp' } as const

function figure(
  state: State,
  plan: Plan,
  id: number,
  name: 'issued' | 'madeUp' | 'returned' | 'used' | 'scrapped',
  change: bigint,
): void {
  const { item } = lotOf(state, id)
  const line = plan.lines.find(each => each.item === item)
  if (line) line[name] += change
  state.touched.add(`plan:${plan.id}`)
}

/** Books a posting into its plan, or takes it out again. */
function book(state: State, key: string, posting: Operation, moves: readonly Move[], sign: 1n | -1n): void {
  if (posting.kind === 'use' || posting.kind === 'correct') charge(state, key, posting, moves, sign)
  if (posting.kind === 'produce') output(state, key, posting, sign)
  if (posting.kind !== 'issue' && posting.kind !== 'return' && posting.kind !== 'makeUp' && posting.kind !== 'rework')
    return
  const plan = planOf(state, posting.plan)
  for (const { lot, quantity } of posting.lines) figure(state, plan, lot, figureOf[posting.kind], sign * quantity)
  if (sign > 0n && plan.status === 'RELEASED') advance(state, plan, 'ISSUING')
}

function charge(
  state: State,
  key: string,
  posting: Of<'use' | 'correct'>,
  moves: readonly Move[],
  sign: 1n | -1n,
): void {
  const use = posting.kind === 'use' ? posting : documentNamed(state, posting.use).posting
  if (use.kind !== 'use') return
  const plan = planOf(state, use.plan)
  const quantity = moves.reduce((sum, move) => sum + (move.to === 'process' ? move.quantity : -move.quantity), 0n)
  figure(state, plan, use.lot, 'used', sign * quantity)
  if (posting.kind === 'correct') state.touched.add(`document:${posting.use}`)
  if (sign < 0n) plan.charges.delete(key)
  else plan.charges.set(key, { lot: use.lot, batch: use.batch, quantity })
  if (sign > 0n && plan.status === 'ISSUING') advance(state, plan, 'PRODUCING')
}

function output(state: State, key: string, posting: Of<'produce'>, sign: 1n | -1n): void {
  const plan = planOf(state, posting.plan)
  const { lot, batch, quantity, item } = posting
  const main = item === plan.item
  if (main) plan.produced += sign * quantity
  if (sign > 0n) plan.outputs.set(key, { lot, batch, quantity, main })
  else plan.outputs.delete(key)
  state.touched.add(`plan:${plan.id}`)
}

/** Undoes a document; plans without a charge return to their start. */
function undo(state: State, key: string): void {
  const document = documentNamed(state, key)
  for (const each of [key, ...(state.corrections.get(key) ?? [])]) {
    const undone = documentNamed(state, each)
    if (undone.status !== 'SUBMITTED') continue
    undone.status = 'REVERSED'
    state.touched.add(`document:${each}`)
    book(state, each, undone.posting, undone.moves, -1n)
  }
  if (document.posting.kind !== 'use') return
  const plan = planOf(state, document.posting.plan)
  const charged = [...plan.charges.keys()].some(each => documentNamed(state, each).posting.kind === 'use')
  if (!charged) advance(state, plan, 'ISSUING')
}

function draw(state: State, key: string, posting: Operation, status: string, moves: readonly Move[]): void {
  state.documents.set(key, { key, posting, status, moves, approved: false, used: 0n })
  state.touched.add(`document:${key}`)
}

const planAfter = {
  release: 'RELEASED',
  finish: 'FINISHED',
  cancel: 'CANCELLED',
  close: 'CLOSED',
  reopen: 'FINISHED',
} as const

function openPlan(state: State, { plan: id, lines, ...plan }: Of<'plan'>): void {
  const nothing = { issued: 0n, madeUp: 0n, returned: 0n, used: 0n, scrapped: 0n }
  state.plans.set(id, {
    ...{ id, rework: plan.rework, item: plan.item, planned: plan.planned, batches: plan.batches },
    ...{
      lines: lines.map(line => ({ ...line, ...nothing })),
      lotNo: '',
      status: 'DRAFT',
      produced: 0n,
      explained: false,
    },
    ...{ charges: new Map(), outputs: new Map() },
  })
  state.touched.add(`plan:${id}`)
}

/** Trace of a posting: its document, and its part in the plan. */
function posted(state: State, key: string, posting: Operation, moves: readonly Move[]): void {
  draw(state, key, posting, posting.kind === 'keepSample' ? 'RETAINED' : 'SUBMITTED', moves)
  remember(state, moves, key)
  if (posting.kind === 'correct')
    state.corrections.set(posting.use, [...(state.corrections.get(posting.use) ?? []), key])
  if (posting.kind === 'keepSample' && posting.routine) lotOf(state, posting.line.lot).routineSamples += 1
  book(state, key, posting, moves, 1n)
}

type Effect<K extends Operation['kind']> = (state: State, operation: Of<K>, moves: readonly Move[]) => void

function sampled(
  state: State,
  operation: Of<'useSample' | 'disposeSample' | 'removeSample'>,
  moves: readonly Move[],
): void {
  if (operation.kind !== 'removeSample') remember(state, moves, operation.document)
  sample(state, operation)
}

/** Operations without a document of their own; all others have one. */
const effects: { readonly [K in Operation['kind']]?: Effect<K> } = {
  plan: openPlan,
  status: judgeLot,
  planStep(state, operation) {
    const plan = planOf(state, operation.plan)
    if (operation.lotNo) plan.lotNo = operation.lotNo
    if (operation.explained) plan.explained = true
    advance(state, plan, planAfter[operation.step])
  },
  draft: (state, { document, posting }) => draw(state, document, posting, 'DRAFT', []),
  approve(state, { document }) {
    documentNamed(state, document).approved = true
    state.touched.add(`document:${document}`)
  },
  inspect(state, operation) {
    draw(state, operation.document, operation, 'PENDING', [])
    lotOf(state, operation.line.lot).inspections.add(operation.document)
    state.touched.add(`lot:${operation.line.lot}`)
  },
  reverse: (state, { document }) => undo(state, document),
  inspection(state, operation, moves) {
    remember(state, moves, operation.document)
    inspection(state, operation)
  },
  useSample: sampled,
  disposeSample: sampled,
  removeSample: sampled,
  scrapRest(state, { plan, lot, quantity }, moves) {
    remember(state, moves, `produceplan:${plan}`)
    figure(state, planOf(state, plan), lot, 'scrapped', quantity)
  },
}

/** Does an operation, whether it was allowed or not. */
export function apply(state: State, operation: Operation): void {
  state.touched.clear()
  if (operation.kind === 'receive')
    for (const line of operation.lines) bringIn(state, line, { supplier: operation.supplier })
  if (operation.kind === 'produce') bringIn(state, operation, { plan: operation.plan })
  if (operation.kind === 'relabel') relabel(state, operation)
  const moves = movesOf(state, operation)
  carry(state, moves)
  const effect = effects[operation.kind] as Effect<Operation['kind']> | undefined
  if (effect) effect(state, operation, moves)
  else if ('document' in operation)
    posted(
      state,
      operation.document,
      operation.kind === 'post' ? documentNamed(state, operation.document).posting : operation,
      moves,
    )
}

/** Links of effective relabellings. */
export const labelLinks = (state: State): Link[] =>
  [...state.documents.values()].flatMap(({ posting, status }) =>
    posting.kind === 'relabel' && status === 'SUBMITTED'
      ? [linkOfDocument(posting.docNo, posting.lot, posting.newLot, posting.quantity)]
      : [],
  )

/** Links of every plan, and of every relabelling. */
export const allLinks = (state: State): Link[] => [
  ...[...state.plans.values()].flatMap(plan => linksOf(plan)),
  ...labelLinks(state),
]
