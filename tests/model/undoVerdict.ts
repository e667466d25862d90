/** Conditions of undoing and correcting (domain.md §0.2.4, §2.9 I6). */
import { hasOrphans } from './genealogy.ts'
import { currentCharge, movesOf } from './moves.ts'
import type { Of } from './operation.ts'
import { documentNamed, type Lot, lotOf, type Plan, planOf, type State } from './state.ts'
import { isIn, openToUndo, planNumber, short, type Verdict } from './states.ts'

/** §0.2.4: undone while unused; receipts only while nothing else happened. */
export function judgeReversal(state: State, operation: Of<'reverse'>): Verdict {
  const document = documentNamed(state, operation.document)
  if (document.status !== 'SUBMITTED') return 'wrongState'
  const { posting } = document
  const plan = planNumber(state, posting)
  const open = openToUndo[posting.kind]
  if (plan !== null && open && !isIn(open, planOf(state, plan).status)) return 'planNotOpen'
  if (posting.kind === 'receive' && isUsedSince(state, document.key)) return 'blockedByUse'
  if (posting.kind === 'use' && planOf(state, posting.plan).outputs.size > 0) return 'blockedByUse'
  if (posting.kind === 'relabel' && isBlocked(lotOf(state, posting.newLot), lotOf(state, posting.lot)))
    return 'lotNotUsable'
  if (short(state, movesOf(state, operation))) return 'blockedByUse'
  if (posting.kind === 'correct' && plan !== null) return orphaned(planOf(state, plan), document.key, null)
  return null
}

/** A block laid on a new label is not lifted by taking it back. */
const isBlocked = (labelled: Lot, earlier: Lot) => labelled.status !== earlier.status && labelled.status !== 'RELEASED'

/** Has a later effective document moved one of its lots? */
export function isUsedSince(state: State, key: string): boolean {
  return documentNamed(state, key).moves.some(({ lot }) => {
    const { movedBy } = lotOf(state, lot)
    return movedBy.slice(movedBy.indexOf(key) + 1).some(other => {
      const document = state.documents.get(other)
      return other !== key && document?.status !== 'REVERSED' && document?.status !== 'REMOVED'
    })
  })
}

/** Would the remaining charges leave a lot without inputs? (I6) */
function orphaned(
  plan: Plan,
  without: string,
  instead: { readonly lot: number; readonly batch: number; readonly quantity: bigint } | null,
): Verdict {
  const charges = new Map(plan.charges)
  charges.delete(without)
  if (instead) charges.set('instead', instead)
  return hasOrphans({ ...plan, charges }) ? 'blockedByUse' : null
}

/** A charge corrected to another amount. */
export function judgeCorrection(state: State, operation: Of<'correct'>): Verdict {
  const use = documentNamed(state, operation.use)
  if (use.status !== 'SUBMITTED') return 'wrongState'
  if (use.posting.kind !== 'use') return 'correctionOfCorrection'
  const { plan: id, lot, batch } = use.posting
  const delta = operation.quantity - currentCharge(state, id, operation.use)
  if (delta === 0n) return 'wrongState'
  if (short(state, movesOf(state, operation))) return 'shortOfStock'
  return orphaned(planOf(state, id), '', { lot, batch, quantity: delta })
}
