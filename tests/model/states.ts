/** Permitted operations by state of plans and lots (domain.md §2.2, §2.3, §0.5.2). */
import type { Kind, Move, Of, Operation } from './operation.ts'
import { documentNamed, isReal, netOf, type Plan, type Quality, type State } from './state.ts'

/** The first reason against an operation; null where it must succeed. */
export type Verdict = string | null

/** Plan states for posting and undoing each kind (domain.md §2.3, §0.5.2). */
export const openFor: Partial<Record<Kind, readonly Plan['status'][]>> = {
  issue: ['RELEASED', 'ISSUING', 'PRODUCING'],
  rework: ['RELEASED', 'ISSUING', 'PRODUCING'],
  return: ['RELEASED', 'ISSUING', 'PRODUCING', 'FINISHED'],
  makeUp: ['ISSUING', 'PRODUCING'],
  use: ['ISSUING', 'PRODUCING', 'FINISHED'],
  correct: ['PRODUCING', 'FINISHED'],
  produce: ['PRODUCING', 'FINISHED'],
  scrapRest: ['ISSUING', 'PRODUCING', 'FINISHED'],
}
export const openToUndo: Partial<Record<Kind, readonly Plan['status'][]>> = {
  issue: ['RELEASED', 'ISSUING', 'PRODUCING', 'FINISHED'],
  return: ['RELEASED', 'ISSUING', 'PRODUCING', 'FINISHED'],
  rework: ['RELEASED', 'ISSUING', 'PRODUCING', 'FINISHED'],
  makeUp: ['ISSUING', 'PRODUCING', 'FINISHED'],
  use: ['PRODUCING', 'FINISHED'],
  correct: ['PRODUCING', 'FINISHED'],
  produce: ['PRODUCING', 'FINISHED'],
}

/** From which states an action leads on. */
export const planSteps = {
  release: ['DRAFT'],
  finish: ['PRODUCING'],
  cancel: ['DRAFT', 'RELEASED', 'ISSUING'],
  close: ['FINISHED'],
  reopen: ['CLOSED'],
} as const satisfies Record<Of<'planStep'>['step'], readonly Plan['status'][]>
export const statusFrom = {
  RELEASED: ['PENDING', 'HOLD'],
  HOLD: ['PENDING', 'RELEASED'],
  REJECTED: ['PENDING', 'HOLD'],
} as const satisfies Record<Of<'status'>['to'], readonly Quality[]>

export const isIn = (states: readonly string[], state: string) => states.includes(state)

/** The plan of an operation, or of the charge it corrects. */
export function planNumber(state: State, operation: Operation): number | null {
  if ('plan' in operation) return operation.plan
  return operation.kind === 'correct' ? planNumber(state, documentNamed(state, operation.use).posting) : null
}

/** Guard 1: nothing real may hold less than nothing. */
export function short(state: State, moves: readonly Move[]): boolean {
  return netOf(moves).some(
    ({ lot, place, change }) => isReal(place) && (state.lots.get(lot)?.held.get(place) ?? 0n) + change < 0n,
  )
}
