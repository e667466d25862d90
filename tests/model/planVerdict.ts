/** Rules of a plan's steps and output (domain.md §2.3, §2.6). */
import { chargedTo, outputOf } from './genealogy.ts'
import { workInProgress } from './moves.ts'
import type { Of } from './operation.ts'
import { lotOf, type Plan, planOf, type State } from './state.ts'
import { isIn, planSteps, type Verdict } from './states.ts'

/** Σ issue ≤ required × 1.02, per item (§2.5). */
export function overIssued(state: State, plan: Pick<Plan, 'lines'>, operation: Of<'issue'>): boolean {
  return plan.lines.some(line => {
    const now = operation.lines
      .filter(({ lot }) => lotOf(state, lot).item === line.item)
      .reduce((sum, { quantity }) => sum + quantity, 0n)
    return now > 0n && (now + line.issued - line.returned) * 100n > line.required * 102n
  })
}

/** Loss within 0 to 5 % of charges, by formula; reworks exempt. */
export function isLossOdd(plan: Plan): boolean {
  const used = chargedTo(plan)
  if (plan.rework || used <= 0n || ![...plan.outputs.values()].some(output => output.main)) return false
  const loss = used - outputOf(plan)
  return loss < 0n || loss * 100n > used * 5n
}

/** Release, finish, cancel, close, reopen. */
export function judgeStep(state: State, { plan: id, step, explained }: Of<'planStep'>): Verdict {
  const plan = planOf(state, id)
  if (!isIn(planSteps[step], plan.status)) return 'wrongState'
  // Checked again on closing: receipts may have been undone.
  if ((step === 'finish' || step === 'close') && plan.produced <= 0n) return 'nothingProduced'
  if ((step === 'cancel' || step === 'close') && workInProgress(state, id).length > 0) return 'workInProgressLeft'
  if (step === 'close' && isLossOdd(plan) && !explained && !plan.explained) return 'lossUnexplained'
  return null
}

/** A receipt of what a plan has made, or of a by-product. */
export function judgeOutput(state: State, { plan: id, item, batch, lotNo, quantity }: Of<'produce'>): Verdict {
  const plan = planOf(state, id)
  const named = state.numbers.get(`${item} ${lotNo}`)
  if (named !== undefined && lotOf(state, named).plan !== id) return 'lotTaken'
  if (batch > plan.batches) return 'invalid'
  if (chargedTo(plan) <= 0n) return 'nothingUsed'
  return item === plan.item && (plan.produced + quantity) * 100n > plan.planned * 110n ? 'outputOverPlan' : null
}
