/** Movements of an operation (domain.md §2.1), a row per kind. */

import type { Line, Move, Operation, Position } from './operation.ts'
import { documentNamed, heldAt, lotOf, mirrored, type State } from './state.ts'

const from = (lines: readonly Line[], to: Position): Move[] =>
  lines.map(({ lot, bin, quantity }) => ({ lot, from: bin, to, quantity }))
const into = (lines: readonly Line[], source: Position): Move[] =>
  lines.map(({ lot, bin, quantity }) => ({ lot, from: source, to: bin, quantity }))

/** What a charge amounts to with its corrections. */
export function currentCharge(state: State, plan: number, use: string): bigint {
  const charges = state.plans.get(plan)?.charges
  return [use, ...(state.corrections.get(use) ?? [])].reduce(
    (sum, key) => sum + (charges?.get(key)?.quantity ?? 0n),
    0n,
  )
}

function corrected(state: State, use: string, quantity: bigint): Move[] {
  const { posting } = documentNamed(state, use)
  if (posting.kind !== 'use') return []
  const delta = quantity - currentCharge(state, posting.plan, use)
  const [source, to] = delta > 0n ? [`wip:${posting.plan}`, 'process'] : ['process', `wip:${posting.plan}`]
  return delta === 0n ? [] : [{ lot: posting.lot, from: source, to, quantity: delta < 0n ? -delta : delta }]
}

function undone(state: State, key: string): Move[] {
  const corrections = (state.corrections.get(key) ?? []).filter(
    each => documentNamed(state, each).status === 'SUBMITTED',
  )
  return [key, ...corrections].flatMap(each => mirrored(documentNamed(state, each).moves))
}

function sampleMoves(state: State, operation: Operation): Move[] {
  if (!('document' in operation)) return []
  const sample = documentNamed(state, operation.document)
  if (sample.posting.kind !== 'keepSample') return []
  const { lot, quantity } = sample.posting.line
  if (operation.kind === 'useSample')
    return operation.quantity > 0n ? [{ lot, from: 'sample', to: 'lab', quantity: operation.quantity }] : []
  if (operation.kind === 'removeSample') return mirrored(sample.moves)
  const left = quantity - sample.used
  return left > 0n ? [{ lot, from: 'sample', to: 'scrap', quantity: left }] : []
}

/** The movements of an operation; none where it moves nothing. */
export function movesOf(state: State, operation: Operation): Move[] {
  switch (operation.kind) {
    case 'receive':
      return into(operation.lines, operation.from)
    case 'issue':
    case 'makeUp':
    case 'rework':
      return from(operation.lines, `wip:${operation.plan}`)
    case 'return':
      return into(operation.lines, `wip:${operation.plan}`)
    case 'use':
      return [{ lot: operation.lot, from: `wip:${operation.plan}`, to: 'process', quantity: operation.quantity }]
    case 'correct':
      return corrected(state, operation.use, operation.quantity)
    case 'produce':
      return into([operation], 'process')
    case 'sell':
      return from(operation.lines, `dealer:${operation.dealer}`)
    case 'dealerReturn':
      return into([operation], `dealer:${operation.dealer}`)
    case 'withdraw':
      return from(operation.lines, operation.to)
    case 'sendBack':
      return from(operation.lines, 'supplier')
    case 'transfer':
      return operation.lines.map(({ lot, bin, into: to, quantity }) => ({ lot, from: bin, to, quantity }))
    case 'count':
      return operation.lines.flatMap(({ lot, bin, book, counted }) => {
        if (counted === book) return []
        const [source, to] = counted > book ? ['adjust', bin] : [bin, 'adjust']
        return [{ lot, from: source, to, quantity: counted > book ? counted - book : book - counted }]
      })
    case 'relabel':
      return [...from([operation], 'process'), ...into([{ ...operation, lot: operation.newLot }], 'process')]
    case 'keepSample':
      return from([operation.line], 'sample')
    case 'useSample':
    case 'disposeSample':
    case 'removeSample':
      return sampleMoves(state, operation)
    case 'inspection':
      return operation.step === 'test' ? testMoves(state, operation.document) : []
    case 'scrapRest':
      return [{ lot: operation.lot, from: `wip:${operation.plan}`, to: 'scrap', quantity: operation.quantity }]
    case 'post':
      return movesOf(state, documentNamed(state, operation.document).posting)
    case 'reverse':
      return undone(state, operation.document)
    default:
      return []
  }
}

function testMoves(state: State, key: string): Move[] {
  const { posting } = documentNamed(state, key)
  return posting.kind === 'inspect' && posting.line.quantity > 0n ? from([posting.line], 'lab') : []
}

/** The lots of a plan's work in progress with what lies there. */
export function workInProgress(state: State, plan: number): { readonly lot: number; readonly quantity: bigint }[] {
  return [...(state.wip.get(plan) ?? [])].flatMap(lot => {
    const quantity = heldAt(lotOf(state, lot), `wip:${plan}`)
    return quantity === 0n ? [] : [{ lot, quantity }]
  })
}
