/** A refused call with the states of everything it was about that were possible while the server looked. */
import type { Values } from '#contract/schema/field.ts'
import type { Operation } from './operation.ts'
import type { Entry } from './randomWalk.ts'
import type { DocumentThen, LotThen, PlanThen, Point, Replayed } from './replay.ts'
import type { State } from './state.ts'
import { planNumber } from './states.ts'

export interface Asked {
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

export interface Place {
  readonly lot: number
  readonly place: string
}

/**
 * States that were possible at some moment of a call. Operations on one thing follow each other, so everything before one
 * that was answered before the call was sent is over, and what was sent after its answer had not begun.
 */
function possible<T>(line: readonly Point<T>[] | undefined, { sent, answered }: Entry): T[] {
  if (!line) return []
  const from = line.findLastIndex(point => point.answered <= sent)
  const to = line.findLastIndex(point => point.sent <= answered)
  return line.slice(Math.max(from, 0), to + 1).map(point => point.then)
}

/** Everything known about a call that was refused. */
export function askedOf(entry: Entry, { state, timelines }: Replayed): Asked {
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

/** The places from which the call would have taken, or the lots it was about. */
export function placesTaken({ posting, entry }: Asked): readonly Place[] {
  const { about } = entry
  if (about.kind === 'scrapRest') return [{ lot: about.lot, place: `wip:${about.plan}` }]
  if (posting.kind === 'use') return [{ lot: posting.lot, place: `wip:${posting.plan}` }]
  if (posting.kind === 'keepSample' || posting.kind === 'inspect')
    return [{ lot: posting.line.lot, place: posting.line.bin }]
  return linesOf(posting).flatMap(line => {
    if (!('lot' in line)) return []
    return [{ lot: line.lot, place: posting.kind === 'return' ? `wip:${posting.plan}` : line.bin }]
  })
}

/** Could another document that moved a lot of this one after it have stood while the server looked? */
export function isUsedMeanwhile({ key, state, timelines, entry }: Asked): boolean {
  return (state.documents.get(key)?.moves ?? []).some(({ lot }) => {
    const moved = state.lots.get(lot)?.movedBy ?? []
    return moved.slice(moved.indexOf(key) + 1).some(other => {
      const line = timelines.documents.get(other)
      return !line || possible(line, entry).some(({ status }) => status !== 'REVERSED' && status !== 'REMOVED')
    })
  })
}
