/** Refused call with all states possible while the server looked. */
import type { Values } from '#contract/schema/field.ts'
import type { Operation } from './operation.ts'
import type { Entry } from './randomWalk.ts'
import type { DocumentThen, LotThen, PlanThen, Point, Replayed } from './replay.ts'
import type { State } from './state.ts'
import { planNumber } from './states.ts'

export interface RefusedCall {
  readonly entry: Entry
  /** Of a draft or a document to be undone: what it posts. */
  readonly posting: Operation
  readonly key: string
  readonly data: Values
  readonly state: State
  readonly timelines: Replayed['timelines']
  lot(id: number): readonly LotThen[]
  plan(): readonly PlanThen[]
  document(): readonly DocumentThen[]
}

export interface LotPosition {
  readonly lot: number
  readonly place: string
}

/**
 * States possible during a call. Operations on one thing follow each other: earlier answers are over, later sends have
 * not begun.
 */
function possible<T>(line: readonly Point<T>[] | undefined, { sent, answered }: Entry): T[] {
  if (!line) return []
  const from = line.findLastIndex(point => point.answered <= sent)
  const to = line.findLastIndex(point => point.sent <= answered)
  return line.slice(Math.max(from, 0), to + 1).map(point => point.then)
}

/** Everything known about a call that was refused. */
export function refusedCallOf(entry: Entry, { state, timelines }: Replayed): RefusedCall {
  const { about } = entry
  const key = about.kind === 'correct' ? about.use : 'document' in about ? about.document : ''
  const posting = state.documents.get(key)?.posting ?? (about.kind === 'draft' ? about.posting : about)
  return {
    ...{ entry, posting, key, state, timelines },
    data: (entry.data ?? {}) as Values,
    lot: id => possible(timelines.lots.get(id), entry),
    plan: () => possible(timelines.plans.get(planNumber(state, posting) ?? 0), entry),
    document: () => possible(timelines.documents.get(key), entry),
  }
}

const linesOf = (operation: Operation) => ('lines' in operation ? operation.lines : [])

/** Places to take from, or lots concerned. */
export function decreasedPositions({ posting, entry }: RefusedCall): readonly LotPosition[] {
  const { about } = entry
  if (about.kind === 'scrapRest') return [{ lot: about.lot, place: `wip:${about.plan}` }]
  if (posting.kind === 'use') return [{ lot: posting.lot, place: `wip:${posting.plan}` }]
  if (posting.kind === 'relabel')
    return [{ lot: about.kind === 'reverse' ? posting.newLot : posting.lot, place: posting.bin }]
  if (posting.kind === 'keepSample' || posting.kind === 'inspect')
    return [{ lot: posting.line.lot, place: posting.line.bin }]
  return linesOf(posting).flatMap(line => {
    if (!('lot' in line)) return []
    return [{ lot: line.lot, place: posting.kind === 'return' ? `wip:${posting.plan}` : line.bin }]
  })
}

/** Could a later document have moved one of its lots by then? */
export function isUsedConcurrently({ key, state, timelines, entry }: RefusedCall): boolean {
  return (state.documents.get(key)?.moves ?? []).some(({ lot }) => {
    const moved = state.lots.get(lot)?.movedBy ?? []
    return moved.slice(moved.indexOf(key) + 1).some(other => {
      const line = timelines.documents.get(other)
      return !line || possible(line, entry).some(({ status }) => status !== 'REVERSED' && status !== 'REMOVED')
    })
  })
}
