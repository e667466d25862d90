/** Expected refusal of an operation (domain.md §2.2 matrix, §2.3 states, §2.4 guards, §2.5 checks). */

import { movesOf } from './moves.ts'
import type { Of, Operation } from './operation.ts'
import { judgeStep } from './planVerdict.ts'
import { documentNamed, earlierLabels, lotOf, planOf, type State } from './state.ts'
import { isIn, openFor, planNumber, short, statusFrom, type Verdict } from './states.ts'
import { judgeLots } from './stockVerdict.ts'
import { judgeCorrection, judgeReversal } from './undoVerdict.ts'

/** Goods whose earlier label still waits for a verdict are not released (§2.5). */
const isInspectedEarlier = (state: State, id: number): boolean =>
  earlierLabels(state, id).some(lot => lot.inspections.size > 0)

function status(state: State, { lot: id, to }: Of<'status'>): Verdict {
  const lot = lotOf(state, id)
  if (!isIn(statusFrom[to], lot.status)) return 'wrongState'
  if (to !== 'RELEASED') return null
  if (isInspectedEarlier(state, id)) return 'openCase'
  return lot.inspections.size > 0 ? 'releaseByInspection' : null
}

function sample(state: State, operation: Of<'useSample' | 'disposeSample' | 'removeSample'>): Verdict {
  const { status: now, used, posting } = documentNamed(state, operation.document)
  if (now === 'REMOVED') return 'notFound'
  if (now === 'DISPOSED' || posting.kind !== 'keepSample') return 'wrongState'
  if (operation.kind === 'removeSample' && used > 0n) return 'sampleUsed'
  return operation.kind === 'useSample' && used + operation.quantity > posting.line.quantity ? 'invalid' : null
}

const inspectionFrom = { test: ['PENDING'], judge: ['TESTING'], release: ['JUDGED'] } as const

function post(state: State, operation: Of<'post'>): Verdict {
  const { status: now, approved, posting } = documentNamed(state, operation.document)
  if (now !== 'DRAFT') return 'wrongState'
  const asksApproval = posting.kind === 'rework' || (posting.kind === 'withdraw' && posting.to === 'scrap')
  return asksApproval && !approved ? 'approvalMissing' : expectedVerdict(state, posting)
}

function inspection(state: State, { document: key, step }: Of<'inspection'>): Verdict {
  const { status: now, posting } = documentNamed(state, key)
  if (!isIn(inspectionFrom[step], now) || posting.kind !== 'inspect') return 'wrongState'
  const usable = isIn(['PENDING', 'HOLD', 'RELEASED'], lotOf(state, posting.line.lot).status)
  if (step !== 'release') return null
  return isInspectedEarlier(state, posting.line.lot) ? 'openCase' : usable ? null : 'lotNotUsable'
}

/** The first reason against an operation. */
export function expectedVerdict(state: State, operation: Operation): Verdict {
  if (operation.kind === 'status') return status(state, operation)
  if (operation.kind === 'planStep') return judgeStep(state, operation)
  if (operation.kind === 'post') return post(state, operation)
  if (operation.kind === 'reverse') return judgeReversal(state, operation)
  if (operation.kind === 'useSample' || operation.kind === 'disposeSample' || operation.kind === 'removeSample')
    return sample(state, operation)
  if (operation.kind === 'approve') {
    const { status: now, approved } = documentNamed(state, operation.document)
    return now === 'DRAFT' && !approved ? null : 'wrongState'
  }
  const inspected = operation.kind === 'inspection' ? inspection(state, operation) : null
  if (inspected !== null) return inspected
  const plan = planNumber(state, operation)
  const open = openFor[operation.kind]
  if (plan !== null && open && !isIn(open, planOf(state, plan).status)) return 'planNotOpen'
  if (operation.kind === 'correct') return judgeCorrection(state, operation)
  return judgeLots(state, operation) ?? (short(state, movesOf(state, operation)) ? 'shortOfStock' : null)
}
