/**
 * Refusals under concurrency: the server looked at an unknown moment between sending and answer. Each needs a condition
 * that held at a possible state.
 */
import type { RefusalName } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Kind } from './operation.ts'
import { overIssued } from './planVerdict.ts'
import { units } from './quantity.ts'
import type { Entry } from './randomWalk.ts'
import {
  decreasedPositions,
  isUsedConcurrently,
  type LotPosition,
  type RefusedCall,
  refusedCallOf,
} from './refusedCall.ts'
import type { LotThen, Replayed } from './replay.ts'
import { earlierLabels, isReal, mirrored, netOf } from './state.ts'
import { openFor, openToUndo, planSteps, statusFrom } from './states.ts'

type AllowedRefusal = (asked: RefusedCall) => boolean

const isIn = (states: readonly string[], state: string) => states.includes(state)
const at = (lot: LotThen, place: string) => lot.held.get(place) ?? 0n

const lotWas =
  (accept: (lot: LotThen) => boolean): AllowedRefusal =>
  asked =>
    decreasedPositions(asked).some(({ lot }) => asked.lot(lot).some(accept))

const lotNot = (...states: readonly string[]) => lotWas(lot => !isIn(states, lot.status))

/** Figures were true of that lot at one of its places. */
const isShort: AllowedRefusal = asked => {
  const { lotNo, needed, available } = asked.data
  return decreasedPositions(asked).some(
    ({ lot, place }) =>
      asked.state.lots.get(lot)?.lotNo === lotNo &&
      units(available) < units(needed) &&
      asked.lot(lot).some(then => at(then, place) === units(available)),
  )
}

/** Goods of the document, all lines together, were no longer all there. */
const isGone: AllowedRefusal = asked => {
  const moves = asked.state.documents.get(asked.key)?.moves ?? []
  return netOf(mirrored(moves)).some(
    ({ lot, place, change }) => isReal(place) && asked.lot(lot).some(then => at(then, place) + change < 0n),
  )
}

const isBlocked: AllowedRefusal = asked => {
  const { posting, entry } = asked
  if (entry.about.kind === 'correct' || posting.kind === 'correct')
    return asked.plan().some(plan => plan.outputs > 0) || isGone(asked)
  if (posting.kind === 'receive') return isUsedConcurrently(asked) || isGone(asked)
  if (posting.kind !== 'use') return isGone(asked)
  return asked.plan().some(plan => plan.outputs > 0)
}

const wrongState: AllowedRefusal = asked => {
  const { about } = asked.entry
  if (about.kind === 'planStep') return asked.plan().some(plan => !isIn(planSteps[about.step], plan.status))
  if (about.kind === 'scrapRest') return asked.plan().some(plan => !isIn(openFor.scrapRest ?? [], plan.status))
  if (about.kind === 'status') return asked.lot(about.lot).some(lot => !isIn(statusFrom[about.to], lot.status))
  const then = asked.document()
  if (about.kind === 'correct') return then.some(use => use.status !== 'SUBMITTED' || use.charge === about.quantity)
  if (about.kind === 'post') return then.some(({ status }) => status !== 'DRAFT')
  if (about.kind === 'approve') return then.some(({ status, approved }) => status !== 'DRAFT' || approved)
  if (about.kind === 'reverse') return then.some(({ status }) => status !== 'SUBMITTED')
  if (about.kind === 'inspection')
    return then.some(({ status }) => status !== { test: 'PENDING', judge: 'TESTING', release: 'JUDGED' }[about.step])
  return then.some(({ status }) => status === 'DISPOSED')
}

const planNotOpen: AllowedRefusal = asked => {
  const open = asked.entry.about.kind === 'reverse' ? openToUndo : openFor
  const kind = asked.entry.about.kind === 'correct' ? 'correct' : asked.posting.kind
  return asked.plan().some(({ status }) => !isIn(open[kind] ?? [], status))
}

const invalid: AllowedRefusal = asked => {
  const { posting, entry } = asked
  const batches = 'plan' in posting ? (asked.state.plans.get(posting.plan)?.batches ?? 0) : 0
  if (posting.kind === 'use' || posting.kind === 'produce') return posting.batch > batches
  // Somebody else has observed the sample since it was read.
  return entry.about.kind === 'useSample' && new Set(asked.document().map(({ used }) => used)).size > 0
}

const bookChanged: AllowedRefusal = asked =>
  asked.posting.kind === 'count' &&
  asked.posting.lines.some(({ lot, bin, book }) => asked.lot(lot).some(then => at(then, bin) !== book))

const isEarlierThere: AllowedRefusal = asked =>
  [...asked.state.lots.values()].some(
    lot =>
      lot.lotNo === asked.data.earlier &&
      asked
        .lot(lot.id)
        .some(
          then =>
            then.status === 'RELEASED' && [...then.held].some(([place, held]) => place.startsWith('bin:') && held > 0n),
        ),
  )

/** Lot moved since: earlier drafts post later with their time (guard 1). */
const overtaken: AllowedRefusal = asked => {
  const drafted = asked.entry.about.kind === 'post' ? asked.timelines.documents.get(asked.key)?.[0]?.sent : undefined
  const since = drafted ?? asked.entry.sent
  // A product and its by-product have lots of one number.
  const lots = [...asked.state.lots.values()].filter(each => each.lotNo === asked.data.lotNo)
  const points = lots.flatMap(({ id }) => asked.timelines.lots.get(id) ?? [])
  return points.some(point => point.answered >= since && point.sent <= asked.entry.answered)
}

const overOutput: AllowedRefusal = asked => {
  const { posting, state } = asked
  if (posting.kind !== 'produce') return false
  const planned = state.plans.get(posting.plan)?.planned ?? 0n
  return asked.plan().some(plan => (plan.produced + posting.quantity) * 100n > planned * 110n)
}

const overSold: AllowedRefusal = asked => {
  const { posting, data } = asked
  if (posting.kind !== 'dealerReturn') return false
  const there = units(data.available)
  return there < posting.quantity && asked.lot(posting.lot).some(then => at(then, `dealer:${posting.dealer}`) === there)
}

const items = (asked: RefusedCall, { lot }: LotPosition) => asked.state.lots.get(lot)?.item

/** No line of the plan asks for what the lot is. */
const isForeign: AllowedRefusal = asked =>
  decreasedPositions(asked).some(place =>
    asked.plan().every(plan => plan.lines.every(line => line.item !== items(asked, place))),
  )

/** Each of several lines was rightly refused. */
function isEachRefused(asked: RefusedCall): boolean {
  const lines = asked.data.lines as readonly { readonly refusal: RefusalName; readonly data: Values }[]
  return lines.length > 1 && lines.every(({ refusal, data }) => allowedRefusals[refusal]?.({ ...asked, data }) ?? false)
}

/** Statuses that an operation does not refuse; RELEASED otherwise. */
const usableFor: { readonly [K in Kind]?: readonly string[] } = {
  inspection: ['PENDING', 'HOLD', 'RELEASED'],
  relabel: ['RELEASED', 'HOLD'],
}

const allowedRefusals: { readonly [R in RefusalName]?: AllowedRefusal } = {
  shortOfStock: isShort,
  linesRefused: isEachRefused,
  lotNotUsable: asked => lotNot(...(usableFor[asked.entry.about.kind] ?? ['RELEASED']))(asked),
  openCase: ({ entry: { about }, posting, state, lot }) => {
    const released = about.kind === 'status' ? about.lot : posting.kind === 'inspect' ? posting.line.lot : 0
    return earlierLabels(state, released, true).some(({ id }) => lot(id).some(then => then.inspections > 0))
  },
  lotQuarantined: asked => decreasedPositions(asked).some(({ place }) => asked.state.quarantine.has(place)),
  quarantineOnly: lotNot('PENDING', 'RELEASED'),
  reworkNotDecided: lotWas(({ status }) => status === 'HOLD' || status === 'REJECTED'),
  makeUpNotOnPlan: isForeign,
  lotWrongItem: isForeign,
  lotOfOtherSupplier: ({ posting, state }) =>
    posting.kind === 'sendBack' && posting.lines.some(({ lot }) => state.lots.get(lot)?.supplier !== posting.supplier),
  lotNotInPlan: asked =>
    decreasedPositions(asked).some(({ lot, place }) => asked.lot(lot).some(then => at(then, place) === 0n)),
  planNotOpen,
  wrongState,
  invalid,
  bookChanged,
  fefoReasonMissing: isEarlierThere,
  balanceLater: overtaken,
  issueOverRequired: asked => {
    const { posting, state } = asked
    return posting.kind === 'issue' && asked.plan().some(plan => overIssued(state, plan, posting))
  },
  outputOverPlan: overOutput,
  nothingUsed: asked => asked.plan().some(plan => plan.charged <= 0n),
  nothingProduced: asked => asked.plan().some(plan => plan.produced <= 0n),
  workInProgressLeft: asked => asked.plan().some(plan => plan.isAtWork),
  lossUnexplained: asked => asked.plan().some(plan => plan.isLossOdd),
  blockedByUse: isBlocked,
  returnOverSold: overSold,
  sampleKept: lotWas(lot => lot.routineSamples > 0),
  sampleUsed: asked => asked.document().some(({ used }) => used > 0n),
  notFound: asked => asked.document().some(({ status }) => status === 'REMOVED'),
  approvalMissing: asked => asked.document().some(({ approved }) => !approved),
  releaseByInspection: ({ entry: { about }, lot }) =>
    about.kind === 'status' && lot(about.lot).some(then => then.inspections > 0),
}

/** Refusals never justified, and answers that are none. */
export function unexpectedRefusals(entries: readonly Entry[], replayed: Replayed): string[] {
  return entries.flatMap(entry => {
    if (entry.refusal === null) return []
    const isAllowed = allowedRefusals[entry.refusal]
    if (entry.http === 200 && isAllowed?.(refusedCallOf(entry, replayed))) return []
    const asked = JSON.stringify(entry.about, (_, value) => (typeof value === 'bigint' ? `${value}/10⁴` : value))
    return [
      `${entry.http} ${entry.refusal} ${JSON.stringify(entry.data as Values)}: ${entry.key} ${entry.name} ${asked}`,
    ]
  })
}
