/** What each kind of movement asks of its lots (domain.md §2.2, §2.5). */

import { movesOf } from './moves.ts'
import type { Of, Operation } from './operation.ts'
import { judgeOutput, overIssued } from './planVerdict.ts'
import { heldAt, lotOf, planOf, type Quality, type State } from './state.ts'
import { isIn, short, type Verdict } from './states.ts'

/** §2.2, rows requiring a released lot, and the plan's item. */
function toBeUsed(state: State, operation: Of<'issue' | 'makeUp' | 'sell'>): Verdict {
  for (const { lot: id, bin } of operation.lines) {
    const lot = lotOf(state, id)
    if (operation.kind !== 'sell' && !planOf(state, operation.plan).lines.some(line => line.item === lot.item))
      return 'lotWrongItem'
    if (lot.status !== 'RELEASED') return 'lotNotUsable'
    if (state.quarantine.has(bin)) return 'lotQuarantined'
  }
  return null
}

function transfer(state: State, { lines }: Of<'transfer'>): Verdict {
  for (const { lot, bin, into } of lines) {
    if (bin === into) return 'invalid'
    const open = isIn(['PENDING', 'RELEASED'], lotOf(state, lot).status)
    if (!open && !state.quarantine.has(into)) return 'quarantineOnly'
  }
  return null
}

const reworkVerdicts: Readonly<Record<Quality, Verdict>> = {
  PENDING: 'lotNotUsable',
  RELEASED: null,
  HOLD: 'reworkNotDecided',
  REJECTED: 'reworkNotDecided',
  RECALLED: 'labelOnly',
}

/** Requirements of the kind itself, plan state aside. */
export function judgeLots(state: State, operation: Operation): Verdict {
  switch (operation.kind) {
    case 'issue':
      return (
        toBeUsed(state, operation) ??
        (overIssued(state, planOf(state, operation.plan), operation) ? 'issueOverRequired' : null)
      )
    case 'makeUp':
    case 'sell':
      return toBeUsed(state, operation)
    case 'rework':
      return operation.lines.map(line => reworkVerdicts[lotOf(state, line.lot).status]).find(Boolean) ?? null
    case 'use': {
      const plan = planOf(state, operation.plan)
      if (operation.batch > plan.batches) return 'invalid'
      const lot = lotOf(state, operation.lot)
      if (plan.rework && lot.item.startsWith('product')) return reworkVerdicts[lot.status]
      return lot.status === 'RELEASED' ? null : 'lotNotUsable'
    }
    case 'produce':
      return judgeOutput(state, operation)
    case 'dealerReturn':
      return short(state, movesOf(state, operation)) ? 'returnOverSold' : null
    case 'sendBack':
      return operation.lines.some(line => lotOf(state, line.lot).supplier !== operation.supplier)
        ? 'lotOfOtherSupplier'
        : null
    case 'transfer':
      return transfer(state, operation)
    case 'count':
      return operation.lines.some(line => heldAt(lotOf(state, line.lot), line.bin) !== line.book) ? 'bookChanged' : null
    case 'relabel':
      return isIn(['RELEASED', 'HOLD'], lotOf(state, operation.lot).status) ? null : 'lotNotUsable'
    case 'keepSample':
      return operation.routine && lotOf(state, operation.line.lot).routineSamples > 0 ? 'sampleKept' : null
    default:
      return null
  }
}
